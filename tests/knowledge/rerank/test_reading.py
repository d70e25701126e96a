"""The best few chunks read together with the question."""

import pytest

from knowledge.errors import ModelMissing
from knowledge.ports import Reranker
from knowledge.rerank.reading import READ, Reader
from tests.knowledge.rerank.fakes import ScriptedReranker, StuckReranker, candidates


async def test_the_best_few_are_read_and_a_copy_is_not() -> None:
    reranker = ScriptedReranker(1.0, 2.0, 3.0)

    scores = await Reader(reranker=reranker).scores("vacation", candidates("a", "a", "b", "c", "d"))

    assert list(scores) == [1.0, 2.0, 3.0]
    assert reranker.asked == [("vacation", ("a", "b", "c"))]
    assert READ == 3


async def test_nothing_to_read_calls_nobody() -> None:
    reranker = ScriptedReranker()

    assert list(await Reader(reranker=reranker).scores("vacation", [])) == []
    assert reranker.asked == []


@pytest.mark.parametrize("reranker", [StuckReranker(), ScriptedReranker(failure=ModelMissing())])
async def test_a_late_or_missing_model_tells_nothing(reranker: Reranker) -> None:
    assert list(await Reader(reranker=reranker, seconds=0.01).scores("vacation", candidates("a"))) == []
