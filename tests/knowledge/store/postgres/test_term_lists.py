"""Lists of terms in memory choose the chunks that the server would, whatever happened since they were read."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from knowledge.filters import FilterKind, Not
from knowledge.ports import Store
from knowledge.store import SqliteStore
from knowledge.store.copied import SEARCHES_FIRST
from knowledge.store.postgres import PostgresStore, search_statements, term_lists
from knowledge.types import Scope
from tests.knowledge.store.builders import everywhere, note, readings, ref
from tests.knowledge.store.steps import term

WORDS = ("plan", "budget", "travel", "review", "deploy", "night")
SCOPES = (
    everywhere("a", "b"),
    everywhere("b"),
    Scope(collections=("a", "b"), filter=Not(operand=term(FilterKind.PATH, "3.md"))),
    Scope(collections=("a",), filter=term(FilterKind.PATH, "2.md")),
)


@pytest.fixture
async def plain(url: str, store: PostgresStore) -> AsyncIterator[PostgresStore]:
    """The same index, searched by its server alone."""
    opened = await PostgresStore.open(url, readings=readings, term_memory_bytes=0)
    yield opened
    await opened.close()


async def warm(store: PostgresStore) -> None:
    for _ in range(SEARCHES_FIRST):
        await store.term_candidates(["plan"], everywhere("a", "b"), 1)


async def found(store: Store, words: Sequence[str], scope: Scope, limit: int = 1_000) -> dict[int, list[int]]:
    """The counts of each chunk found, its length and where the first of the words stands."""
    chosen = await store.term_candidates(words, scope, limit)
    rows = zip(chosen.counts.tolist(), chosen.lengths.tolist(), chosen.firsts.tolist(), strict=True)
    return {
        chunk_id: [*counts, length, first]
        for chunk_id, (counts, length, first) in zip(chosen.ids.tolist(), rows, strict=True)
    }


def made(chance: random.Random, number: int, *, most: int = 40) -> list[str]:
    return [" ".join(chance.choices(WORDS, k=chance.randint(1, most))) for _ in range(number)]


@pytest.mark.promise("a-changed-note-is-never-read-from-memory")
@pytest.mark.parametrize(
    ("most_changed", "budget"),
    [(1_000, 2**20), (5, 2**20), (1_000, 400)],
    ids=["every list kept", "begun anew again and again", "one or two lists kept"],
)
async def test_each_search_finds_what_the_server_finds(
    url: str, plain: PostgresStore, monkeypatch: pytest.MonkeyPatch, most_changed: int, budget: int
) -> None:
    monkeypatch.setattr(term_lists, "MOST_CHANGED", most_changed)
    store = await PostgresStore.open(url, readings=readings, term_memory_bytes=budget)
    await warm(store)
    chance = random.Random(most_changed + budget)
    for step in range(30):
        path, collection, writer = f"{chance.randrange(8)}.md", chance.choice("ab"), chance.choice((store, plain))
        if chance.random() < 0.3:
            await writer.remove([ref(path, collection)])
        else:
            await writer.put(*note(path, *made(chance, chance.randint(1, 4)), collection=collection))
        for scope in SCOPES:
            words = chance.sample(WORDS, 2)
            assert await found(store, words, scope) == await found(plain, words, scope), step
    await store.close()


async def test_a_list_is_asked_for_once(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await store.put(*note("a.md", "plan night", collection="a"))
    await warm(store)
    before = await found(store, ["plan", "night"], everywhere("a"))
    monkeypatch.setattr(search_statements, "CHUNKS_OF_LEVELS", "no statement")
    assert await found(store, ["plan", "night"], everywhere("a")) == before
    assert len(before) == 1


async def test_a_kept_chunk_with_other_terms_is_found_by_these_alone(store: PostgresStore) -> None:
    document, entries = note("a.md", "plan", collection="a")
    await store.put(document, entries)
    await warm(store)
    assert len(await found(store, ["plan"], everywhere("a"))) == 1
    changed = [type(entry)(chunk=entry.chunk, terms=("night", "night")) for entry in entries]
    assert (await store.put(document, changed)).reused == 1
    assert await found(store, ["plan"], everywhere("a")) == {}
    assert [*(await found(store, ["night"], everywhere("a"))).values()] == [[2, 2, 0]]


async def test_the_order_is_that_of_a_file(store: PostgresStore, tmp_path: Path) -> None:
    file = await SqliteStore.open(tmp_path / "index.db", readings=readings)
    chance = random.Random(4)
    for number in range(60):
        # Up to eight times, lexemes tell how often a chunk holds a term.
        document, entries = note(f"{number}.md", *made(chance, 3, most=8), collection=chance.choice("ab"))
        for each in (store, file):
            await each.put(document, entries)
    await warm(store)
    for _ in range(10):
        words, scope = chance.sample(WORDS, 3), chance.choice(SCOPES)
        places = []
        for each in (store, file):
            chosen = (await each.term_candidates(words, scope, 12)).ids.tolist()
            places.append([(chunk.ref, chunk.position) for chunk in await each.chunks(chosen)])
        assert places[0] == places[1]
    await file.close()
