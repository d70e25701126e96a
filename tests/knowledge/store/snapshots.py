"""What every store's snapshot must be: whole, in order, and checked row by row."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from knowledge.ports import Failure, Store
from tests.knowledge.store.builders import fingerprint, note, ref, vectors_for


async def embed(store: Store) -> None:
    waiting = await store.pending(1_000)
    await store.store_vectors("m", [piece.id for piece in waiting], vectors_for([piece.text for piece in waiting]))


class SnapshotContract:
    async def test_a_snapshot_holds_chunks_vectors_and_marks_in_order(self, store: Store) -> None:
        scanned = datetime(2025, 1, 2, tzinfo=UTC)
        for document, entries in (note("b.md", "three"), note("a.md", "one", "two"), note("none.md")):
            await store.put(document, entries)
        await store.record_scan("handbook", scanned)
        await store.record_failure(Failure(ref=ref("bad.md"), message="no text"))
        await embed(store)
        taken = await store.snapshot(["handbook"])
        assert [(chunk.ref.path, chunk.text) for chunk in taken.chunks] == [
            ("a.md", "one"),
            ("a.md", "two"),
            ("b.md", "three"),
        ]
        assert taken.embedded.tolist() == [0, 1, 2]
        np.testing.assert_array_equal(taken.vectors, vectors_for(["one", "two", "three"]))
        assert taken.fingerprints[ref("a.md")] == fingerprint("one\n\ntwo")
        assert set(taken.fingerprints) == {ref("a.md"), ref("b.md"), ref("none.md")}
        assert taken.scans == {"handbook": scanned}
        assert list(taken.failed) == [ref("bad.md")]

    async def test_a_snapshot_tells_which_chunks_have_no_vector_yet(self, store: Store) -> None:
        await store.put(*note("b.md", "old"))
        await embed(store)
        await store.put(*note("a.md", "new"))
        taken = await store.snapshot(["handbook"])
        assert [chunk.text for chunk in taken.chunks] == ["new", "old"]
        assert taken.embedded.tolist() == [1]
        np.testing.assert_array_equal(taken.vectors, vectors_for(["old"]))

    async def test_a_snapshot_holds_the_named_collections_alone(self, store: Store) -> None:
        await store.put(*note("a.md", "one"))
        await store.put(*note("b.md", "two", collection="other"))
        await embed(store)
        taken = await store.snapshot(["other"])
        assert [chunk.text for chunk in taken.chunks] == ["two"]
        np.testing.assert_array_equal(taken.vectors, vectors_for(["two"]))
        assert (await store.snapshot([])).chunks == []

    async def test_vectors_stay_with_their_chunks_over_many_blocks_and_removals(self, store: Store) -> None:
        texts = [f"passage {number}" for number in range(1_500)]
        await store.put(*note("a.md", *texts[:700]))
        await store.put(*note("b.md", *texts[700:]))
        while await store.pending(1):
            await embed(store)
        await store.put(*note("a.md", *texts[100:700:2]))
        taken = await store.snapshot(["handbook"])
        np.testing.assert_allclose(taken.vectors, vectors_for([chunk.text for chunk in taken.chunks]), atol=1e-6)
        assert len(taken.chunks) == 300 + 800
