"""Scores that are there are not made again."""

import asyncio

import pytest

from knowledge.errors import ModelUnreachable
from knowledge.rerank.cached import CachedReranker
from tests.knowledge.rerank.fakes import ScriptedReranker


@pytest.mark.promise("the-same-question-over-the-same-texts-is-scored-once")
async def test_the_second_time_nobody_is_called() -> None:
    scripted = ScriptedReranker(0.1, 0.9)
    cached = CachedReranker(scripted)

    first = await cached.scores("vacation", ["a", "b"])
    second = await cached.scores("vacation", ["a", "b"])

    assert list(first) == list(second) == [0.1, 0.9]
    assert len(scripted.asked) == 1


@pytest.mark.parametrize(
    ("question", "texts"), [("holidays", ["a", "b"]), ("vacation", ["a", "b, changed"]), ("vacation", ["b", "a"])]
)
async def test_another_question_a_changed_text_or_order_is_scored_anew(question: str, texts: list[str]) -> None:
    scripted = ScriptedReranker(0.1, 0.9)
    cached = CachedReranker(scripted)
    await cached.scores("vacation", ["a", "b"])

    await cached.scores(question, texts)

    assert len(scripted.asked) == 2


async def test_equal_questions_at_the_same_moment_are_scored_once() -> None:
    scripted = ScriptedReranker(0.5)
    cached = CachedReranker(scripted)

    await asyncio.gather(*(cached.scores("vacation", ["a"]) for _ in range(5)))

    assert len(scripted.asked) == 1


async def test_a_failure_is_not_kept() -> None:
    scripted = ScriptedReranker(failure=ModelUnreachable("nobody there"))
    cached = CachedReranker(scripted)

    for _ in range(2):
        with pytest.raises(ModelUnreachable):
            await cached.scores("vacation", ["a"])

    assert len(scripted.asked) == 2


async def test_no_texts_make_no_call() -> None:
    scripted = ScriptedReranker()

    assert list(await CachedReranker(scripted).scores("vacation", [])) == []
    assert scripted.asked == []
