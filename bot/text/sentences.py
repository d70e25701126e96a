"""Every fixed sentence that people read in Slack: what is the case, and what to do next.

All of them are mrkdwn; what comes from outside is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.text.escaping import escape, plain
from knowledge.errors import CollectionNotFound, KnowledgeError, NoteNotFound, QueryError

_GROUP_ID = re.compile(r"S[A-Z0-9]+")
_USER_ID = re.compile(r"[UW][A-Z0-9]+")


def looking(question: str) -> str:
    """The private line that repeats the question while the answer is on its way."""
    return f"Looking for an answer to: {plain(question, 300)}"


def asked(user: str, question: str) -> str:
    """The visible message under which a channel-visible `/ask` is answered."""
    return f"{_person(user)} asks: {plain(question, 2_000)}"


def searching() -> str:
    """The status shown first, while a mention or direct message is worked on."""
    return "is searching the notes..."


def reading(notes: int) -> str:
    """The status while a model reads what was found."""
    return "is reading 1 note..." if notes == 1 else f"is reading {notes} notes..."


def writing() -> str:
    """The status once the first words have come."""
    return "is writing the answer..."


def in_line(ahead: int) -> str:
    """The status of a message whose turn has not come."""
    return "is busy; yours is next in line..." if ahead == 0 else f"is busy; {ahead} before yours in line..."


def stopped_here() -> str:
    """The remark on an answer that a person ended."""
    return "Stopped on request, so this answer is incomplete."


def stopped_before() -> str:
    """In place of an answer that a person ended before its first word."""
    return "Stopped on request. Ask again whenever you like."


def nothing_to_stop() -> str:
    """Somebody said stop while no answer was being written."""
    return "I am not writing an answer here, so there is nothing to stop. Ask me a question whenever you like."


def problem(error: KnowledgeError, trace_id: str = "") -> str:
    """What went wrong, for people, and the next step; with an id where asking in other words cannot mend it."""
    sentence = escape(" ".join(part for part in (str(error), error.hint) if part))
    if not trace_id or isinstance(error, (QueryError, CollectionNotFound, NoteNotFound)):
        return sentence
    return f"{sentence} If it stays so, tell your admin this id: `{plain(trace_id, 100)}`"


def unexpected(trace_id: str) -> str:
    """A failure that nobody foresaw."""
    return (
        "Sorry, something went wrong on my side. Please try again; "
        f"if it happens again, tell your admin this id: `{plain(trace_id, 100)}`"
    )


def stopping() -> str:
    """The bot is shut down before the answer was ready."""
    return "I am being restarted and could not finish this answer. Please ask again in a minute."


def too_late() -> str:
    """The bot was away so long that the answer would come out of the blue."""
    return "I was not running when this came in, and it is too old to answer now. Please ask again."


def gave_up(trace_id: str) -> str:
    """Working on this request stopped the bot several times."""
    return (
        "Sorry, I tried this one several times and could not finish it. Please ask in other words, "
        f"or tell your admin this id: `{plain(trace_id, 100)}`"
    )


def took_too_long(trace_id: str) -> str:
    """The time for one request is used up."""
    return (
        "This took too long, so I stopped. Please try a shorter question; "
        f"if it happens again, tell your admin this id: `{plain(trace_id, 100)}`"
    )


def not_written_down() -> str:
    """The state database could not take the request."""
    return "I cannot take questions right now. Please try again in a minute."


def expired() -> str:
    """What a button belongs to is not stored any more."""
    return "This is too old to act on. Please ask again."


def shared_by(user: str) -> str:
    """The line above something that a person shared."""
    return f"Shared by {_person(user)}"


def shared() -> str:
    """Told to the person who shared."""
    return "Shared. Everyone here can see it now."


def may_not_share(titles: Sequence[str]) -> str:
    """Sharing is refused because these sources may not be seen there."""
    named = ", ".join(f"“{plain(title, 150)}”" for title in titles)
    return f"I did not share this, because not everyone here may see {named}. You can share it where they may."


def not_in_channel() -> str:
    """Posting failed because the bot is no member."""
    return "I am not in this channel. Invite me with `/invite`, then try again."


def thanks() -> str:
    """Told to the person who gave feedback."""
    return "Thank you, noted. Press the other one if you change your mind."


def noted() -> str:
    """Told to the person who said why an answer did not help, where nobody is told of it."""
    return "Thank you, noted."


def passed_on() -> str:
    """The same where the notes' owner is told."""
    return "Thank you. I passed it on to whoever looks after these notes, without your name."


