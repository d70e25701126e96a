"""What holds of a state database, whichever engine keeps it."""

import asyncio

import pytest

from bot.errors import StateUnavailable
from bot.state.database import StateDatabase
from bot.state.engine import Statement


async def test_of_one_write_everything_is_kept_or_nothing(database: StateDatabase) -> None:
    good = Statement(sql="INSERT INTO threads (conversation, since) VALUES ('a', 1)")
    with pytest.raises(StateUnavailable):
        await database.write(good, Statement(sql="INSERT INTO threads (conversation) VALUES ('b')"))
    assert await database.fetch("SELECT * FROM threads") == []
    await database.write(good)
    assert [row[0] for row in await database.fetch("SELECT conversation FROM threads")] == ["a"]


async def test_a_write_that_fails_undoes_nothing_of_its_neighbours(database: StateDatabase) -> None:
    sql = "INSERT INTO welcomes (place, request_id) VALUES (?, '')"
    refused = (
        Statement(sql=sql, parameters=("b",)),
        Statement(sql="INSERT INTO welcomes (place) VALUES ('c')"),
    )
    results = await asyncio.gather(
        database.execute(sql, ("a",)), database.write(*refused), database.execute(sql, ("d",)), return_exceptions=True
    )
    assert isinstance(results[1], StateUnavailable)
    rows = await database.fetch("SELECT place FROM welcomes ORDER BY place")
    assert [row[0] for row in rows] == ["a", "d"]


async def test_a_text_that_is_none_fails_alone(database: StateDatabase) -> None:
    sql = "INSERT INTO welcomes (place, request_id) VALUES (?, ?)"
    written = (database.execute(sql, (place, said)) for place, said in (("a", "x"), ("b", "\ud800"), ("c", "z")))
    results = await asyncio.gather(*written, return_exceptions=True)
    assert [type(result) for result in results] == [list, UnicodeEncodeError, list]
    rows = await database.fetch("SELECT place FROM welcomes ORDER BY place")
    assert [row[0] for row in rows] == ["a", "c"]


async def test_an_urgent_write_goes_before_those_that_wait(database: StateDatabase) -> None:
    def insert(name: str) -> Statement:
        said = (f"T1/{name}", name, name)
        return Statement(
            sql="INSERT INTO turns (conversation, request_id, role, text, at) VALUES (?, ?, 'person', ?, 0)",
            parameters=said,
        )

    await asyncio.gather(database.write(insert("first")), database.write(insert("urgent"), urgent=True))
    rows = await database.fetch("SELECT text FROM turns ORDER BY id")
    assert [row[0] for row in rows] == ["urgent", "first"]


async def test_a_writer_that_gives_up_waiting_leaves_the_others_alone(database: StateDatabase) -> None:
    sql = "INSERT INTO threads (conversation, since) VALUES (?, 1) RETURNING conversation"
    writes = [asyncio.create_task(database.execute(sql, (name,))) for name in ("a", "b", "c")]
    await asyncio.sleep(0)
    writes[1].cancel()
    results = await asyncio.gather(*writes, return_exceptions=True)
    assert [row[0] for row in results[0]] == ["a"]  # type: ignore[union-attr]  # rows, unless the test fails
    assert isinstance(results[1], asyncio.CancelledError)
    assert [row[0] for row in results[2]] == ["c"]  # type: ignore[union-attr]  # as above
