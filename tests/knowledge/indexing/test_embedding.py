"""The second phase: what waits gets its vector, once, whatever gets in between."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from knowledge.errors import InvalidVector, KnowledgeError, ModelRefused, ModelUnreachable
from knowledge.indexing.embedding import BATCH
from knowledge.ports import Matrix
from knowledge.store import SqliteStore
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.export import export
from tests.knowledge.indexing.fakes import HashingEmbedder

UNREACHABLE = ModelUnreachable("Nobody answers at 127.0.0.1:1.", hint="Start the server.")


def refusing(word: str, error: KnowledgeError) -> HashingEmbedder:
    return HashingEmbedder(refuse=lambda text: error if word in text else None)


def write_many(notes: Notes, count: int) -> None:
    for number in range(count):
        notes.write(f"{number:03d}.md", f"# Note {number}\n\n{'Its words. ' * (number % 7 + 1)}\n")


class Breaking(HashingEmbedder):
    """Stops answering after some texts."""

    def __init__(self, texts: int) -> None:
        super().__init__(refuse=lambda text: UNREACHABLE if len(self.texts) >= texts else None)


class Losing(HashingEmbedder):
    """Forgets the last text of each batch."""

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        return (await super().embed_documents(texts))[:-1]


@pytest.mark.promise("embedding-goes-on-where-it-stopped")
async def test_a_run_that_broke_off_is_finished_by_the_next_without_a_text_twice(
    notes: Notes, store: SqliteStore
) -> None:
    write_many(notes, 3 * BATCH)
    first, second = Breaking(2 * BATCH), HashingEmbedder()
    assert (await notes.indexer(store, first).sync()).failed
    assert not (await notes.indexer(store, second).sync()).failed
    assert len(first.texts) == 2 * BATCH
    assert len(second.texts) == BATCH
    assert set(first.texts).isdisjoint(second.texts)


@pytest.mark.promise("an-unreachable-model-leaves-the-keywords")
async def test_an_unreachable_model_leaves_all_keywords_and_one_sentence(notes: Notes, store: SqliteStore) -> None:
    write_many(notes, 3)
    report = await notes.indexer(store, refusing("", UNREACHABLE)).sync()
    assert report.problems == ("Nobody answers at 127.0.0.1:1. Start the server.",)
    assert report.unreachable
    assert report.collections[0].read == 3
    assert report.collections[0].errors == ()
    assert {**(await store.vocabulary("note"))} == {"note": 3}


async def test_equal_texts_are_embedded_once(notes: Notes, store: SqliteStore, embedder: HashingEmbedder) -> None:
    for number in range(5):
        notes.write(f"copy{number}/same.md", "# Same\n\nEqual words.\n")
    await notes.indexer(store, embedder).sync()
    assert len(embedder.texts) == 1
    assert len(await export(store, "handbook")) == 5


@pytest.mark.promise("a-refused-chunk-stops-nothing")
@pytest.mark.parametrize("error", [ModelRefused("Too long."), InvalidVector("It gave zeros.")])
async def test_a_text_that_the_model_refuses_is_the_error_of_its_note_alone(
    notes: Notes, store: SqliteStore, error: KnowledgeError
) -> None:
    write_many(notes, 2 * BATCH)
    notes.write("odd.md", "# Odd\n\nAn unlucky text.\n")
    report = await notes.indexer(store, refusing("unlucky", error)).sync()
    (collection,) = report.collections
    assert [failed.file for failed in collection.errors] == ["odd.md"]
    assert "from line 3 to line 3" in collection.errors[0].message
    assert report.embedded == 2 * BATCH
    assert (collection.matched, collection.read) == (2 * BATCH + 1, 2 * BATCH)


async def test_a_refused_text_is_not_sent_again_until_its_note_changes(notes: Notes, store: SqliteStore) -> None:
    notes.write("odd.md", "# Odd\n\nAn unlucky text.\n")
    sent: list[str] = []

    def refuse(text: str) -> KnowledgeError | None:
        sent.append(text)
        return ModelRefused("Too long.") if "unlucky" in text else None

    embedder = HashingEmbedder(refuse=refuse)
    await notes.indexer(store, embedder).sync()
    sent.clear()
    again = await notes.indexer(store, embedder).sync()
    assert [failed.file for failed in again.collections[0].errors] == ["odd.md"]
    assert sent == []
    notes.write("odd.md", "# Odd\n\nA lucky text.\n")
    mended = await notes.indexer(store, embedder).sync()
    assert mended.collections[0].errors == ()
    assert len(await export(store, "handbook")) == 1


async def test_a_model_that_refuses_everything_is_no_fault_of_the_notes(notes: Notes, store: SqliteStore) -> None:
    write_many(notes, 3)
    report = await notes.indexer(store, refusing("", ModelRefused("The key is wrong."))).sync()
    assert report.problems == ("The key is wrong.",)
    assert report.collections[0].errors == ()
    assert await store.failures("handbook") == []


@pytest.mark.promise("a-batch-that-loses-texts-is-rejected")
async def test_a_model_that_gives_too_few_vectors_gets_nothing_stored(notes: Notes, store: SqliteStore) -> None:
    write_many(notes, 3)
    report = await notes.indexer(store, Losing()).sync()
    assert report.problems[0].startswith("The model 'hash' gave 2 vectors for 3 texts.")
    assert (await store.status()).collections[0].embedded == 0
