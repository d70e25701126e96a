"""The fixed sentences that people read in Slack: what the bot does, and what it has done.

Why something was not done stands in `refusals`. All are mrkdwn; what comes from outside is escaped here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.text.escaping import link, plain

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


def together(messages: int) -> str:
    """The remark on an answer to several messages that came while another was being written."""
    return f"This answers {messages} messages of this conversation together."


def stopped_here() -> str:
    """The remark on an answer that a person ended."""
    return "Stopped on request, so this answer is incomplete."


def stopped_before() -> str:
    """In place of an answer that a person ended before its first word."""
    return "Stopped on request. Ask again whenever you like."


def nothing_to_stop() -> str:
    """Somebody said stop while no answer was being written."""
    return "I am not writing an answer here, so there is nothing to stop. Ask me a question whenever you like."


def muted() -> str:
    """Somebody wants quiet in a thread."""
    return (
        "I am quiet in this thread from now on. Mention me with a question and I answer that one; "
        "mention me with `unmute` and I join in again."
    )


def unmuted() -> str:
    """The thread is as it was before."""
    return "I am back in this thread, as I was before somebody muted me."


def not_a_thread() -> str:
    """Mute or unmute where there is no thread."""
    return "I can only be quiet in a thread of a channel: say `mute` or `unmute` to me there."


def shared_by(user: str) -> str:
    """The line above something that a person shared."""
    return f"Shared by {_person(user)}"


def saved(title: str, place: str, url: str | None) -> str:
    """Told to the person who saved a thread; `place` is collection and path of the note."""
    return f"Saved as “{plain(title, 150)}” in {link(url, plain(place, 300))}. It can be searched now."


def shared() -> str:
    """Told to the person who shared."""
    return "Shared. Everyone here can see it now."


def thanks() -> str:
    """Told to the person who gave feedback."""
    return "Thank you, noted. Press the other one if you change your mind."


def noted() -> str:
    """Told to the person who said why an answer did not help, where nobody is told of it."""
    return "Thank you, noted."


def passed_on() -> str:
    """The same where the notes' owner is told."""
    return "Thank you. I passed it on to whoever looks after these notes, without your name."


def forgotten(items: int, *, in_progress: int) -> str:
    """Everything of a person was deleted."""
    done = "I had kept nothing of you." if not items else f"Deleted: {items:,} of your records here."
    still = " What I am answering for you just now is not among it: press again afterwards." if in_progress else ""
    return f"{done}{still} Messages in Slack stay; you can delete yours there."


def set_aside(*, snooze: bool) -> str:
    """A pair was dismissed or snoozed."""
    until = "for 30 days" if snooze else "from now on"
    return f"Left out of the digest {until}. It comes back when one of the two notes changes."


def question_resolved() -> str:
    """A question without an answer was marked as resolved."""
    return "Marked as resolved. The next digest leaves it out."


def calling(asker: str, people: Sequence[str]) -> str:
    """The message that calls people, by ids from the settings, for the person who asked for it."""
    return f"{_person(asker)} would like to talk to a person. {' '.join(map(_called, people))}, can you help?"


def called() -> str:
    """Told to the person who called somebody."""
    return "I have called somebody into the thread. They will answer you there."


def called_before() -> str:
    """The same people were called for this answer before."""
    return "Somebody has been called for this answer already. They will answer in the thread."


def resolved_by(user: str) -> str:
    """What takes the place of a call."""
    return f":white_check_mark: Resolved by {_person(user)}"


def resolved() -> str:
    """Told to the person who marked a call as resolved."""
    return "Marked as resolved. Thank you for helping."


def _called(person: str) -> str:
    """A mention of a user or user group that the settings name; of anything else its text."""
    if _GROUP_ID.fullmatch(person):
        return f"<!subteam^{person}>"
    return f"<@{person}>" if _USER_ID.fullmatch(person) else plain(person, 100)


def _person(user: str) -> str:
    """A mention of the person who acts, never of somebody named in a text."""
    return f"<@{user}>" if _USER_ID.fullmatch(user) else "Someone"
