"""What every store must find by terms, and never outside the scope."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.filters import AnyOf, FilterKind
from knowledge.ports import Entry, Store
from knowledge.types import Scope
from tests.knowledge.store.builders import entry, everywhere, note, ref, vectors_for
from tests.knowledge.store.steps import ON_ONE_STORE, embed_pending, put_all, term, texts_with


class TermContract:
    async def test_statistics_speak_of_the_whole_index_whatever_the_scope(self, store: Store) -> None:
        await put_all(store, note("a.md", "red green", "red"), note("b.md", "red", collection="other"))
        statistics = await store.term_statistics(["red", "green", "blue"])
        assert (statistics.chunks, statistics.mean_length) == (3, pytest.approx(4 / 3))
        assert (statistics.notes, statistics.chunks_a_note) == (2, 1.5)
        assert {**statistics.frequencies} == {"red": 3, "green": 1}

    async def test_statistics_follow_changes(self, store: Store) -> None:
        await put_all(store, note("a.md", "red green", "red"))
        await put_all(store, note("a.md", "red"))
        statistics = await store.term_statistics(["green"])
        assert (statistics.chunks, statistics.mean_length, dict(statistics.frequencies)) == (1, 1.0, {})

    async def test_an_empty_index_has_statistics_and_no_candidates(self, store: Store) -> None:
        assert (await store.term_statistics(["red"])).mean_length == 0.0
        assert not len((await store.term_candidates(["red"], everywhere(), 10)).ids)

    async def test_candidates_bring_what_their_scores_take(self, store: Store) -> None:
        document, _ = note("a.md", "x")
        await store.put(
            document, [Entry(chunk=entry(0, "x").chunk, terms=("leave", "user_id", "user", "id", "leave"))]
        )
        found = await store.term_candidates(["id", "leave", "absent", "user"], everywhere(), 10)
        assert (found.counts.tolist(), found.lengths.tolist()) == ([[1, 2, 0, 1]], [5])
        assert found.firsts.tolist() == [0]
        assert (await store.term_candidates(["user", "id"], everywhere(), 10)).firsts.tolist() == [2]

    async def test_a_chunk_with_more_of_the_terms_comes_first(self, store: Store) -> None:
        await put_all(store, note("a.md", "backup rota", "backup rotation access", "rotation day"))
        found = await store.term_candidates(["rotation", "access", "backup"], everywhere(), 10)
        best, *rest = [piece.text for piece in await store.chunks(found.ids.tolist())]
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
        assert (await store.term_candidates([stored], everywhere(), 10)).counts.tolist() == [[1]]
        assert not len((await store.term_candidates([f"{stored}2"], everywhere(), 10)).ids)
        assert {**(await store.term_statistics([stored])).frequencies} == {stored: 1}

    async def test_thousands_of_terms_are_looked_for(self, store: Store) -> None:
        await put_all(store, note("a.md", "w17"))
        found = await store.term_candidates([f"w{number}" for number in range(3_000)], everywhere(), 10)
        assert len(found.ids) == 1

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
        assert not len((await store.term_candidates(["plan"], nowhere, 10)).ids)
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
        assert [piece.ref.path for piece in await store.chunks(found.ids.tolist())] == ["quiet/a.md"]


class PlaceContract:
    async def test_places_are_those_of_the_chunks_themselves(self, store: Store) -> None:
        await put_all(store, note("a.md", "open plan", "second"), note("b.md", "other"))
        chunks = [*await store.note_chunks(ref("a.md")), *await store.note_chunks(ref("b.md"))]
        ids = [chunk.id for chunk in reversed(chunks)]
        places = await store.places([*ids, max(ids) + 1])
        assert [place.id for place in places] == ids
        for place, chunk in zip(places, reversed(chunks), strict=True):
            assert (place.ref, place.title, place.position) == (chunk.ref, chunk.title, chunk.position)
            assert (place.lines, place.note_hash) == (chunk.lines, chunk.note_hash)

    @pytest.mark.promise("a-changed-note-is-never-read-from-memory")
    async def test_places_that_were_looked_up_follow_every_change(self, store: Store) -> None:
        await put_all(store, note("a.md", "first", "second"), note("b.md", "other"))
        first, second, other = [chunk.id for path in ("a.md", "b.md") for chunk in await store.note_chunks(ref(path))]
        assert [place.position for place in await store.places([first, second, other])] == [0, 1, 0]
        await put_all(store, note("a.md", "second", title="Anew"))
        await store.remove([ref("b.md")])
        (moved,) = await store.places([first, second, other])
        assert (moved.id, moved.position, moved.title) == (second, 0, "Anew")
