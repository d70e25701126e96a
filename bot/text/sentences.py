"""Every fixed sentence that people read in Slack: what is the case, and what to do next.

All of them are mrkdwn; what comes from outside is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.text.escaping import escape, plain
from knowledge.errors import KnowledgeError

_USER_ID = re.compile(r"[UW][A-Z0-9]+")


def looking(question: str) -> str:
    """The private line that repeats the question while the answer is on its way."""
    return f"Looking for an answer to: {plain(question, 300)}"


def asked(user: str, question: str) -> str:
    """The visible message under which a channel-visible `/ask` is answered."""
    return f"{_person(user)} asks: {plain(question, 2_000)}"


def working() -> str:
    """The status shown while a mention or direct message is worked on."""
    return "is looking through the notes..."


def problem(error: KnowledgeError) -> str:
    """What went wrong, for people, and the next step."""
    return escape(" ".join(part for part in (str(error), error.hint) if part))


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


def took_too_long() -> str:
    """The time for one request is used up."""
    return "This took too long, so I stopped. Please try a shorter question."


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


def nothing_found() -> str:
    """An answer without text: nothing in the notes speaks of the question."""
    return "I found nothing about this in the notes. Try other words, or name a collection with `in:`."


def _person(user: str) -> str:
    """A mention of the person who acts, never of somebody named in a text."""
    return f"<@{user}>" if _USER_ID.fullmatch(user) else "Someone"
