"""How every store must read filters."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Literal

import numpy as np
import pytest

from knowledge.errors import QueryError
from knowledge.filters import AllOf, AnyOf, Filter, FilterKind, Not
from knowledge.ports import Entry, Store
from knowledge.types import Scope
from tests.knowledge.store.builders import DIMENSION, entry, note
from tests.knowledge.store.steps import matched, put_all, term


class FilterContract:
    async def test_collections_are_told_apart(self, store: Store) -> None:
        await put_all(store, note("a.md", "x"), note("b.md", "x", collection="ops"))
        assert await matched(store, term(FilterKind.COLLECTION, "ops"), "handbook", "ops") == ["b.md"]
        assert await matched(store, term(FilterKind.COLLECTION, "nowhere"), "handbook", "ops") == []

    @pytest.mark.promise("a-path-filter-ends-at-a-folder-border")
    @pytest.mark.parametrize("written", ["docs/a", "docs/a/", "./docs/a", "/docs/a"])
    async def test_a_path_is_a_folder_and_never_part_of_a_name(self, store: Store, written: str) -> None:
        await put_all(
            store, *(note(path, "x") for path in ("docs/a/x.md", "docs/a/b/y.md", "docs/ab/z.md", "docs/a.md"))
        )
        assert await matched(store, term(FilterKind.PATH, written)) == ["docs/a/b/y.md", "docs/a/x.md"]

    async def test_a_path_may_name_one_note_and_holds_no_wildcards(self, store: Store) -> None:
        await put_all(store, note("100%_done.md", "x"), note("100 done.md", "x"))
        assert await matched(store, term(FilterKind.PATH, "100%_done.md")) == ["100%_done.md"]
        assert await matched(store, term(FilterKind.PATH, "100%")) == []

    @pytest.mark.parametrize("kind", [FilterKind.COLLECTION, FilterKind.PATH, FilterKind.TAG, FilterKind.AUTHOR])
    async def test_a_character_that_no_name_holds_does_not_matter(self, store: Store, kind: FilterKind) -> None:
        await put_all(store, note("handbook", "x", tags=("handbook",), author="handbook"))
        assert await matched(store, term(kind, "hand\0book")) == ["handbook"]

    @pytest.mark.parametrize("form", ["NFC", "NFD"])
    async def test_a_path_is_found_however_its_accents_are_encoded(
        self, store: Store, form: Literal["NFC", "NFD"]
    ) -> None:
        paths = [unicodedata.normalize(one, "café/x.md") for one in ("NFC", "NFD")]
        await put_all(store, *(note(path, "x") for path in paths), note("cafe/x.md", "x"))
        asked = unicodedata.normalize(form, "café/")
        assert await matched(store, term(FilterKind.PATH, asked)) == sorted(paths)

    async def test_tags_are_whole_and_know_no_case(self, store: Store) -> None:
        await put_all(store, note("a.md", "x", tags=("Policy", "École")), note("b.md", "x", tags=("policy-draft",)))
        assert await matched(store, term(FilterKind.TAG, "policy")) == ["a.md"]
        assert await matched(store, term(FilterKind.TAG, "#ECOLE")) == ["a.md"]

    async def test_authors_are_found_by_whole_words_of_their_name(self, store: Store) -> None:
        await put_all(store, note("a.md", "x", author="Ann Lee"), note("b.md", "x", author="Annette Lee-Smith"))
        assert await matched(store, term(FilterKind.AUTHOR, "ann")) == ["a.md"]
        assert await matched(store, term(FilterKind.AUTHOR, "LEE")) == ["a.md", "b.md"]
        assert await matched(store, term(FilterKind.AUTHOR, "ann lee")) == ["a.md"]

    async def test_after_includes_its_day_and_before_leaves_it_out(self, store: Store) -> None:
        day = datetime(2025, 6, 1, tzinfo=UTC)
        await put_all(
            store,
            note("dec.md", "x", updated=datetime(2025, 5, 31, 23, 59, 59, tzinfo=UTC)),
            note("jan.md", "x", updated=day),
            note("none.md", "x"),
        )
        assert await matched(store, term(FilterKind.AFTER, "2025-06-01")) == ["jan.md"]
        assert await matched(store, term(FilterKind.BEFORE, "2025-06-01")) == ["dec.md"]
        assert await matched(store, Not(operand=term(FilterKind.AFTER, "2025-06-01"))) == ["dec.md", "none.md"]

    async def test_a_word_counts_anywhere_in_the_note(self, store: Store) -> None:
        await put_all(store, note("a.md", "about cats", "about dogs"), note("b.md", "about cats"))
        without_dogs = AllOf(operands=(term(FilterKind.WORD, "cats"), Not(operand=term(FilterKind.WORD, "dogs"))))
        assert await matched(store, without_dogs) == ["b.md"]

    @pytest.mark.promise("a-quoted-phrase-needs-adjacent-words")
    async def test_a_phrase_needs_its_words_side_by_side(self, store: Store) -> None:
        await put_all(
            store,
            note("yes.md", "Unused Vacation, days lapse."),
            note("apart.md", "vacation and sick days"),
            note("order.md", "days of vacation"),
            note("part.md", "prevacation daysy vacation day"),
            note("border.md", "this ends with vacation", "days begin here"),
        )
        assert await matched(store, term(FilterKind.PHRASE, "vacation days")) == ["border.md", "yes.md"]

    async def test_a_phrase_may_stand_in_the_title(self, store: Store) -> None:
        document, _ = note("a.md", "x", title="Parental leave policy")
        await store.put(document, [Entry(chunk=entry(0, "x").chunk, terms=("parental", "leave", "policy", "x"))])
        assert await matched(store, term(FilterKind.PHRASE, "parental leave")) == ["a.md"]

    async def test_or_and_not_nest(self, store: Store) -> None:
        await put_all(
            store, *(note(path, "x", tags=(tag,)) for path, tag in (("a.md", "t"), ("b.md", "u"), ("c.md", "v")))
        )
        either = AnyOf(operands=(term(FilterKind.TAG, "t"), term(FilterKind.TAG, "u")))
        assert await matched(store, either) == ["a.md", "b.md"]
        assert await matched(store, Not(operand=either)) == ["c.md"]
        assert await matched(store, AllOf(operands=(either, Not(operand=term(FilterKind.PATH, "a.md"))))) == ["b.md"]

    async def test_several_paths_are_notes_and_folders_of_every_collection(self, store: Store) -> None:
        await put_all(
            store,
            *(note(path, "x") for path in ("docs/x.md", "docs.md", "b.md", "c.md")),
            note("docs/y.md", "x", collection="ops"),
            note("z.md", "x", collection="ops", tags=("t",)),
        )
        some = AnyOf(
            operands=(term(FilterKind.PATH, "docs/"), term(FilterKind.TAG, "t"), term(FilterKind.PATH, "./b.md"))
        )
        both = ("handbook", "ops")
        assert await matched(store, some, *both) == ["b.md", "docs/x.md", "docs/y.md", "z.md"]
        assert await matched(store, Not(operand=some), *both) == ["c.md", "docs.md"]
        assert await matched(store, some, "ops") == ["docs/y.md", "z.md"]
        assert len(await matched(store, AnyOf(operands=(*some.operands, term(FilterKind.PATH, "/"))), *both)) == 6

    @pytest.mark.promise("a-broken-filter-fails-before-the-search")
    @pytest.mark.parametrize(
        "broken",
        [
            term(FilterKind.AFTER, "yesterday"),
            term(FilterKind.BEFORE, "2025-02-30"),
            term(FilterKind.BEFORE, "20250201"),
            term(FilterKind.TAG, " "),
            term(FilterKind.WORD, ""),
            term(FilterKind.PHRASE, "..."),
            term(FilterKind.AUTHOR, "--"),
            AnyOf(operands=()),
            AnyOf(operands=tuple(term(FilterKind.TAG, str(number)) for number in range(200))),
        ],
    )
    async def test_a_broken_filter_fails_and_never_widens_the_search(self, store: Store, broken: Filter) -> None:
        await put_all(store, note("a.md", "plan"))
        scope = Scope(collections=("handbook",), filter=broken)
        with pytest.raises(QueryError):
            await store.term_candidates(["plan"], scope, 10)
        with pytest.raises(QueryError):
            await store.nearest(np.ones(DIMENSION, dtype=np.float32), scope, 10)
        with pytest.raises(QueryError):
            await store.notes(scope)

    async def test_filters_nested_beyond_reason_are_refused_in_words(self, store: Store) -> None:
        deep: Filter = term(FilterKind.TAG, "t")
        for _ in range(400):
            deep = Not(operand=deep)
        with pytest.raises(QueryError, match="nested too deeply"):
            await store.matching_notes(deep, ["handbook"])
