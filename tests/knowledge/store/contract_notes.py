"""What every store must do with notes: put, replace, remove and count them."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from knowledge.ports import Entry, Failure, Store
from tests.knowledge.store.builders import DIMENSION, entry, everywhere, fingerprint, note, ref, vectors_for
from tests.knowledge.store.steps import embed_pending, put_all, texts_with


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

    async def test_of_many_notes_put_together_all_are_replaced_or_none(self, store: Store) -> None:
        first, second = note("a.md", "one", "two"), note("b.md", "one")
        results = await store.put_many([first, second])
        assert [result.created for result in results] == [2, 1]
        assert await texts_with(store, "one") == ["one", "one"]
        broken = (second[0], [entry(0, "new"), entry(0, "newer")])
        with pytest.raises(ValueError, match="same position"):
            await store.put_many([note("a.md", "changed"), broken])
        assert await texts_with(store, "changed") == []

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

    async def test_a_failure_is_told_to_the_letter(self, store: Store) -> None:
        failure = Failure(ref=ref("a.md"), message="\x1a0 \x00")
        await put_all(store, note("a.md", "x"))
        await store.record_failure(failure)
        assert await store.failures("handbook") == [failure]
        assert [info.failures for info in await store.notes(everywhere())] == [(failure.message,)]

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
