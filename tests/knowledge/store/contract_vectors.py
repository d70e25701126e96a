"""What every store must do with vectors, those of the serving model and those of a coming one."""

from __future__ import annotations

import numpy as np
import pytest

from knowledge.errors import InvalidVector, ModelMismatch
from knowledge.ports import Store
from tests.knowledge.store.builders import entry, everywhere, note, ref, vectors_for
from tests.knowledge.store.steps import embed_pending, put_all


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
        assert lengths.tolist() == pytest.approx([1, 1], abs=1e-5)

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
