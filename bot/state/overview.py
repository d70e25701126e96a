"""Counts over everybody, without names or words."""

from __future__ import annotations

from dataclasses import dataclass

from bot.state.database import StateDatabase

_USAGE = """
    SELECT count(*), count(DISTINCT coalesce(FIELD(payload, team), '') || '/' || FIELD(payload, user)),
        count(*) FILTER (WHERE FIELD(payload, answer.mode) = 'none')
    FROM answers WHERE kind = 'answer' AND created_at >= ?
"""
_VERDICTS = """
    SELECT count(*) FILTER (WHERE value = 'helpful'), count(*) FILTER (WHERE value = 'not_helpful'),
        count(*) FILTER (WHERE reason <> '' OR comment <> '')
    FROM feedback
"""
# `0` follows `/`: every occasion of a workspace's digests, by the index.
_LAST_DIGEST = """
    SELECT occasion FROM requests WHERE occasion >= ? || '/digest/' AND occasion < ? || '/digest0'
        AND state = 'delivered'
    ORDER BY created_at DESC LIMIT 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Questions that were answered, by how many people, and how many of them the notes did not answer."""

    questions: int
    people: int
    without_answer: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """Feedback that is kept."""

    helpful: int
    not_helpful: int
    with_reason: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """`unanswered` counts the questions that are kept for the digest and that nobody marked as resolved."""

    usage: Usage
    verdicts: Verdicts
    unanswered: int


class Overview:
    """Every method raises StateUnavailable."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def counts(self, *, since: float) -> Counts:
        """All feedback and open questions, and the usage since then, in seconds since the epoch."""
        ((questions, people, without),) = await self._database.fetch(_USAGE, (since,))
        ((helpful, not_helpful, with_reason),) = await self._database.fetch(_VERDICTS)
        ((unanswered,),) = await self._database.fetch("SELECT count(*) FROM unanswered WHERE NOT resolved")
        return Counts(
            usage=Usage(questions=questions, people=people, without_answer=without),
            verdicts=Verdicts(helpful=helpful, not_helpful=not_helpful, with_reason=with_reason),
            unanswered=unanswered,
        )

    async def last_digest(self, team: str) -> str:
        """The slot of the last digest that was told; empty where none is remembered."""
        rows = await self._database.fetch(_LAST_DIGEST, (team, team))
        return str(rows[0][0]).rpartition("/")[2] if rows else ""
