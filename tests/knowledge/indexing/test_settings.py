"""Runs after the settings changed: another model, another way of cutting, a status that is left out."""

from __future__ import annotations

import pytest

from knowledge.chunking import ChunkingOptions
from knowledge.errors import ModelMismatch, ModelUnreachable
from knowledge.indexing import Indexer
from knowledge.store import SqliteStore
from knowledge.types import NoteRef
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.fakes import HashingEmbedder
from tests.knowledge.indexing.outcomes import LEAVE, TRAVEL, only


class TestModels:
    async def test_another_model_is_refused_and_a_full_run_is_the_way_out(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        other = HashingEmbedder(model="other")
        with pytest.raises(ModelMismatch, match=r"'hash'.*'other'"):
            await notes.indexer(store, other).sync()
        await notes.indexer(store, other).sync(full=True)
        assert (await store.status()).model == "other"
        assert len(other.texts) == 1

    @pytest.mark.promise("another-model-takes-over-while-the-old-one-serves")
    async def test_the_old_model_serves_until_every_note_has_its_new_vector(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        notes.write("travel.md", TRAVEL)
        await notes.indexer(store, embedder).sync()
        broken = HashingEmbedder(model="other", refuse=lambda _: ModelUnreachable("Nobody answers."))
        report = await notes.indexer(store, broken).sync(new_model=True)
        assert report.unreachable
        assert ((await store.status()).model, (await store.status()).coming) == ("hash", "other")
        await store.check_model("hash")
        await notes.indexer(store, HashingEmbedder(model="other")).sync()
        assert ((await store.status()).model, (await store.status()).coming) == ("other", "")

    async def test_going_back_to_the_old_model_drops_what_was_gathered(
        self, notes: Notes, store: SqliteStore, embedder: HashingEmbedder
    ) -> None:
        notes.write("leave.md", LEAVE)
        await notes.indexer(store, embedder).sync()
        broken = HashingEmbedder(model="other", refuse=lambda _: ModelUnreachable("Nobody answers."))
        await notes.indexer(store, broken).sync(new_model=True)
        await notes.indexer(store, embedder).sync()
        assert ((await store.status()).model, (await store.status()).coming) == ("hash", "")


@pytest.mark.promise("a-status-is-left-out-only-where-configured")
async def test_a_draft_is_indexed_unless_its_status_is_left_out(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    notes.write("plan.md", "---\nstatus: Draft\n---\n# Plan\n\nAn early idea.\n")
    indexed = await notes.indexer(store, embedder).sync()
    assert (indexed.collections[0].read, indexed.collections[0].skipped) == (1, ())
    library = notes.indexer(store, embedder).library
    careful = Indexer(library, store, embedder, chunking=ChunkingOptions(), exclude_status=["draft"])
    left_out = (await careful.sync(full=True)).collections[0]
    assert [one.file for one in left_out.skipped] == ["plan.md"]
    assert "Draft" in left_out.skipped[0].reason
    assert await store.note_chunks(NoteRef(collection="handbook", path="plan.md")) == []


@pytest.mark.promise("another-way-of-cutting-reads-notes-again")
async def test_notes_that_were_cut_otherwise_are_read_again_by_a_plain_run(
    notes: Notes, store: SqliteStore, embedder: HashingEmbedder
) -> None:
    notes.write("travel.md", TRAVEL)
    library = notes.indexer(store, embedder).library
    before = Indexer(library, store, embedder, chunking=ChunkingOptions())
    await before.sync()
    after = Indexer(library, store, embedder, chunking=ChunkingOptions(target_tokens=64))
    assert only(await after.sync()).read == 1
    assert only(await after.sync()).read == 0
