"""Posting lists in memory choose as FTS5 itself would, whatever happened to the index since they were read."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.filters import FilterKind, Term
from knowledge.ports import Entry
from knowledge.store import SqliteStore, postings, search_statements
from knowledge.store.counting import count
from knowledge.store.postings import PostingLists
from knowledge.store.remembered import Remembered
from knowledge.text import readings
from knowledge.types import Document, Scope
from tests.knowledge.store.builders import everywhere, note, ref, terms

WORDS = ("plan", "budget", "travel", "review", "deploy", "night")


def titled(path: str, title: str, *texts: str) -> tuple[Document, list[Entry]]:
    """A note whose title is among the terms of each chunk, and in no chunk's text."""
    document, entries = note(path, *texts, title=title)
    return document, [replace(each, terms=(*terms(title), *each.terms)) for each in entries]


async def chosen(store: SqliteStore, words: list[str], scope: Scope | None = None, limit: int = 100) -> list[int]:
    ids: list[int] = (await store.term_candidates(words, scope or everywhere(), limit)).ids.tolist()
    return ids


async def anew(path: Path, words: list[str], scope: Scope | None = None, limit: int = 100) -> list[int]:
    """What a store finds that has searched for nothing before."""
    other = await SqliteStore.open(path, readings=readings, read_only=True)
    try:
        return await chosen(other, words, scope, limit)
    finally:
        await other.close()


@pytest.mark.promise("a-changed-note-is-never-read-from-memory")
@pytest.mark.parametrize("seed", range(3))
async def test_lists_that_were_read_before_the_notes_changed_find_the_same_chunks(
    store: SqliteStore, tmp_path: Path, seed: int
) -> None:
    chance = random.Random(seed)
    for step in range(40):
        path = f"{chance.randrange(8)}.md"
        if chance.random() < 0.2:
            await store.remove([ref(path)])
        else:
            texts = [" ".join(chance.choices(WORDS, k=chance.randint(1, 6))) for _ in range(chance.randint(1, 4))]
            await store.put(*titled(path, chance.choice(WORDS), *texts))
        asked = chance.sample(WORDS, 2)
        found, expected = await chosen(store, asked), await anew(tmp_path / "index.db", asked)
        assert sorted(found) == sorted(expected), step


async def test_a_new_title_is_found_at_once_and_the_old_one_no_longer(store: SqliteStore) -> None:
    await store.put(*titled("a.md", "Plan", "We meet at nine."))
    assert len(await chosen(store, ["plan"])) == 1
    await store.put(*titled("a.md", "Budget", "We meet at nine."))
    assert await chosen(store, ["plan"]) == []
    assert len(await chosen(store, ["budget"])) == 1


async def test_a_scope_is_kept_to_by_notes_that_came_after_the_lists_were_read(store: SqliteStore) -> None:
    scope = Scope(collections=("handbook",), filter=Term(kind=FilterKind.PATH, value="in"))
    await store.put(*note("in/a.md", "plan"))
    assert len(await chosen(store, ["plan"], scope)) == 1
    await store.put(*note("out/b.md", "plan"))
    await store.put(*note("in/c.md", "plan"))
    assert [chunk.ref.path for chunk in await store.chunks(await chosen(store, ["plan"], scope))] == [
        "in/a.md",
        "in/c.md",
    ]


async def test_more_chunks_gone_than_are_looked_at_hide_none_that_is_left(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postings, "MOST_GONE", 12)
    for number in range(30):
        await store.put(*note(f"{number}.md", "plan plan"))
    await store.put(*note("left.md", "plan and much else that makes it weaker"))
    assert len(await chosen(store, ["plan"])) == 31
    await store.remove([ref(f"{number}.md") for number in range(30)])
    (left,) = await store.chunks(await chosen(store, ["plan"], limit=5))
    assert left.ref == ref("left.md")


async def test_a_list_that_does_not_fit_the_memory_is_read_for_each_question(
    store: SqliteStore, tmp_path: Path
) -> None:
    await store.put(*note("a.md", "plan", "night plan"))
    small, large = PostingLists(1), PostingLists(2**20)
    with closing(sqlite3.connect(tmp_path / "index.db")) as connection:
        connection.execute(search_statements.TERM_PLACES)
        read, again = (small.of(connection, "plan", 2) for _ in range(2))
        assert read is not again
        assert read.ids.tolist() == again.ids.tolist() == [1, 2]
        assert large.of(connection, "plan", 2) is large.of(connection, "plan", 2)


@pytest.mark.parametrize("few_new", [0, 10_000])
async def test_counts_and_places_are_those_of_the_terms_whether_read_at_once_or_behind_a_list(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, few_new: int
) -> None:
    monkeypatch.setattr(postings, "FEW_NEW", few_new)
    chance = random.Random(few_new)
    held: dict[int, list[str]] = {}
    for number in range(12):
        texts = [" ".join(chance.choices(WORDS, k=chance.randint(1, 300))) for _ in range(chance.randint(1, 3))]
        document, entries = note(f"{number}.md", *texts)
        await store.put(document, entries)
        chunks = await store.note_chunks(document.ref)
        held |= {chunk.id: list(entry.terms) for chunk, entry in zip(chunks, entries, strict=True)}
        asked = chance.sample(WORDS, 3)
        found = await store.term_candidates(asked, everywhere(), 1_000)
        for row, chunk_id in enumerate(found.ids.tolist()):
            own = held[chunk_id]
            assert found.counts[row].tolist() == [own.count(term) for term in asked]
            assert found.lengths[row] == len(own)
            assert found.firsts[row] == min(own.index(term) for term in asked if term in own)


@given(st.lists(st.sampled_from(["a", "b", "ab", "a_b"])))
def test_terms_are_counted_whole_however_they_stand(terms: list[str]) -> None:
    wanted = ("a", "ab")
    counted = count([7], [" ".join(terms)], wanted)
    assert (counted.ids.tolist(), counted.lengths.tolist()) == ([7], [len(terms)])
    assert counted.counts.tolist() == [[terms.count(term) for term in wanted]]
    assert counted.firsts.tolist() == [min((terms.index(term) for term in wanted if term in terms), default=0)]


def test_what_was_asked_for_lately_outlives_what_was_not() -> None:
    remembered: Remembered[int, str] = Remembered(4)
    asked: list[int] = []

    def load(keys: list[int]) -> dict[int, str]:
        asked.extend(keys)
        return {key: str(key) for key in keys}

    for key in (1, 2, 1, 3, 1, 4, 1):
        assert remembered.get([key], generation=1, load=load) == {key: str(key)}
    assert asked == [1, 2, 3, 4]
    remembered.get([2], generation=1, load=load)
    remembered.get([1], generation=2, load=load)
    assert asked == [1, 2, 3, 4, 2, 1]
