"""What the state database holds of one person, and of everyone: shown, taken back, and deleted when it is old."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.origin import opaque
from bot.state.askings import forgetting, person_of
from bot.state.database import StateDatabase
from bot.state.engine import Statement

TOGETHER = 200  # rows deleted in one transaction, so that a claim never waits for long

_RECENT = """
    SELECT FIELD(payload, question), created_at FROM answers
    WHERE FIELD(payload, user) = ? AND kind = 'answer'
        AND coalesce(FIELD(payload, team), '') = ?
    ORDER BY created_at DESC LIMIT ?
"""
# Elsewhere the same id is somebody else. What was kept without a workspace is of whoever has the id.
_THERE = """
    (:teams = '[]' OR coalesce(FIELD(payload, team), '') IN (EACH(:teams)))
"""
# An answer to several people goes as soon as one of them wants it.
_THEIR_ANSWERS = f"""
    SELECT id FROM answers WHERE FIELD(payload, user) = :user AND {_THERE}
    UNION SELECT id FROM answers WHERE HOLDS(payload, others, :user) AND {_THERE}
"""  # noqa: S608 - fixed text
# By what is told of it. Keys of requests stay, so that what Slack tells again is not answered again; words go.
_FORGET: Mapping[str, str] = {
    "turns": f"DELETE FROM turns WHERE request_id IN ({_THEIR_ANSWERS}) RETURNING 1",  # noqa: S608 - fixed text
    "answers": f"DELETE FROM answers WHERE id IN ({_THEIR_ANSWERS}) AND kind = 'answer' RETURNING 1",  # noqa: S608
    "searches": f"""
        DELETE FROM answers WHERE FIELD(payload, user) = :user AND kind = 'search' AND {_THERE} RETURNING 1
    """,  # noqa: S608
    # After the person's own answers: what is left of theirs is on answers of others, or on none that is kept.
    "feedback": f"""
        DELETE FROM feedback WHERE user_id = :user
            AND NOT EXISTS (SELECT 1 FROM answers WHERE answers.id = feedback.answer_id AND NOT {_THERE})
        RETURNING 1
    """,  # noqa: S608
    "unanswered": "DELETE FROM unanswered WHERE person = :person AND :digests RETURNING 1",
    "requests": f"""
        UPDATE requests SET payload = '',
            state = CASE WHEN state = 'claimed' THEN 'failed' ELSE state END
        WHERE payload <> '' AND FIELD(payload, user) = :user AND id <> :besides AND lease_until < :now
            AND {_THERE}
        RETURNING 1
    """,  # noqa: S608
    "dismissals": "UPDATE set_aside SET user_id = '' WHERE user_id = :user AND :digests RETURNING 1",
}
_IN_PROGRESS = f"""
    SELECT count(*) FROM requests
    WHERE payload <> '' AND FIELD(payload, user) = :user AND id <> :besides AND lease_until >= :now
        AND {_THERE}
"""  # noqa: S608
# By table: what tells a row, and how old it is.
_AGES: Mapping[str, tuple[str, str]] = {
    "turns": ("id", "at"),
    "answers": ("id", "created_at"),
    "feedback": ("answer_id, user_id", "updated_at"),
    "unanswered": ("id", "at"),
    "requests": ("id", "created_at"),
    "deliveries": ("id", "started_at"),
    "threads": ("conversation", "since"),
    "thread_rules": ("thread", "at"),
}
# Conversations in a terminal are of no workspace, and of a text without a slash PostgreSQL takes no beginning.
_TEAMS = """
    SELECT substr(occasion, 1, instr(occasion, '/') - 1) FROM requests WHERE instr(occasion, '/') > 0
    UNION SELECT substr(conversation, 1, instr(conversation, '/') - 1) FROM turns WHERE instr(conversation, '/') > 0
    UNION SELECT substr(conversation, 1, instr(conversation, '/') - 1) FROM threads WHERE instr(conversation, '/') > 0
    UNION SELECT coalesce(FIELD(payload, team), '') FROM answers
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastQuestion:
    """A question that a person asked. `at` is aware, UTC."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """How much was deleted, or made nobody's, of what. `in_progress`: requests that are being answered just now."""

    counts: Mapping[str, int]
    in_progress: int


class Personal:
    """Whatever belongs to a person, by Slack's user id. Times are seconds since the epoch.

    Every method raises StateUnavailable.
    """

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def recent(self, user: str, team: str, *, limit: int) -> tuple[PastQuestion, ...]:
        """The questions that this person of that workspace asked last, the latest first."""
        rows = await self._database.fetch(_RECENT, (user, team, limit))
        return tuple(PastQuestion(text=str(row[0]), at=datetime.fromtimestamp(row[1], UTC)) for row in rows)

    async def teams(self) -> tuple[str, ...]:
        """Ids of the workspaces from which something is kept."""
        return tuple(row[0] for row in await self._database.fetch(_TEAMS) if row[0])

    async def forget(
        self, user: str, *, now: float, teams: Sequence[str] = (), digests: bool = True, besides: str = ""
    ) -> Removed:
        """Delete or make nobody's everything of this person. `besides`: the request that asks for it.

        `teams`: the workspaces in which this is that person; none: wherever the id was seen. `digests`: whether the
        one in which digests go is among them, since what they keep names no workspace.
        Requests that somebody works on are left to end. What is deleted can be read in no file of the database any
        more, once nobody else reads it.
        """
        values: dict[str, str | float] = {
            "user": user,
            "person": opaque(user),
            "teams": json.dumps(["", *teams] if teams else []),
            "digests": digests,
            "besides": besides,
            "now": self._database.shared(now),
        }
        statements = [*_FORGET.values(), _IN_PROGRESS]
        _, *results, ((left,),) = await self._database.write(
            forgetting([person_of(team, user) for team in teams]),
            *(Statement(sql=sql, parameters=_named(sql, values)) for sql in statements),
        )
        await self._database.settle()
        return Removed(
            counts={name: len(rows) for name, rows in zip(_FORGET, results, strict=True)}, in_progress=left
        )

    async def prune(self, before: float) -> int:
        """Delete everyone's words that are older than that; how many rows."""
        deleted = 0
        for table, (key, age) in _AGES.items():
            old = f"SELECT {key} FROM {table} WHERE {age} < ? LIMIT {TOGETHER}"  # noqa: S608 - fixed names
            sql = f"DELETE FROM {table} WHERE ({key}) IN ({old}) RETURNING 1"  # noqa: S608
            gone = TOGETHER
            while gone == TOGETHER:
                gone = len(await self._database.execute(sql, (before,)))
                deleted += gone
        return deleted


def _named(sql: str, values: Mapping[str, str | float]) -> dict[str, str | float]:
    return {name: value for name, value in values.items() if f":{name}" in sql}
