"""What every store must do. A new store inherits the class and gives it a `store` fixture."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from typing import Literal

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.errors import InvalidVector, ModelMismatch, QueryError
from knowledge.filters import AllOf, AnyOf, Filter, FilterKind, Not, Term
from knowledge.ports import Entry, Failure, Store
from knowledge.types import Document, Scope
from tests.knowledge.store.builders import (
    DIMENSION,
    entry,
    everywhere,
    fingerprint,
    note,
    ref,
    vectors_for,
)

ON_ONE_STORE = settings(
    deadline=None,
    max_examples=40,
    # One store serves all examples, and several classes inherit the test.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.differing_executors],
)


async def put_all(store: Store, *notes: tuple[Document, list[Entry]]) -> None:
    for document, entries in notes:
        await store.put(document, entries)


async def embed_pending(store: Store, model: str = "m") -> int:
    waiting = await store.pending(1_000)
    await store.store_vectors(model, [piece.id for piece in waiting], vectors_for([piece.text for piece in waiting]))
    return len(waiting)


def term(kind: FilterKind, value: str) -> Term:
    return Term(kind=kind, value=value)


async def matched(store: Store, filter_: Filter, *collections: str) -> list[str]:
    found = await store.matching_notes(filter_, collections or ("handbook",))
    return [note_ref.path for note_ref in found]


async def texts_with(store: Store, word: str, scope: Scope | None = None) -> list[str]:
    found = await store.term_candidates([word], scope or everywhere(), 10)
    return [piece.text for piece in await store.chunks([candidate.chunk_id for candidate in found])]


class PuttingContract:
    async def test_what_was_put_comes_back_as_it_was(self, store: Store) -> None:
        updated = datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC)
        document, _ = note("a.md", "x", title="Leave", tags=("HR", "policy"), author="Ann Lee", updated=updated)
        entries = [entry(0, "first\n\ttext"), entry(1, "日本 🎉", heading_path=("Leave", 'A "quoted" > heading'))]
        await store.put(document, entries)
        first, second = await store.note_chunks(ref("a.md"))
        assert (first.text, first.lines, first.title) == ("first\n\ttext", (1, 3), "Leave")
        assert (second.text, second.heading_path) == ("日本 🎉", ("Leave", 'A "quoted" > heading'))
        assert (second.tags, second.author, second.updated) == (("HR", "policy"), "Ann Lee", updated)
        assert second.note_hash == document.fingerprint.content_hash
        assert second.content_hash == entries[1].chunk.content_hash

    @pytest.mark.promise("a-shortened-note-loses-its-old-tail")
    async def test_the_tail_of_a_shortened_note_is_found_no_longer(self, store: Store) -> None:
        await put_all(store, note("a.md", "head stays", "tail goes"))
        await embed_pending(store)
        await put_all(store, note("a.md", "head stays"))
        assert await texts_with(store, "tail") == []
        assert await store.vocabulary("tail") == {}
        assert len(await store.note_vectors(ref("a.md"))) == 1
        assert len(await store.nearest(vectors_for(["tail goes"])[0], everywhere(), 10)) == 1

    @pytest.mark.promise("equal-chunk-ids-are-refused-before-writing")
    async def test_two_chunks_at_one_position_are_refused_and_nothing_is_written(self, store: Store) -> None:
        document, _ = note("a.md", "x")
        with pytest.raises(ValueError, match="same position"):
            await store.put(document, [entry(0, "one"), entry(0, "two")])
        assert await store.fingerprints("handbook") == {}

    @pytest.mark.parametrize(
        "text", ["", " ", "word " * 200_000, "'; DROP TABLE documents; --", "\x00nul", "a" * 50_000]
    )
    async def test_any_text_goes_in_and_comes_out(self, store: Store, text: str) -> None:
        document, _ = note("a.md", "x")
        await store.put(document, [Entry(chunk=entry(0, text).chunk, terms=("kept",))])
        assert await texts_with(store, "kept") == [text]

    async def test_a_note_without_chunks_is_a_note(self, store: Store) -> None:
        await put_all(store, note("empty.md"))
        assert [info.chunks for info in await store.notes(everywhere())] == [0]

    async def test_counts_tell_new_reused_and_removed_chunks(self, store: Store) -> None:
        await put_all(store, note("a.md", "one", "two"))
        await embed_pending(store)
        document, entries = note("a.md", "two", "three", "four")
        result = await store.put(document, entries)
        assert (result.created, result.reused, result.removed) == (2, 1, 1)

    @pytest.mark.promise("a-moved-note-costs-no-embedding")
    async def test_a_copy_of_a_known_text_gets_its_vector_at_once(self, store: Store) -> None:
        await put_all(store, note("old.md", "same words"))
        await embed_pending(store)
        document, entries = note("new.md", "same words")
        result = await store.put(document, entries)
        assert (result.created, result.reused) == (0, 1)
        assert await store.pending(10) == []
        await store.remove([ref("old.md")])
        np.testing.assert_array_equal(await store.note_vectors(ref("new.md")), vectors_for(["same words"]))

    async def test_a_text_that_stands_twice_in_a_note_is_two_chunks(self, store: Store) -> None:
        await put_all(store, note("a.md", "again", "between", "again"))
        await put_all(store, note("a.md", "again", "again", "between"))
        assert [piece.text for piece in await store.note_chunks(ref("a.md"))] == ["again", "again", "between"]

    async def test_removing_tells_how_many_chunks_went_and_leaves_nothing(self, store: Store) -> None:
        await put_all(store, note("a.md", "one", "two"), note("b.md", "three"))
        await embed_pending(store)
        assert await store.remove([ref("a.md"), ref("never.md")]) == 2
        assert await texts_with(store, "one") == []
        assert list(await store.fingerprints("handbook")) == ["b.md"]

    async def test_touching_changes_the_fingerprint_and_not_the_generation(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        before = await store.generation()
        await store.touch(ref("a.md"), fingerprint("one", mtime_ns=99))
        assert (await store.fingerprints("handbook"))["a.md"].mtime_ns == 99
        assert await store.generation() == before

    async def test_every_visible_change_raises_the_generation(self, store: Store) -> None:
        seen = [await store.generation()]
        await put_all(store, note("a.md", "one"))
        seen.append(await store.generation())
        await embed_pending(store)
        seen.append(await store.generation())
        await store.remove([ref("a.md")])
        seen.append(await store.generation())
        assert seen == sorted(set(seen))

    async def test_other_collections_are_forgotten_whole(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"), note("b.md", "two", collection="old"))
        await store.record_failure(Failure(ref=ref("c.md", "old"), message="no text"))
        await store.record_scan("old", datetime(2025, 1, 1, tzinfo=UTC))
        assert await store.forget_other_collections(["handbook"]) == 1
        assert [collection.name for collection in (await store.status()).collections] == ["handbook"]


class BookkeepingContract:
    async def test_a_failure_is_kept_until_the_note_is_put(self, store: Store) -> None:
        failure = Failure(ref=ref("a.md"), message="It is no text.", fingerprint=fingerprint("bad"))
        await store.record_failure(failure)
        assert await store.failures("handbook") == [failure]
        await put_all(store, note("a.md", "good"))
        assert await store.failures("handbook") == []

    async def test_a_failed_note_keeps_its_indexed_version(self, store: Store) -> None:
        await put_all(store, note("a.md", "old version"))
        await store.record_failure(Failure(ref=ref("a.md"), message="It is no text."))
        assert await texts_with(store, "old") == ["old version"]
        assert [info.failures for info in await store.notes(everywhere())] == [("It is no text.",)]

    async def test_the_status_counts_each_collection(self, store: Store) -> None:
        await put_all(store, note("a.md", "one", "two"))
        await embed_pending(store)
        await put_all(store, note("b.md", "three"))
        await store.record_failure(Failure(ref=ref("c.md"), message="It is no text."))
        await store.record_scan("handbook", datetime(2025, 1, 1, tzinfo=UTC))
        status = await store.status()
        (counted,) = status.collections
        assert (counted.documents, counted.chunks, counted.embedded, counted.errors) == (2, 3, 2, 1)
        assert counted.last_scan == datetime(2025, 1, 1, tzinfo=UTC)
        assert (status.model, status.dimension) == ("m", DIMENSION)


class VectorContract:
    async def test_pending_goes_on_after_an_id(self, store: Store) -> None:
        await put_all(store, note("a.md", "one", "two", "three"))
        first = await store.pending(2)
        rest = await store.pending(2, after=first[-1].id)
        assert [piece.text for piece in (*first, *rest)] == ["one", "two", "three"]

    async def test_what_waits_is_the_text_with_its_headings(self, store: Store) -> None:
        document, _ = note("a.md", "x")
        await store.put(document, [entry(0, "body", heading_path=("A", "B"))])
        assert [piece.text for piece in await store.pending(1)] == ["A > B\nbody"]

    async def test_equal_chunks_that_wait_share_one_vector(self, store: Store) -> None:
        await put_all(store, note("a.md", "same"), note("b.md", "same"))
        first, _ = await store.pending(10)
        await store.store_vectors("m", [first.id], vectors_for(["same"]))
        assert await store.pending(10) == []
        assert len(await store.note_vectors(ref("b.md"))) == 1

    async def test_a_chunk_that_is_gone_by_now_is_passed_over(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        (waiting,) = await store.pending(10)
        await store.remove([ref("a.md")])
        await store.store_vectors("m", [waiting.id], vectors_for(["one"]))
        assert await store.nearest(vectors_for(["one"])[0], everywhere(), 10) == []

    @pytest.mark.promise("stored-vectors-have-unit-length")
    async def test_vectors_of_any_length_are_stored_with_length_one(self, store: Store) -> None:
        await put_all(store, note("a.md", "one", "two"))
        ids = [piece.id for piece in await store.pending(10)]
        await store.store_vectors("m", ids, vectors_for(["one", "two"]) * np.float32(1e-6))
        lengths = np.linalg.norm((await store.note_vectors(ref("a.md"))).astype(np.float64), axis=1)
        np.testing.assert_allclose(lengths, 1, atol=1e-5)

    @pytest.mark.promise("a-broken-vector-names-its-chunk")
    @pytest.mark.parametrize("broken", [0.0, np.nan, np.inf])
    async def test_a_zero_or_non_finite_vector_names_its_note_and_lines(self, store: Store, broken: float) -> None:
        await put_all(store, note("hr/a.md", "one", "two"))
        ids = [piece.id for piece in await store.pending(10)]
        vectors = vectors_for(["one", "two"])
        vectors[1] = broken
        with pytest.raises(InvalidVector, match=r"handbook/hr/a\.md, lines 4 to 6"):
            await store.store_vectors("m", ids, vectors)
        assert len(await store.pending(10)) == 2

    @pytest.mark.promise("vectors-of-another-size-are-refused")
    async def test_a_wrong_dimension_is_refused_with_both_numbers(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"), note("b.md", "two"))
        first, second = await store.pending(10)
        await store.store_vectors("m", [first.id], vectors_for(["one"]))
        with pytest.raises(InvalidVector, match=r"3 .* 8"):
            await store.store_vectors("m", [second.id], np.ones((1, 3), dtype=np.float32))
        with pytest.raises(InvalidVector, match=r"3 .* 8"):
            await store.nearest(np.ones(3, dtype=np.float32), everywhere(), 10)

    @pytest.mark.promise("another-embedding-model-is-refused")
    async def test_another_model_of_the_same_size_is_refused_with_the_way_out(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        await embed_pending(store, "old-model")
        await store.check_model("old-model")
        await put_all(store, note("b.md", "two"))
        (waiting,) = await store.pending(10)
        with pytest.raises(ModelMismatch, match=r"old-model.*new-model") as refused:
            await store.check_model("new-model")
        assert "footnote index --full" in refused.value.hint
        with pytest.raises(ModelMismatch):
            await store.store_vectors("new-model", [waiting.id], vectors_for(["two"]))

    @pytest.mark.promise("another-model-takes-over-while-the-old-one-serves")
    async def test_a_coming_model_is_gathered_beside_the_serving_one_and_adopted(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        await embed_pending(store, "old-model")
        await store.gather("new-model")
        (waiting,) = await store.pending(10)
        await store.store_vectors("new-model", [waiting.id], np.ones((1, 3), dtype=np.float32))
        await store.check_model("old-model")
        assert len(await store.nearest(vectors_for(["one"])[0], everywhere(), 10)) == 1
        assert (await store.status()).coming == "new-model"
        before = await store.generation()

        await store.adopt()

        await store.check_model("new-model")
        ((_, cosine),) = await store.nearest(np.ones(3, dtype=np.float32), everywhere(), 10)
        assert cosine == pytest.approx(1.0, abs=1e-6)
        status = await store.status()
        assert (status.dimension, status.coming, await store.waiting()) == (3, "", 0)
        assert await store.generation() > before

    async def test_what_was_gathered_survives_changed_notes_and_a_second_start(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"), note("b.md", "two"))
        await embed_pending(store, "old-model")
        await store.gather("new-model")
        first, _ = await store.pending(10)
        await store.store_vectors("new-model", [first.id], np.ones((1, 3), dtype=np.float32))
        await put_all(store, note("b.md", "three"))
        await store.gather("new-model")
        (waiting,) = await store.pending(10)
        assert (waiting.text.endswith("three"), await store.waiting()) == (True, 1)

    async def test_a_chunk_that_was_not_gathered_waits_for_its_vector(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        await embed_pending(store, "old-model")
        await store.gather("new-model")
        (waiting,) = await store.pending(10)
        await store.store_vectors("new-model", [waiting.id], np.ones((1, 3), dtype=np.float32))
        await put_all(store, note("b.md", "two"))
        await store.adopt()
        (late,) = await store.pending(10)
        await store.store_vectors("new-model", [late.id], np.ones((1, 3), dtype=np.float32))
        assert len(await store.nearest(np.ones(3, dtype=np.float32), everywhere(), 10)) == 2

    async def test_a_model_that_comes_no_more_leaves_nothing(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        await embed_pending(store, "old-model")
        await store.gather("new-model")
        (waiting,) = await store.pending(10)
        await store.store_vectors("new-model", [waiting.id], np.ones((1, 3), dtype=np.float32))
        await store.gather("")
        await store.adopt()
        await store.check_model("old-model")
        assert await store.pending(10) == []

    async def test_gathered_vectors_of_two_sizes_are_refused(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"), note("b.md", "two"))
        await embed_pending(store, "old-model")
        await store.gather("new-model")
        first, second = await store.pending(10)
        await store.store_vectors("new-model", [first.id], np.ones((1, 3), dtype=np.float32))
        with pytest.raises(InvalidVector, match=r"4 .* 3"):
            await store.store_vectors("new-model", [second.id], np.ones((1, 4), dtype=np.float32))

    async def test_without_vectors_nothing_is_near(self, store: Store) -> None:
        await put_all(store, note("a.md", "one"))
        assert await store.nearest(vectors_for(["one"])[0], everywhere(), 10) == []
        assert len(await store.note_vectors(ref("a.md"))) == 0

    async def test_equally_near_chunks_come_in_the_same_order_however_often_it_is_searched(
        self, store: Store
    ) -> None:
        await put_all(store, *(note(f"{n}.md", "same words", f"other {n}") for n in range(40)))
        await embed_pending(store)
        query = vectors_for(["same words"])[0]
        first = await store.nearest(query, everywhere(), 20)
        assert {round(cosine, 6) for _, cosine in first} == {1.0}
        for _ in range(20):
            again = await store.nearest(query, everywhere(), 20)
            assert [chunk_id for chunk_id, _ in again] == [chunk_id for chunk_id, _ in first]

    async def test_a_search_sees_every_change_before_it_however_often_it_was_searched(self, store: Store) -> None:
        query = vectors_for(["version 7"])[0]
        for version in range(12):
            await put_all(store, note("a.md", "stays", f"version {version}"), note(f"{version}.md", "short-lived"))
            await embed_pending(store)
            await store.remove([ref(f"{version}.md")])
            found = await store.nearest(query, everywhere(), 10)
            texts = {piece.text for piece in await store.chunks([chunk_id for chunk_id, _ in found])}
            assert (texts, len(found)) == ({"stays", f"version {version}"}, 2)

    async def test_more_neighbours_than_an_extension_gives_are_given_too(self, store: Store) -> None:
        texts = [f"text {number}" for number in range(4_200)]
        await put_all(store, note("a.md", *texts))
        ids = [piece.id for piece in await store.pending(5_000)]
        vectors = vectors_for(texts)
        await store.store_vectors("m", ids, vectors)
        found = await store.nearest(vectors[7], everywhere(), 4_150)
        assert len(found) == 4_150
        assert found[0][0] == ids[7]
        assert [cosine for _, cosine in found] == sorted((cosine for _, cosine in found), reverse=True)


class TermContract:
    async def test_statistics_speak_of_the_whole_index_whatever_the_scope(self, store: Store) -> None:
        await put_all(store, note("a.md", "red green", "red"), note("b.md", "red", collection="other"))
        statistics = await store.term_statistics(["red", "green", "blue"])
        assert (statistics.chunks, statistics.mean_length) == (3, pytest.approx(4 / 3))
        assert {**statistics.frequencies} == {"red": 3, "green": 1}

    async def test_statistics_follow_changes(self, store: Store) -> None:
        await put_all(store, note("a.md", "red green", "red"))
        await put_all(store, note("a.md", "red"))
        statistics = await store.term_statistics(["green"])
        assert (statistics.chunks, statistics.mean_length, dict(statistics.frequencies)) == (1, 1.0, {})

    async def test_an_empty_index_has_statistics_and_no_candidates(self, store: Store) -> None:
        assert (await store.term_statistics(["red"])).mean_length == 0.0
        assert await store.term_candidates(["red"], everywhere(), 10) == []

    async def test_candidates_bring_their_terms_in_order(self, store: Store) -> None:
        document, _ = note("a.md", "x")
        await store.put(
            document, [Entry(chunk=entry(0, "x").chunk, terms=("leave", "user_id", "user", "id", "leave"))]
        )
        (candidate,) = await store.term_candidates(["id"], everywhere(), 10)
        assert candidate.terms == "leave user_id user id leave"

    async def test_a_chunk_with_more_of_the_terms_comes_first(self, store: Store) -> None:
        await put_all(store, note("a.md", "backup rota", "backup rotation access", "rotation day"))
        found = await store.term_candidates(["rotation", "access", "backup"], everywhere(), 10)
        best, *rest = [piece.text for piece in await store.chunks([candidate.chunk_id for candidate in found])]
        assert best == "backup rotation access"
        assert set(rest) == {"backup rota", "rotation day"}

    @pytest.mark.parametrize(
        "name",
        ['"', '"" or ""', "a*", "near(a", "terms:a", "^a", "-a", "c++", "deploy_service.py", "日本", "é", "🎉", "'"],
    )
    async def test_a_term_is_never_read_as_a_command(self, store: Store, name: str) -> None:
        document, _ = note("a.md", "x")
        stored = name.replace(" ", "_")
        await store.put(document, [Entry(chunk=entry(0, "x").chunk, terms=(stored,))])
        assert len(await store.term_candidates([stored], everywhere(), 10)) == 1
        assert await store.term_candidates([f"{stored}2"], everywhere(), 10) == []
        assert {**(await store.term_statistics([stored])).frequencies} == {stored: 1}

    async def test_thousands_of_terms_are_looked_for(self, store: Store) -> None:
        await put_all(store, note("a.md", "w17"))
        assert len(await store.term_candidates([f"w{number}" for number in range(3_000)], everywhere(), 10)) == 1

    async def test_the_vocabulary_is_found_by_prefix(self, store: Store) -> None:
        await put_all(store, note("a.md", "deploy deployment", "deploy"), note("b.md", "other"))
        assert {**(await store.vocabulary("depl"))} == {"deploy": 2, "deployment": 1}
        assert len(await store.vocabulary()) == 3


class ScopeContract:
    @pytest.mark.promise("permission-is-checked-before-the-search")
    async def test_nothing_of_a_collection_outside_the_scope_is_ever_given(self, store: Store) -> None:
        await put_all(store, note("a.md", "open plan"), note("s.md", "secret plan", collection="board"))
        await embed_pending(store)
        assert await texts_with(store, "plan") == ["open plan"]
        assert await texts_with(store, "secret") == []
        near = await store.nearest(vectors_for(["secret plan"])[0], everywhere(), 10)
        assert [piece.text for piece in await store.chunks([chunk_id for chunk_id, _ in near])] == ["open plan"]
        assert [info.ref.path for info in await store.notes(everywhere())] == ["a.md"]

    async def test_an_empty_scope_holds_nothing(self, store: Store) -> None:
        await put_all(store, note("a.md", "open plan"))
        await embed_pending(store)
        nowhere = Scope(collections=())
        assert await store.term_candidates(["plan"], nowhere, 10) == []
        assert await store.nearest(vectors_for(["open plan"])[0], nowhere, 10) == []
        assert await store.notes(nowhere) == []

    @pytest.mark.promise("filters-come-before-the-ranking")
    @ON_ONE_STORE
    @given(seed=st.integers(0, 2**32 - 1), share=st.sampled_from([0.02, 0.2, 0.7]))
    async def test_the_filtered_top_ten_is_that_of_brute_force(self, store: Store, seed: int, share: float) -> None:
        random = np.random.default_rng(seed)
        if not await store.fingerprints("handbook"):
            await put_all(store, *(note(f"{n}.md", f"first {n}", f"second {n}") for n in range(100)))
            await embed_pending(store)
        chosen = [f"{n}.md" for n in range(100) if random.random() < share] or ["0.md"]
        filter_ = AnyOf(operands=tuple(term(FilterKind.PATH, path) for path in chosen))
        query = vectors_for([str(seed)])[0]
        found = await store.nearest(query, Scope(collections=("handbook",), filter=filter_), 10)
        allowed = [piece for path in chosen for piece in await store.note_chunks(ref(path))]
        cosines = vectors_for([piece.text for piece in allowed]) @ query
        best = sorted(zip(cosines, allowed, strict=True), key=lambda pair: -pair[0])[:10]
        assert [chunk_id for chunk_id, _ in found] == [piece.id for _, piece in best]
        np.testing.assert_allclose([cosine for _, cosine in found], [cosine for cosine, _ in best], atol=1e-5)

    async def test_a_filter_comes_before_the_limit_of_candidates(self, store: Store) -> None:
        await put_all(
            store, *(note(f"loud/{n}.md", "plan plan plan") for n in range(30)), note("quiet/a.md", "a plan b")
        )
        scope = Scope(collections=("handbook",), filter=term(FilterKind.PATH, "quiet"))
        found = await store.term_candidates(["plan"], scope, 5)
        assert [piece.ref.path for piece in await store.chunks([candidate.chunk_id for candidate in found])] == [
            "quiet/a.md"
        ]


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


class StoreContract(
    PuttingContract, BookkeepingContract, VectorContract, TermContract, ScopeContract, FilterContract
):
    """All of it."""