def no_words() -> str:
    """A shortcut was used on a message without text."""
    return "I found no text in that message. I read what people write, not pictures or files."


def forgotten(items: int, *, in_progress: int) -> str:
    """Everything of a person was deleted."""
    done = "I had kept nothing of you." if not items else f"Deleted: {items:,} of your records here."
    still = " What I am answering for you just now is not among it: press again afterwards." if in_progress else ""
    return f"{done}{still} Messages in Slack stay; you can delete yours there."


def pair_gone() -> str:
    """A digest's button whose pair is not remembered, is gone, or may not be seen by who pressed."""
    return "This pair is resolved by now, or you may not see both of its notes. The next digest is up to date."


def set_aside(*, snooze: bool) -> str:
    """A pair was dismissed or snoozed."""
    until = "for 30 days" if snooze else "from now on"
    return f"Left out of the digest {until}. It comes back when one of the two notes changes."


def question_resolved() -> str:
    """A question without an answer was marked as resolved."""
    return "Marked as resolved. The next digest leaves it out."


def files_not_read() -> str:
    """A question came with files."""
    return "I read only what you write, so I did not look at the attached files."


def nothing_found() -> str:
    """An answer without text: nothing in the notes speaks of the question."""
    return "I found nothing about this in the notes. Try other words, or name a collection with `in:`."


def may_not_ask() -> str:
    """Somebody asks in a channel where only some people may."""
    return "In this channel only some people may ask me. Please write to me directly, or ask in another channel."


def calling(asker: str, people: Sequence[str]) -> str:
    """The message that calls people, by ids from the settings, for the person who asked for it."""
    return f"{_person(asker)} would like to talk to a person. {' '.join(map(_called, people))}, can you help?"


def called() -> str:
    """Told to the person who called somebody."""
    return "I have called somebody into the thread. They will answer you there."


def called_before() -> str:
    """The same people were called for this answer before."""
    return "Somebody has been called for this answer already. They will answer in the thread."


def nobody_to_call() -> str:
    """The settings name nobody any more."""
    return "There is nobody I could call for this channel. Please ask a colleague, or your admin to name somebody."


def not_called() -> str:
    """Somebody presses *Resolved* who was not called."""
    return "Only those who were called can mark this as resolved."


def resolved_by(user: str) -> str:
    """What takes the place of a call."""
    return f":white_check_mark: Resolved by {_person(user)}"


def resolved() -> str:
    """Told to the person who marked a call as resolved."""
    return "Marked as resolved. Thank you for helping."


def asked_too_much(asked: int, wait_seconds: int) -> str:
    """One person's questions of the last minute are used up."""
    return f"You have asked {asked} questions in the last minute; please wait {_seconds(wait_seconds)} and ask again."


def busy_minute(wait_seconds: int) -> str:
    """Everybody's questions of the last minute together are too many."""
    return f"Many people are asking me at once; please wait {_seconds(wait_seconds)} and ask again."


def queue_full() -> str:
    """More requests wait than may."""
    return "I have more questions in line than I can answer soon. Please ask again in a few minutes."


def budget_used() -> str:
    """The chat model's budget of the day is used up."""
    return (
        "Today's budget for the chat model is used up, so these are the notes' own words. "
        "Full answers are back tomorrow."
    )


def budget_used_to_search() -> str:
    """The same, said of a search that was to look for other words."""
    return "Today's budget for the chat model is used up, so only your own words were searched."


def _seconds(number: int) -> str:
    return "1 second" if number == 1 else f"{number} seconds"


def _called(person: str) -> str:
    """A mention of a user or user group that the settings name; of anything else its text."""
    if _GROUP_ID.fullmatch(person):
        return f"<!subteam^{person}>"
    return f"<@{person}>" if _USER_ID.fullmatch(person) else plain(person, 100)


def _person(user: str) -> str:
    """A mention of the person who acts, never of somebody named in a text."""
    return f"<@{user}>" if _USER_ID.fullmatch(user) else "Someone"
