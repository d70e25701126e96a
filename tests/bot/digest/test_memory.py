"""What a digest remembers, in a real state database."""

from __future__ import annotations

from bot.digest.memory import Aside, Memory, Reported
from bot.state.database import StateDatabase
from knowledge.types import NoteRef

MEMBERS = (NoteRef(collection="handbook", path="leave.md"), NoteRef(collection="hr", path="ferien/ü.md"))


def told(name: str, contents: str = "x") -> Reported:
    return Reported(id=name, contents=contents, slot="2026-01-12T09:00", members=MEMBERS)


async def test_reported_pairs_come_back_as_they_were_and_earlier_ones_are_forgotten(database: StateDatabase) -> None:
    memory = Memory(database)
    await memory.report("C1", [told("a"), told("b")])
    await memory.report("C1", [told("b", "y"), told("c")])
    assert await memory.reported("C1") == {"b": told("b", "y"), "c": told("c")}
    assert await memory.reported("C2") == {}
    assert await memory.find("C1", "b") == told("b", "y")
    assert await memory.find("C1", "a") is None


async def test_what_is_set_aside_again_counts_as_said_last(database: StateDatabase) -> None:
    memory = Memory(database)
    await memory.set_aside(Aside(id="a", contents="x", until=None), user="U1", now=1.0)
    await memory.set_aside(Aside(id="a", contents="y", until=9.0), user="U2", now=2.0)
    assert await memory.asides() == {"a": Aside(id="a", contents="y", until=9.0)}


async def test_the_watch_begins_once_and_a_clock_set_right_sets_it_right(database: StateDatabase) -> None:
    memory = Memory(database)
    assert await memory.watched_until("C1", start=100.0) == 100.0
    await memory.watch("C1", 200.0)
    await memory.watch("C1", 150.0)
    assert await memory.watched_until("C1", start=300.0) == 150.0
