"""The sentences that people read in Slack, where something is filled into them: what the bot does and has done.

All are mrkdwn; what comes from outside is escaped here, for all languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.text.english import ENGLISH
from bot.text.escaping import link, plain
from bot.text.wording import Wording

_GROUP_ID = re.compile(r"S[A-Z0-9]+")
_USER_ID = re.compile(r"[UW][A-Z0-9]+")


def looking(question: str, words: Wording = ENGLISH) -> str:
    """The private line that repeats the question while the answer is on its way."""
    return words.looking.format(question=plain(question, 300))


def asked(user: str, question: str, words: Wording = ENGLISH) -> str:
    """The visible message under which a channel-visible `/ask` is answered."""
    return words.asked.format(person=_person(user, words), question=plain(question, 2_000))


def in_line(ahead: int, words: Wording = ENGLISH) -> str:
    """The status of a message whose turn has not come."""
    return words.in_line.format(ahead=words.number(ahead)) if ahead else words.next_in_line


def together(messages: int, words: Wording = ENGLISH) -> str:
    """The remark on an answer to several messages that came while another was being written."""
    return words.together.format(messages=words.number(messages))


def shared_by(user: str, words: Wording = ENGLISH) -> str:
    """The line above something that a person shared."""
    return words.shared_by.format(person=_person(user, words))


def saved(title: str, place: str, url: str | None, words: Wording = ENGLISH) -> str:
    """Told to the person who saved a thread; `place` is collection and path of the note."""
    return words.saved.format(title=plain(title, 150), place=link(url, plain(place, 300)))


def forgotten(items: int, *, in_progress: int, words: Wording = ENGLISH) -> str:
    """Everything of a person was deleted."""
    done = words.forgotten.format(items=words.number(items)) if items else words.kept_nothing
    return " ".join([done, *([words.not_forgotten] if in_progress else []), words.stays_in_slack])


def calling(asker: str, people: Sequence[str], words: Wording = ENGLISH) -> str:
    """The message that calls people, by ids from the settings, for the person who asked for it."""
    return words.calling.format(person=_person(asker, words), people=" ".join(map(_called, people)))


def resolved_by(user: str, words: Wording = ENGLISH) -> str:
    """What takes the place of a call."""
    return words.resolved_by.format(person=_person(user, words))


def _called(person: str) -> str:
    """A mention of a user or user group that the settings name; of anything else its text."""
    if _GROUP_ID.fullmatch(person):
        return f"<!subteam^{person}>"
    return f"<@{person}>" if _USER_ID.fullmatch(person) else plain(person, 100)


def _person(user: str, words: Wording) -> str:
    """A mention of the person who acts, never of somebody named in a text."""
    return f"<@{user}>" if _USER_ID.fullmatch(user) else words.somebody
