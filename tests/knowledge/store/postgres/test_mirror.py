"""Vectors of a server in memory: the same answers as brute force, at every moment, whatever was noted of changes."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise

import numpy as np
import pytest

from knowledge.filters import Not
from knowledge.ports import Store, TermCandidates, Vector
from knowledge.store.blocks import Ids
from knowledge.store.copied import SEARCHES_FIRST
from knowledge.store.postgres import PostgresStore, mirror, statements, vector_rows
from knowledge.store.postgres.database import Connection, Database
from knowledge.store.postgres.mirror import ServerMirror
from knowledge.store.postgres.summary import summary_of
from knowledge.store.room import Room
from knowledge.types import Scope
from tests.knowledge.store.builders import everywhere, note, readings, ref, vectors_for
from tests.knowledge.store.contract import StoreContract
from tests.knowledge.store.contract_memory import MemoryContract, fill, ids, path, warm
from tests.postgres import PostgresServer

CHANGES = "SELECT count(*) FROM footnote.vector_changes"


class WarmStore(PostgresStore):
    """A store that has always searched often enough."""

    async def nearest(self, vector: Vector, scope: Scope, limit: int) -> Sequence[tuple[int, float]]:
        for _ in range(SEARCHES_FIRST):
            await super().nearest(vector, scope, limit)
        await self.vectors_in_memory()
        return await super().nearest(vector, scope, limit)

    async def term_candidates(self, terms: Sequence[str], scope: Scope, limit: int) -> TermCandidates:
        for _ in range(SEARCHES_FIRST):
            await super().term_candidates(terms, scope, limit)
        return await super().term_candidates(terms, scope, limit)


@pytest.fixture
async def plain(url: str, store: PostgresStore) -> AsyncIterator[PostgresStore]:
    """The same index, searched by its server alone."""
    opened = await PostgresStore.open(url, readings=readings, vector_memory_bytes=0)
    yield opened
    await opened.close()


class TestPostgresStoreFromMemory(StoreContract):
    """The contract of stores, searched in memory."""

    @pytest.fixture
    async def store(self, url: str) -> AsyncIterator[Store]:
        opened = await WarmStore.open(url, readings=readings)
        yield opened
        await opened.close()


class TestPostgresMemory(MemoryContract):
    """Nothing of its own."""


@pytest.mark.promise("filters-come-before-the-ranking")
@pytest.mark.promise("permission-is-checked-before-the-search")
@pytest.mark.parametrize("limit", [1, 64, 700])
async def test_a_scope_is_searched_as_by_brute_force(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, limit: int
) -> None:
    monkeypatch.setattr(vector_rows, "MOST_BYTES", 256 * 4 * 8)  # of 600 vectors, 256 at once
    random = np.random.default_rng(limit)
    for number in range(6):
        texts = [f"{number} {place}" for place in range(100)]
        rows = vectors_for([f"seen {seen}" for seen in random.integers(0, 40, 100)])
        await store.put(*note(f"{number}.md", *texts, collection=("a", "b")[number % 2]))
        waiting = await store.pending(1_000)
        await store.store_vectors("m", [piece.id for piece in waiting], rows)
    for scope in (
        everywhere("a", "b"),
        everywhere("a"),
        Scope(collections=("a", "b"), filter=Not(operand=path("2.md"))),
        Scope(collections=("b",), filter=path("2.md")),
    ):
        inside = [info.ref for info in await store.notes(scope)]
        chunks = [piece.id for each in inside for piece in await store.note_chunks(each)]
        vectors = [vector for each in inside for vector in await store.note_vectors(each)]
        for query in random.normal(size=(3, 8)).astype(np.float32):
            assert await warm(store, query, scope, limit) > 0
            found = await store.nearest(query, scope, limit)
            cosines = dict(
                zip(chunks, (np.array(vectors).reshape(-1, 8) @ query) / np.linalg.norm(query), strict=True)
            )
            assert len(found) == min(limit, len(chunks))
            np.testing.assert_allclose(
                [cosine for _, cosine in found], [cosines[one] for one in ids(found)], atol=1e-6
            )
            best = sorted(cosines.values(), reverse=True)[: len(found)]
            np.testing.assert_allclose([cosine for _, cosine in found], best, atol=1e-6)
            assert all(first[1] > then[1] or first[0] < then[0] for first, then in pairwise(found))


async def test_who_looked_too_long_ago_compares_all_ids(
    store: PostgresStore, plain: PostgresStore, postgres: PostgresServer, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror, "CHANGES_KEPT", 3)
    monkeypatch.setattr(
        statements, "BUMP_GENERATION", statements.BUMP_GENERATION.replace(str(statements.CHANGES_KEPT), "3")
    )
    await fill(store, "a.md", ["one"])
    query = vectors_for(["one"])[0]
    await warm(store, query, everywhere())
    for step in range(8):
        await fill(plain, f"{step}.md", [f"text {step}"])
    await plain.remove([ref("a.md")])
    assert postgres.execute(CHANGES, url) == [(2,)]  # of the last note: put, embedded; and what was removed
    expected = ids(await plain.nearest(query, everywhere(), 20))
    assert len(expected) == 8
    assert ids(await store.nearest(query, everywhere(), 20)) == expected  # by the server
    assert await store.vectors_in_memory() > 0
    assert ids(await store.nearest(query, everywhere(), 20)) == expected


async def test_a_search_that_is_given_up_while_it_reads_what_is_new_leaves_the_others_right(
    store: PostgresStore, plain: PostgresStore
) -> None:
    await fill(store, "a.md", ["one"])
    query = vectors_for(["one"])[0]
    await warm(store, query, everywhere())
    for step in range(6):
        await fill(plain, f"{step}.md", [f"{step} {number}" for number in range(300)])
        given_up = asyncio.create_task(store.nearest(query, everywhere(), 10))
        others = [asyncio.create_task(store.nearest(query, everywhere(), 10)) for _ in range(3)]
        for _ in range(4 * step):
            await asyncio.sleep(0)
        given_up.cancel()
        expected = ids(await plain.nearest(query, everywhere(), 10))
        assert [ids(found) for found in await asyncio.gather(*others)] == [expected] * 3


async def test_vectors_for_which_there_is_no_room_are_left_to_the_server(
    url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store, "a.md", [str(number) for number in range(50)])
    small = await PostgresStore.open(url, readings=readings, vector_memory_bytes=49 * 50)  # of 50 bytes each
    query = vectors_for(["7"])[0]
    asked = list[object]()
    monkeypatch.setattr(Database, "read_aside", asked.append)
    assert await warm(small, query, everywhere()) == 0
    assert not asked  # nor does it cost a connection to find that out, again and again
    assert ids(await small.nearest(query, everywhere(), 50)) == ids(await store.nearest(query, everywhere(), 50))
    await small.close()


@pytest.mark.parametrize("restored", ["by its server", "by tables"])
async def test_an_index_that_was_restored_is_read_anew(
    store: PostgresStore, postgres: PostgresServer, url: str, restored: str
) -> None:
    await fill(store, "a.md", ["one", "two"])
    await fill(store, "b.md", ["three"])
    query, inside = vectors_for(["one"])[0], Scope(collections=("handbook",), filter=path("a.md"))
    await warm(store, query, inside)
    first = ids(await store.nearest(query, inside, 5))[0]
    await store.chunks([first])
    before = await store.generation()
    for _ in range(SEARCHES_FIRST + 1):
        assert (await store.term_candidates(["one"], everywhere(), 5)).ids.tolist() == [first]
    if restored == "by its server":
        postgres.stop()
        postgres.start()
    else:
        postgres.execute("CREATE TABLE footnote.other AS SELECT * FROM footnote.summary", url)
        postgres.execute("DROP TABLE footnote.summary", url)
        postgres.execute("ALTER TABLE footnote.other RENAME TO summary", url)
    # Written to since: the same generation and the same ids stand for something else.
    postgres.execute("UPDATE footnote.vectors SET embedding = embedding * array_fill(-1, ARRAY[8])::vector", url)
    postgres.execute("UPDATE footnote.chunks SET text = 'restored'", url)
    postgres.execute("UPDATE footnote.chunk_terms SET lexemes = '', terms = ''", url)
    postgres.execute("UPDATE footnote.documents SET path = 'moved/' || path", url)
    for _ in range(2):
        assert await store.nearest(query, inside, 5) == []
        assert not len((await store.term_candidates(["one"], everywhere(), 5)).ids)
        assert ids(await store.nearest(query, everywhere(), 5))[-1] == first
        assert await warm(store, query, everywhere()) > 0
    assert [chunk.text for chunk in await store.chunks([first])] == ["restored"]
    assert await store.generation() != before


async def test_vectors_are_read_on_a_connection_that_no_search_waits_for(
    url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(store, "a.md", ["one"])
    reading, go_on = asyncio.Event(), asyncio.Event()

    async def held_up(connection: Connection) -> Ids:
        reading.set()
        await go_on.wait()
        return await vector_rows.all_ids(connection)

    monkeypatch.setattr(mirror, "all_ids", held_up)
    narrow = await PostgresStore.open(url, readings=readings, connections=1)
    query = vectors_for(["one"])[0]
    for _ in range(SEARCHES_FIRST):
        await narrow.nearest(query, everywhere(), 1)
    await reading.wait()
    assert len(await narrow.nearest(query, everywhere(), 1)) == 1
    go_on.set()
    assert await narrow.vectors_in_memory() > 0
    await narrow.close()


async def test_a_snapshot_older_than_another_models_table_reads_nothing(
    url: str, store: PostgresStore, plain: PostgresStore
) -> None:
    await fill(store, "a.md", ["one"])
    copying = ServerMirror(Room(2**20, None, exact=10))
    database = await Database.open(url, connections=1, statement_timeout_seconds=30, read_only=True)

    async def overtaken(connection: Connection) -> None:
        await summary_of(connection)
        await plain.gather("other")
        await plain.store_vectors("other", [piece.id for piece in await plain.pending(1)], vectors_for(["two"]))
        await plain.adopt()
        await copying.load(connection)

    await database.read(overtaken)
    assert copying.copied.matrix is None
    await database.read(copying.load)
    assert copying.copied.matrix is not None
    await database.close()


async def test_a_machine_without_a_place_for_temporary_files_has_what_fits_into_memory(
    url: str, store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere() -> str:
        raise FileNotFoundError

    monkeypatch.setattr(tempfile, "gettempdir", nowhere)
    await fill(store, "a.md", ["one"])
    opened = await PostgresStore.open(url, readings=readings)
    assert await warm(opened, vectors_for(["one"])[0], everywhere()) > 0
    await opened.close()
