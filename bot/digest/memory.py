"""What a digest must remember: the slots that were claimed, the pairs that were reported, what people set aside."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.state.database import StateDatabase
from bot.state.engine import Statement
from knowledge.types import NoteRef

_SET_ASIDE = """
    INSERT INTO set_aside (id, contents, until, user_id, at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET contents = excluded.contents, until = excluded.until,
        user_id = excluded.user_id, at = excluded.at
"""
_REPORT = """
    INSERT INTO digest_pairs (channel, id, contents, slot, payload)
    VALUES (:channel, :id, :contents, :slot, :payload)
    ON CONFLICT (channel, id) DO UPDATE SET contents = excluded.contents, payload = excluded.payload
"""
_WATCH = """
    INSERT INTO digest_watch (channel, until) VALUES (?, ?)
    ON CONFLICT (channel) DO UPDATE SET until = excluded.until
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """A pair as a digest told of it. `contents` is a hash of what its notes said then."""

    id: str
    contents: str
    slot: str
    members: tuple[NoteRef, NoteRef]


@dataclass(frozen=True, slots=True, kw_only=True)
class Aside:
    """A pair that somebody does not want to see again, while its notes say the same. `until` None: for good."""

    id: str
    contents: str
    until: float | None


class Memory:
    """The digest's part of the state database. Times are seconds since the epoch; methods raise StateUnavailable."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def watched_until(self, channel: str, *, start: float) -> float:
        """Up to when slots were claimed for the channel; `start` where none ever was, noted from now on."""
        await self._database.execute(
            "INSERT INTO digest_watch (channel, until) VALUES (?, ?) ON CONFLICT DO NOTHING", (channel, start)
        )
        ((until,),) = await self._database.fetch("SELECT until FROM digest_watch WHERE channel = ?", (channel,))
        return float(until)

    async def watch(self, channel: str, until: float) -> None:
        """Every slot up to then is claimed. A clock that was wrong may go back: no slot is claimed twice."""
        await self._database.execute(_WATCH, (channel, until))

    async def reported(self, channel: str) -> dict[str, Reported]:
        """The pairs that the last digest there called new or open, by id."""
        rows = await self._database.fetch(
            "SELECT id, contents, slot, payload FROM digest_pairs WHERE channel = ?", (channel,)
        )
        return {row[0]: Reported(id=row[0], contents=row[1], slot=row[2], members=_members(row[3])) for row in rows}

    async def report(self, channel: str, pairs: Sequence[Reported]) -> None:
        """These are the pairs that a digest has just told of; earlier ones are forgotten."""
        ids = json.dumps([pair.id for pair in pairs])
        await self._database.write(
            Statement(
                sql="DELETE FROM digest_pairs WHERE channel = ? AND id NOT IN (EACH(?))",
                parameters=(channel, ids),
            ),
            Statement(sql=_REPORT, parameters=[_row(channel, pair) for pair in pairs], many=True),
        )

    async def find(self, channel: str, pair_id: str) -> Reported | None:
        """A pair that the last digest there told of; None where it is not remembered any more."""
        return (await self.reported(channel)).get(pair_id)

    async def set_aside(self, aside: Aside, *, user: str, now: float) -> None:
        """Somebody does not want to see this pair."""
        await self._database.execute(_SET_ASIDE, (aside.id, aside.contents, aside.until, user, now))

    async def asides(self) -> Mapping[str, Aside]:
        """Everything that was set aside, by id, also what has come back since."""
        rows = await self._database.fetch("SELECT id, contents, until FROM set_aside")
        return {row[0]: Aside(id=row[0], contents=row[1], until=row[2]) for row in rows}


def _row(channel: str, pair: Reported) -> dict[str, Any]:
    members = [[ref.collection, ref.path] for ref in pair.members]
    return {
        "channel": channel,
        "id": pair.id,
        "contents": pair.contents,
        "slot": pair.slot,
        "payload": json.dumps(members, ensure_ascii=False),
    }


def _members(payload: str) -> tuple[NoteRef, NoteRef]:
    left, right = (NoteRef(collection=collection, path=path) for collection, path in json.loads(payload))
    return left, right
