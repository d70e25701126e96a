"""What people asked and the notes did not answer: grouped by meaning, counted by people, told without names."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bot.digest.composing import Unanswered
from bot.state.database import StateDatabase
from knowledge.errors import KnowledgeError
from knowledge.ports import Matrix

ALIKE = 0.85  # cosine from which two questions mean the same
MOST = 500  # questions looked at, the latest ones
SHOWN = 10  # groups
PEOPLE = 2  # who must have asked it: what one person asked is told to nobody

_OPEN = "SELECT id, question, person, told FROM unanswered WHERE NOT resolved ORDER BY at DESC LIMIT ?"
_TOLD = "UPDATE unanswered SET told = TRUE WHERE id IN (EACH(?))"
_RESOLVE = "UPDATE unanswered SET resolved = TRUE WHERE id IN (EACH(?))"

Vectors = Callable[[Sequence[str]], Awaitable[Matrix]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question without an answer. `person` is no name, but the same for the same person."""

    id: str
    question: str
    person: str
    told: bool = False


class Questions:
    """The unanswered questions in the state database. Methods raise StateUnavailable."""

    def __init__(self, database: StateDatabase, *, enabled: bool) -> None:
        self._database = database
        self._enabled = enabled

    async def note(self, asked: Asked, *, now: float) -> None:
        """Keep a question that the notes did not answer; nothing is kept where the digest does not tell of them."""
        if self._enabled:
            await self._database.execute(
                "INSERT INTO unanswered (id, question, person, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (asked.id, asked.question, asked.person, now),
            )

    async def open(self, vectors: Vectors) -> tuple[Unanswered, ...]:
        """Groups of questions that nobody has marked as resolved, those asked by most people first."""
        if not self._enabled:
            return ()
        groups = [_told(group) for group in await _grouped(await self._asked(), vectors) if _may_be_told(group)]
        return tuple(sorted(groups, key=lambda one: -one.count)[:SHOWN])

    async def told(self, ids: Sequence[str]) -> None:
        """These were in a digest."""
        await self._database.execute(_TOLD, (json.dumps(list(ids)),))

    async def resolve(self, question_id: str, vectors: Vectors) -> bool:
        """Mark a question, and all that mean the same, as resolved; False where it is not kept any more."""
        for group in await _grouped(await self._asked(), vectors):
            if any(one.id == question_id for one in group):
                ids = json.dumps([one.id for one in group])
                await self._database.execute(_RESOLVE, (ids,))
                return True
        return False

    async def _asked(self) -> list[Asked]:
        rows = await self._database.fetch(_OPEN, (MOST,))
        return [Asked(id=row[0], question=row[1], person=row[2], told=bool(row[3])) for row in rows]


async def _grouped(asked: Sequence[Asked], vectors: Vectors) -> list[list[Asked]]:
    """Each question with the first group whose first question means the same; by their words without a model."""
    if not asked:
        return []
    try:
        near = await vectors([one.question for one in asked])
    except KnowledgeError:
        near = np.zeros((len(asked), 0), dtype=np.float32)
    said, alike = [_folded(one.question) for one in asked], near @ near.T >= ALIKE
    groups: list[list[int]] = []
    for at, words in enumerate(said):
        same = (group for group in groups if said[group[0]] == words or alike[group[0], at])
        if (group := next(same, None)) is not None:
            group.append(at)
        else:
            groups.append([at])
    return [[asked[at] for at in group] for group in groups]


def _told(group: Sequence[Asked]) -> Unanswered:
    return Unanswered(
        id=group[0].id,
        question=group[0].question,
        count=len({one.person for one in group}),
        members=tuple(one.id for one in group),
        new=not all(one.told for one in group),
    )


def _may_be_told(group: Sequence[Asked]) -> bool:
    return len({one.person for one in group}) >= PEOPLE


def _folded(question: str) -> str:
    return " ".join(question.casefold().split()).strip(" ?!.")
