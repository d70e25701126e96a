"""Every fixed sentence and label, as a place that each language fills.

They are templates of mrkdwn or of plain text; whoever fills one in escapes what comes from outside, once for all
languages. A missing one is an error of types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from bot.text.digest_wording import Counted, DigestWording


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One language. Names in braces are what is filled in."""

    # What something in the sentences is called.
    somebody: str
    thousands: str  # the sign between groups of digits
    decimal: str
    quotes: tuple[str, str]  # the one that opens and the one that closes
    seconds: Counted
    day_form: str  # of {day}, {month} and {year}
    minute_form: str  # of {date} and {time}
    months: tuple[str, ...]  # January to December

    # Why something was not done, or only in part, and what to do next.
    problem: str
    unexpected: str
    stopping: str
    too_late: str
    gave_up: str
    took_too_long: str
    not_written_down: str
    expired: str
    may_not_share: str
    not_in_channel: str
    no_words: str
    pair_gone: str
    files_not_read: str
    nothing_found: str
    no_inbox: str
    may_not_save: str
    no_window: str
    may_not_ask: str
    nobody_to_call: str
    not_called: str
    asked_too_much: str
    busy_minute: str
    queue_full: str

    # What the bot does, and what it has done.
    looking: str
    asked: str
    searching: str
    reading: Counted
    writing: str
    next_in_line: str
    in_line: str
    together: str
    stopped_before: str
    nothing_to_stop: str
    muted: str
    unmuted: str
    not_a_thread: str
    shared_by: str
    shared: str
    thanks: str
    noted: str
    passed_on: str
    kept_nothing: str
    forgotten: str
    not_forgotten: str
    stays_in_slack: str
    dismissed: str
    snoozed: str
    question_resolved: str
    calling: str
    called: str
    called_before: str
    resolved_by: str
    resolved: str

    # Answers, their sources and buttons.
    share: str
    person_wanted: str
    helpful: str
    not_helpful: str
    says_little: str
    nearest: str
    sources: str
    read_in: Counted
    line: str
    lines: str
    changed: str
    by: str
    also_in: str
    also_in_more: str
    resolve: str

    # Searches.
    explain: str
    related: str
    more: str
    deeper: str
    ask_this: str
    notes_for: str
    page: str
    no_more: str
    no_note: str
    also_searched: str
    close_to: str
    nothing_close: str

    # What the bot says of itself.
    hello: str
    help: str
    how_to_ask: str
    filters: str
    try_these: str
    prompt_title: str
    prompt: str

    # Why an answer did not help.
    what_was_missing: str
    send: str
    skip: str
    say_why: str
    say_why_passed_on: str
    reason: str
    in_your_words: str
    reason_wrong: str
    reason_outdated: str
    reason_incomplete: str
    reason_off_topic: str
    reason_sources: str
    no_reason: str
    did_not_help: str
    the_question: str
    the_answer: str
    why_you: str

    # A thread that is saved as a note.
    save_title: str
    reading_thread: str
    save: str
    cancel: str
    who_will_read: str
    title: str
    file_name: str
    text: str
    text_part: str
    goes_with_it: str
    goes_with_link: str
    read_in_part: str
    too_long_to_save: str
    saved: str

    # The Home tab.
    home_title: str
    can_search: str
    no_notes_yet: str
    and_more: str
    notes: Counted
    up_to_date: str
    asked_last: str
    digest_times: str
    next_digest: str
    no_next_digest: str
    last_digest: str
    no_last_digest: str
    for_admins: str
    health: str
    usage: str
    settings: str
    no_counts: str
    questions_asked: str
    open_questions: str
    verdicts: str
    delete_my_data: str
    sure_to_delete: str
    what_is_deleted: str
    delete: str
    keep: str

    # The digest.
    close: str
    digest: DigestWording

    # Remarks and errors, which reach the bot in English, by their templates; without a form they stay English.
    remarks: Mapping[str, str]

    def counted(self, forms: Counted, number: int, **filled: object) -> str:
        """The form for so many."""
        return forms[number != 1].format(number=self.number(number), **filled)

    def number(self, number: int) -> str:
        """A whole number."""
        return f"{number:,}".replace(",", self.thousands)

    def quoted(self, text: str) -> str:
        """Somebody else's words."""
        opening, closing = self.quotes
        return f"{opening}{text}{closing}"

    def tenths(self, number: float) -> str:
        """A number with one decimal place."""
        return f"{number:.1f}".replace(".", self.decimal)

    def day(self, moment: date) -> str:
        """A date."""
        return self.day_form.format(day=moment.day, month=self.months[moment.month - 1], year=moment.year)

    def minute(self, moment: datetime) -> str:
        """A date and a time."""
        return self.minute_form.format(date=self.day(moment), time=f"{moment:%H:%M}")


Sentence = Callable[[Wording], str]  # something to say, in whatever language
