"""The fixed sentences that say why something was not done, or only in part, and what to do next. All are mrkdwn."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.escaping import escape, plain
from knowledge.errors import CollectionNotFound, KnowledgeError, NoteNotFound, QueryError


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


def may_not_share(titles: Sequence[str]) -> str:
    """Sharing is refused because these sources may not be seen there."""
    named = ", ".join(f"“{plain(title, 150)}”" for title in titles)
    return f"I did not share this, because not everyone here may see {named}. You can share it where they may."


def not_in_channel() -> str:
    """Posting failed because the bot is no member."""
    return "I am not in this channel. Invite me with `/invite`, then try again."


def no_words() -> str:
    """A shortcut was used on a message without text."""
    return "I found no text in that message. I read what people write, not pictures or files."


def pair_gone() -> str:
    """A digest's button whose pair is not remembered, is gone, or may not be seen by who pressed."""
    return "This pair is resolved by now, or you may not see both of its notes. The next digest is up to date."


def files_not_read() -> str:
    """A question came with files."""
    return "I read only what you write, so I did not look at the attached files."


def nothing_found() -> str:
    """An answer without text: nothing in the notes speaks of the question."""
    return "I found nothing about this in the notes. Try other words, or name a collection with `in:`."


def no_inbox() -> str:
    """A thread cannot be saved, since the settings name no collection for it."""
    return "Nobody has set up a place for saved threads yet. Ask your admin to set `slack.inbox_collection`."


def may_not_save() -> str:
    """Somebody may not write notes."""
    return "You may not save notes from here. Ask your admin, or somebody who looks after the notes."


def no_window() -> str:
    """Slack opened no modal, since its three seconds had passed or it was told twice."""
    return "Slack opened no window for the note. Please choose the shortcut again."


def may_not_ask() -> str:
    """Somebody asks in a channel where only some people may."""
    return "In this channel only some people may ask me. Please write to me directly, or ask in another channel."


def nobody_to_call() -> str:
    """The settings name nobody any more."""
    return "There is nobody I could call for this channel. Please ask a colleague, or your admin to name somebody."


def not_called() -> str:
    """Somebody presses *Resolved* who was not called."""
    return "Only those who were called can mark this as resolved."


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
