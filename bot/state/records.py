"""What buttons need of an answer or a search after it was shown, and what people thought of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import TypeAdapter

from bot.state.database import StateDatabase
from bot.state.kept import KeptAnswer
from knowledge.types import NoteRef

Verdict = Literal["helpful", "not_helpful"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerRecord:
    """An answer as it was given."""

    id: str  # of the request that it answers
    user: str
    channel: str
    question: str
    answer: KeptAnswer
    shared: bool = False  # whether it was made for several readers
    thread_ts: str = ""  # of the question, where others can read it
    others: tuple[str, ...] = ()  # who asked too
    team: str = ""  # the workspace of all these people


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRecord:
    """A search and the notes that it showed so far, in order."""

    id: str
    user: str
    channel: str
    text: str
    plus: bool = False
    shown: tuple[NoteRef, ...] = ()
    team: str = ""  # the workspace of that person


_ANSWER = TypeAdapter(AnswerRecord)
_SEARCH = TypeAdapter(SearchRecord)
_JUDGE = """
    INSERT INTO feedback (answer_id, user_id, value, updated_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (answer_id, user_id) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at,
        reason = CASE WHEN excluded.value = 'helpful' THEN '' ELSE feedback.reason END,
        comment = CASE WHEN excluded.value = 'helpful' THEN '' ELSE feedback.comment END
"""
_VERDICTS = """
    SELECT answer_id, value FROM feedback
    WHERE answer_id IN (EACH(?)) ORDER BY answer_id, updated_at
"""
_SAVE = """
    INSERT INTO answers (id, kind, created_at, payload) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET payload = excluded.payload
"""


class Records:
    """Answers and searches by id, and feedback. Every method raises StateUnavailable."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def save_answer(self, record: AnswerRecord, *, now: float) -> None:
        """Keep an answer; an earlier one with the same id is replaced."""
        await self._save(record.id, "answer", now, _ANSWER.dump_json(record).decode())

    async def save_search(self, record: SearchRecord, *, now: float) -> None:
        """Keep a search; an earlier one with the same id is replaced."""
        await self._save(record.id, "search", now, _SEARCH.dump_json(record).decode())

    async def answer(self, record_id: str) -> AnswerRecord | None:
        """The answer with that id; None where there is none."""
        payload = await self._payload(record_id, "answer")
        return None if payload is None else _ANSWER.validate_json(payload)

    async def search(self, record_id: str) -> SearchRecord | None:
        """The search with that id; None where there is none."""
        payload = await self._payload(record_id, "search")
        return None if payload is None else _SEARCH.validate_json(payload)

    async def judge(self, answer_id: str, user: str, verdict: Verdict, *, now: float) -> None:
        """Note what a person thinks of an answer; a second verdict replaces the first."""
        await self._database.execute(_JUDGE, (answer_id, user, verdict, now))

    async def verdicts(self, answer_ids: Sequence[str]) -> dict[str, list[Verdict]]:
        """What people think of these answers, one verdict for each of them; answers without any are left out."""
        rows = await self._database.fetch(_VERDICTS, (json.dumps(list(answer_ids)),))
        found: dict[str, list[Verdict]] = {}
        for answer_id, value in rows:
            found.setdefault(answer_id, []).append(value)
        return found

    async def judged(self, verdict: Verdict) -> list[str]:
        """Ids of the answers that somebody judged like this."""
        rows = await self._database.fetch("SELECT DISTINCT answer_id FROM feedback WHERE value = ?", (verdict,))
        return [row[0] for row in rows]

    async def _save(self, record_id: str, kind: str, now: float, payload: str) -> None:
        await self._database.execute(_SAVE, (record_id, kind, now, payload))

    async def _payload(self, record_id: str, kind: str) -> str | None:
        rows = await self._database.fetch("SELECT payload FROM answers WHERE id = ? AND kind = ?", (record_id, kind))
        return str(rows[0][0]) if rows else None
