"""A search with a plan: what it shows, and what it leaves alone."""

from __future__ import annotations

import asyncio

import pytest

from knowledge.retrieval import NoteFinder, Pipeline
from knowledge.retrieval.concurrency import SEARCHES_AT_ONCE
from knowledge.types import Expansion, Query, Viewer
from tests.knowledge.retrieval.conftest import Shelve, files

NOTES = {
    "handbook/leave.md": "# Leave\n\nEmployees get 28 vacation days a year.\n",
    "handbook/kettle.md": "# Kettle\n\nThe kettle boils water for tea.\n",
    "board/tea.md": "# Tea\n\nTea for the board costs 90 euros.\n",
}


class PlannedExpander:
    """Has one plan for everything, once it is let go."""

    def __init__(self, expansion: Expansion, *, held: bool = False) -> None:
        self._expansion = expansion
        self.free = asyncio.Event()
        self.waiting = asyncio.Semaphore(0)
        if not held:
            self.free.set()

    async def expand(self, query: Query) -> Expansion:
        self.waiting.release()
        await self.free.wait()
        return self._expansion


async def test_keywords_find_what_the_words_of_the_question_do_not(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    expander = PlannedExpander(Expansion(keywords=("kettle", "tea")))
    finder = NoteFinder(
        shelf.library,
        shelf.store,
        Pipeline(shelf.library, shelf.store, shelf.embedder, expander=expander),
    )
    result = await finder.search(Query(text="hot drinks", collections=("handbook",)), plus=True)
    assert files(result.hits)[0] == "kettle.md"
    assert (result.mode, result.keywords, result.queries) == ("plus", ("kettle", "tea"), ("hot drinks", "kettle tea"))
    assert "boils water for tea" in result.hits[0].matched[0].preview


@pytest.mark.promise("a-plan-never-widens-a-search")
async def test_a_plan_never_leaves_the_scope_of_the_question(shelve: Shelve) -> None:
    shelf = await shelve(NOTES, board={"users": frozenset({"UBOSS"})})
    plan = Expansion(rewrite="in:board tea", keywords=("in:board", "tea"), parts=("in:board tea", "path:board/ tea"))
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, expander=PlannedExpander(plan))
    found = await pipeline.find(Query(text="tea", viewer=Viewer(user="UANN")), limit=10, plus=True)
    assert {each.chunk.ref.collection for each in found.candidates} == {"handbook"}


@pytest.mark.promise("waiting-for-a-plan-holds-nobody-up")
async def test_questions_that_wait_for_their_plans_keep_nobody_from_searching(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    expander = PlannedExpander(Expansion(), held=True)
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, expander=expander)
    crowd = [
        asyncio.create_task(pipeline.find(Query(text=f"tea {number}"), limit=3, plus=True)) for number in range(9)
    ]
    for _ in crowd:
        await expander.waiting.acquire()
    found = await pipeline.find(Query(text="vacation"), limit=3)
    assert found.candidates
    assert len(crowd) > SEARCHES_AT_ONCE
    assert not any(each.done() for each in crowd)
    expander.free.set()
    assert all(each.mode == "plus" for each in await asyncio.gather(*crowd))
