"""A state into another place, row by row, whichever engines keep the two; then both are compared."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import StateBusy, StateNotCarried
from bot.state.database import StateDatabase
from bot.state.engine import Statement
from bot.state.spelling import storable

TOGETHER = 500  # rows read and written at once


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What is carried of a table. `key`: what tells its rows, in the order of which they are read."""

    key: tuple[str, ...]
    others: tuple[str, ...]
    flags: frozenset[str] = frozenset()  # truth values, which a file keeps as numbers

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.key, *self.others)


# Turns get new numbers in the order of the old ones. Leases of duties stay behind: whoever had one has stopped. So
# does what was asked in the last minute, which is over before bots run there.
_TABLES: Mapping[str, _Table] = {
    "requests": _Table(
        key=("id",),
        others=(
            "event_id",
            "occasion",
            "state",
            "owner",
            "lease_until",
            "attempts",
            "created_at",
            "payload",
            "led_by",
        ),
    ),
    "deliveries": _Table(key=("id",), others=("started_at", "begun", "finished_at", "ts")),
    "threads": _Table(key=("conversation",), others=("since",)),
    "quiet_threads": _Table(key=("conversation",), others=("muted_at", "unmuted_at")),
    "thread_rules": _Table(key=("thread",), others=("at", "payload")),
    "turns": _Table(key=("id",), others=("conversation", "request_id", "role", "text", "at")),
    "answers": _Table(key=("id",), others=("kind", "created_at", "payload")),
    "feedback": _Table(key=("answer_id", "user_id"), others=("value", "updated_at", "reason", "comment", "told_by")),
    "digest_watch": _Table(key=("channel",), others=("until",)),
    "digest_pairs": _Table(key=("channel", "id"), others=("contents", "slot", "payload")),
    "set_aside": _Table(key=("id",), others=("contents", "until", "user_id", "at")),
    "unanswered": _Table(
        key=("id",),
        others=("question", "person", "at", "told", "resolved"),
        flags=frozenset({"told", "resolved"}),
    ),
    "model_usage": _Table(key=("day",), others=("tokens", "dollars")),
    "welcomes": _Table(key=("place",), others=("request_id",)),
}
_NUMBERED = "turns"


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """How many rows of which table are in both now, and the SHA-256 of all that they say."""

    rows: Mapping[str, int]
    digest: str


async def carry_state(source: StateDatabase, target: StateDatabase) -> Carried:
    """Bring every row to the target, where it is not there yet, and compare. Run again, it goes on.

    Raises StateBusy where a bot works on the source, StateNotCarried where the target holds something else,
    StateUnavailable.
    """
    await _refuse_work(source)
    for name, table in _TABLES.items():
        columns = table.others if name == _NUMBERED else table.columns
        async for rows in _batches(source, name, table):
            await target.write(
                Statement(sql=_insert(name, columns), parameters=[row[-len(columns) :] for row in rows], many=True)
            )
    (counts, digest), (_, other) = await _told(source), await _told(target)
    if digest != other:
        raise StateNotCarried(
            "The second state database holds other things besides, or others have changed one of the two.",
            hint="Stop every bot, take an empty database, and run it again.",
        )
    return Carried(rows=counts, digest=digest)


async def _refuse_work(source: StateDatabase) -> None:
    sql = "SELECT 1 FROM requests WHERE state = 'claimed' AND owner <> '' AND lease_until > ? LIMIT 1"
    if await source.fetch(sql, (source.shared(time.time()),)):
        raise StateBusy(
            "A bot is answering requests of the first state database.", hint="Stop it, wait a minute, try again."
        )


async def _batches(database: StateDatabase, name: str, table: _Table) -> AsyncIterator[list[list[Any]]]:
    """All rows in the order of their key, some at a time."""
    key, columns = ", ".join(table.key), ", ".join(table.columns)
    last: Sequence[Any] = ()
    while True:
        marks = ", ".join("?" for _ in last)
        after = f"WHERE ({key}) > ({marks})" if last else ""
        sql = f"SELECT {columns} FROM {name} {after} ORDER BY {key} LIMIT {TOGETHER}"  # noqa: S608 - fixed names
        rows = await database.fetch(sql, last)
        if not rows:
            return
        yield [_row(table, row) for row in rows]
        last = rows[-1][: len(table.key)]


def _row(table: _Table, row: Sequence[Any]) -> list[Any]:
    return [
        bool(value) if column in table.flags else storable(value)
        for column, value in zip(table.columns, row, strict=True)
    ]


def _insert(name: str, columns: Sequence[str]) -> str:
    marks = ", ".join("?" for _ in columns)
    return f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT DO NOTHING"  # noqa: S608


async def _told(database: StateDatabase) -> tuple[Mapping[str, int], str]:
    """Rows by table, and the hash of all; the numbers of turns are left out."""
    counts, digest = {}, hashlib.sha256()
    for name, table in _TABLES.items():
        counts[name] = 0
        async for rows in _batches(database, name, table):
            counts[name] += len(rows)
            for row in rows:
                digest.update(json.dumps([name, *row[len(table.key) * (name == _NUMBERED) :]]).encode())
    return counts, digest.hexdigest()
