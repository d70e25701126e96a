"""Which terms choose candidates, and how often a term stands in a chunk."""

from __future__ import annotations

import pytest

from knowledge.store.postgres import PostgresStore, term_search
from knowledge.store.postgres.lexemes import key, levels, lexeme
from knowledge.store.postgres.term_search import affordable
from knowledge.store.postgres.texts import read, stored
from tests.knowledge.store.builders import everywhere, note
from tests.knowledge.store.steps import put_all, texts_with


def test_the_rarest_terms_choose_until_they_are_met_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(term_search, "MOST_MEETINGS", 100)
    assert affordable({"a": 90, "b": 10, "c": 1}) == {"c": 1, "b": 10}
    assert affordable({"a": 500}) == {"a": 500}
    assert affordable({}) == {}


def test_each_number_of_times_is_a_lexeme_and_no_term_can_be_one() -> None:
    assert levels(["leave", "leave", "days"]) == [("leave", 1), ("leave", 2), ("days", 1)]
    assert [lexeme(level) for level in levels(["leave", "leave"])] == ["leave", "leave 2"]


@pytest.mark.parametrize("text", ["", "\x00", "\x1a", "\x1a0", "\x1a\x1a0\x00", "plain", "\x00\x1a\x00\x1a\x1a"])
def test_a_text_with_a_nul_comes_back_as_it_was(text: str) -> None:
    assert read(stored(text)) == text
    assert "\x00" not in stored(text)


async def test_a_chunk_with_a_term_more_often_comes_first(store: PostgresStore) -> None:
    await put_all(store, note("a.md", "plan b c d", "plan plan b c", "plan plan plan b", "x y z w"))
    assert await texts_with(store, "plan") == ["plan plan plan b", "plan plan b c", "plan b c d"]


async def test_a_term_too_long_for_an_index_is_found(store: PostgresStore) -> None:
    long = "é" * 3_000
    assert len(key(long)) < 100
    await put_all(store, note("a.md", f"{long} one", f"two {long}e"))
    assert await texts_with(store, long) == [f"{long} one"]
    assert await texts_with(store, f"{long}e") == [f"two {long}e"]
    assert {**(await store.term_statistics([long])).frequencies} == {long: 1}


async def test_a_term_that_is_gone_is_gone_from_the_vocabulary(store: PostgresStore) -> None:
    await put_all(store, note("a.md", "one two two"))
    await put_all(store, note("a.md", "one"))
    assert await store.vocabulary() == {"one": 1}
    assert not len((await store.term_candidates(["two"], everywhere(), 10)).ids)
