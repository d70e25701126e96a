import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.estimate import EstimatedTokenizer
from knowledge.errors import ModelBusy
from knowledge.ports import Matrix, Vector


class SlowEmbedder:
    """Embeds when told to, and counts."""

    def __init__(self) -> None:
        self.model = "slow"
        self.tokenizer = EstimatedTokenizer()
        self.asked: list[str] = []
        self.cancelled = 0
        self.go = asyncio.Event()
        self.broken = False

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        return np.eye(len(texts), dtype=np.float32)

    async def embed_query(self, text: str) -> Vector:
        self.asked.append(text)
        try:
            await self.go.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.broken:
            raise ModelBusy("Too much.")
        return np.array([1.0, float(len(text))], dtype=np.float32)


async def settled() -> None:
    """Let every task that can run, run."""
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.mark.promise("equal-questions-are-embedded-once")
async def test_ten_equal_questions_at_once_make_one_call() -> None:
    slow = SlowEmbedder()
    cached = CachedEmbedder(slow)
    waiting = [asyncio.ensure_future(cached.embed_query("sky")) for _ in range(10)]
    await settled()

    slow.go.set()
    vectors = await asyncio.gather(*waiting)

    assert slow.asked == ["sky"]
    assert all(np.array_equal(vector, [1, 3]) for vector in vectors)


@pytest.mark.promise("equal-questions-are-embedded-once")
async def test_a_repeated_question_makes_no_call() -> None:
    slow = SlowEmbedder()
    slow.go.set()
    cached = CachedEmbedder(slow)

    await cached.embed_query("sky")
    await cached.embed_query("sky")

    assert slow.asked == ["sky"]


async def test_different_questions_run_at_the_same_time() -> None:
    slow = SlowEmbedder()
    cached = CachedEmbedder(slow)
    waiting = [asyncio.ensure_future(cached.embed_query(text)) for text in ("sky", "sea")]
    await settled()

    assert slow.asked == ["sky", "sea"]
    slow.go.set()
    await asyncio.gather(*waiting)


async def test_another_model_does_not_share_vectors() -> None:
    slow = SlowEmbedder()
    slow.go.set()
    cached = CachedEmbedder(slow)
    await cached.embed_query("sky")

    slow.model = "other"
    await cached.embed_query("sky")

    assert slow.asked == ["sky", "sky"]


async def test_the_oldest_question_is_forgotten_beyond_the_size() -> None:
    slow = SlowEmbedder()
    slow.go.set()
    cached = CachedEmbedder(slow, size=2)

    for text in ("one", "two", "three", "two", "one"):
        await cached.embed_query(text)

    assert slow.asked == ["one", "two", "three", "one"]


async def test_a_failure_reaches_all_who_wait_and_is_not_kept() -> None:
    slow = SlowEmbedder()
    slow.broken = True
    slow.go.set()
    cached = CachedEmbedder(slow)

    results = await asyncio.gather(*(cached.embed_query("sky") for _ in range(3)), return_exceptions=True)
    slow.broken = False

    assert [type(result) for result in results] == [ModelBusy] * 3
    assert np.array_equal(await cached.embed_query("sky"), [1, 3])
    assert slow.asked == ["sky", "sky"]


async def test_one_who_leaves_does_not_take_the_others_along() -> None:
    slow = SlowEmbedder()
    cached = CachedEmbedder(slow)
    leaving, staying = (asyncio.ensure_future(cached.embed_query("sky")) for _ in range(2))
    await settled()

    leaving.cancel()
    await settled()
    slow.go.set()

    assert np.array_equal(await staying, [1, 3])
    assert slow.cancelled == 0


async def test_when_the_last_one_leaves_the_embedding_is_cancelled() -> None:
    slow = SlowEmbedder()
    cached = CachedEmbedder(slow)
    waiting = asyncio.ensure_future(cached.embed_query("sky"))
    await settled()

    waiting.cancel()
    await settled()
    slow.go.set()

    assert slow.cancelled == 1
    assert np.array_equal(await cached.embed_query("sky"), [1, 3])


async def test_a_shared_vector_cannot_be_changed() -> None:
    slow = SlowEmbedder()
    slow.go.set()
    vector = await CachedEmbedder(slow).embed_query("sky")

    with pytest.raises(ValueError, match="read-only"):
        vector[0] = 2
