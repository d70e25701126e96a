"""What is kept for how long, and that it can be taken back in every database."""

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.beside import beside
from bot.origin import opaque
from bot.privacy import DAY_SECONDS, forget_now, keep_for
from bot.requests import Request
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.state.personal import Personal
from bot.state.records import Records, SearchRecord
from knowledge.traces.shapes import Privacy
from knowledge.traces.store import SqliteTraces
from knowledge.traces.values import Asked, Origin, Outcome, Step, Text, Trace
from tests.bot.conftest import MakeRequest


class Watched(Personal):
    """Tells when old rows have been deleted."""

    def __init__(self, database: StateDatabase) -> None:
        super().__init__(database)
        self.pruned = asyncio.Event()

    async def prune(self, before: float) -> int:
        deleted = await super().prune(before)
        self.pruned.set()
        return deleted


def trace(name: str, person: str) -> Trace:
    return Trace(
        id=name,
        started=datetime(2026, 1, 1, tzinfo=UTC),
        origin=Origin(id=name, surface="slack", person=opaque(person)),
        asked=Asked(kind="ask", text=Text("how?")),
        outcome=Outcome(),
        root=Step(name="ask", at=0.0, seconds=0.1, figures={}),
    )


async def traced(path: Path, *people: str) -> None:
    traces = await SqliteTraces.open(path)
    await traces.keep([trace(str(number), person) for number, person in enumerate(people)], Privacy())
    await traces.close()


async def left(path: Path) -> set[str]:
    traces = await SqliteTraces.open(path, read_only=True)
    found = await traces.latest(10)
    await traces.close()
    return {str(one["person"]) for one in found}


@pytest.mark.promise("people-can-delete-their-data")
async def test_traces_of_the_person_go_too_in_every_workspace_that_is_known(
    tmp_path: Path, request_of: MakeRequest
) -> None:
    state, traces = tmp_path / "state.db", tmp_path / "traces.db"
    await traced(traces, "T1/U1", "T1/U2", "T2/U1")
    database = await StateDatabase.open(state)
    asked: Request = request_of()
    await Inbox(database).claim(asked, owner="me", lease_until=0.0)
    await database.close()
    removed = await forget_now(state, traces, "U1")
    assert removed.counts["traces"] == 1
    assert await left(traces) == {opaque("T1/U2"), opaque("T2/U1")}
    assert (await forget_now(state, traces, "U1", team="T2")).counts["traces"] == 1
    assert await left(traces) == {opaque("T1/U2")}


async def test_where_nothing_was_kept_nothing_is_made(tmp_path: Path) -> None:
    removed = await forget_now(tmp_path / "state.db", tmp_path / "traces.db", "U1")
    assert (removed.counts, removed.in_progress) == ({}, 0)
    assert not any([await asyncio.to_thread((tmp_path / name).exists) for name in ("state.db", "traces.db")])


@pytest.mark.promise("old-conversations-vanish")
async def test_old_conversations_vanish_at_the_start(database: StateDatabase) -> None:
    records = Records(database)
    for name, age in (("old", 91), ("young", 89)):
        record = SearchRecord(id=name, user="U1", channel="C1", text="x")
        await records.save_search(record, now=time.time() - age * DAY_SECONDS)
    personal = Watched(database)
    async with beside(keep_for(90, personal)), asyncio.timeout(10):
        await personal.pruned.wait()
    assert await records.search("old") is None
    assert await records.search("young") is not None
