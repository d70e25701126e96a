"""Plans that are kept."""

from __future__ import annotations

import asyncio

import pytest

from knowledge.planning.remembering import CachedExpander
from knowledge.types import Expansion, Query, Turn, Viewer


class CountingExpander:
    """Plans with a number that grows; the first `failing` ones lack something."""

    def __init__(self, *, failing: int = 0) -> None:
        self.calls = 0
        self._failing = failing

    async def expand(self, query: Query) -> Expansion:
        self.calls += 1
        number = self.calls
        await asyncio.sleep(0)
        fallback = "The chat model did not answer." if number <= self._failing else ""
        return Expansion(rewrite=f"{query.text} {number}", fallback=fallback)


@pytest.mark.promise("equal-questions-are-planned-once")
async def test_equal_questions_at_once_and_later_are_planned_once() -> None:
    counting = CountingExpander()
    cached = CachedExpander(counting)
    plans = await asyncio.gather(*(cached.expand(Query(text="leave", viewer=Viewer(user=f"U{n}"))) for n in range(5)))
    plans.append(await cached.expand(Query(text="leave")))
    assert {plan.rewrite for plan in plans} == {"leave 1"}
    assert counting.calls == 1


async def test_other_words_or_another_history_are_another_plan() -> None:
    counting = CountingExpander()
    cached = CachedExpander(counting)
    history = (Turn(role="person", text="How many days?"),)
    for query in (Query(text="leave"), Query(text="laptops"), Query(text="leave", history=history)):
        await cached.expand(query)
    assert counting.calls == 3


@pytest.mark.promise("equal-questions-are-planned-once")
async def test_a_plan_with_something_missing_is_not_kept() -> None:
    cached = CachedExpander(CountingExpander(failing=1))
    assert (await cached.expand(Query(text="leave"))).fallback
    assert await cached.expand(Query(text="leave")) == Expansion(rewrite="leave 2")
    assert await cached.expand(Query(text="leave")) == Expansion(rewrite="leave 2")


async def test_at_most_so_many_plans_are_kept() -> None:
    counting = CountingExpander()
    cached = CachedExpander(counting, size=1)
    for text in ("leave", "laptops", "leave"):
        await cached.expand(Query(text=text))
    assert counting.calls == 3
