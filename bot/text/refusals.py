"""The sentences that say why something was not done, or only in part, where something is filled into them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.text.english import ENGLISH
from bot.text.escaping import escape, plain
from bot.text.remarks import remark
from bot.text.wording import Wording
from knowledge.errors import CollectionNotFound, KnowledgeError, NoteNotFound, QueryError
from knowledge.remarks import joined

ID_LIMIT = 100


def problem(error: KnowledgeError, trace_id: str = "", words: Wording = ENGLISH) -> str:
    """What went wrong, for people, and the next step; with an id where asking in other words cannot mend it."""
    sentence = escape(remark(joined([error.message, error.hint]), words))
    if not trace_id or isinstance(error, (QueryError, CollectionNotFound, NoteNotFound)):
        return sentence
    return words.problem.format(sentence=sentence, id=plain(trace_id, ID_LIMIT))


def unexpected(trace_id: str, words: Wording = ENGLISH) -> str:
    """A failure that nobody foresaw."""
    return words.unexpected.format(id=plain(trace_id, ID_LIMIT))


def gave_up(trace_id: str, words: Wording = ENGLISH) -> str:
    """Working on this request stopped the bot several times."""
    return words.gave_up.format(id=plain(trace_id, ID_LIMIT))


def took_too_long(trace_id: str, words: Wording = ENGLISH) -> str:
    """The time for one request is used up."""
    return words.took_too_long.format(id=plain(trace_id, ID_LIMIT))


def may_not_share(titles: Sequence[str], words: Wording = ENGLISH) -> str:
    """Sharing is refused because these sources may not be seen there."""
    return words.may_not_share.format(titles=", ".join(words.quoted(plain(title, 150)) for title in titles))


def asked_too_much(asked: int, wait_seconds: int, words: Wording = ENGLISH) -> str:
    """One person's questions of the last minute are used up."""
    return words.asked_too_much.format(asked=words.number(asked), wait=words.counted(words.seconds, wait_seconds))


def busy_minute(wait_seconds: int, words: Wording = ENGLISH) -> str:
    """Everybody's questions of the last minute together are too many."""
    return words.busy_minute.format(wait=words.counted(words.seconds, wait_seconds))
