"""Searches that were run already."""

from __future__ import annotations

import asyncio

import pytest

from knowledge.retrieval.found import Found, Mode
from knowledge.retrieval.remembering import RememberingFinder
from knowledge.types import OPERATOR, Query, Viewer
from tests.knowledge.retrieval.conftest import Shelf, Shelve

QUESTION = Query(text="vacation days")
NOTES = {"handbook/leave.md": "# Leave\n\nEmployees get 28 vacation days a year.\n"}


class CountingFinder:
    """Finds nothing, and counts. `fallback`: what each result lacks."""

    def __init__(self, fallback: str = "") -> None:
        self.fallback = fallback
        self.asked: list[Query] = []

    async def find(
        self, query: Query, *, limit: int, mode: Mode = "hybrid", strict: bool = False, plus: bool = False
    ) -> Found:
        self.asked.append(query)
        await asyncio.sleep(0)
        return Found(query=query, mode=mode, fallback=self.fallback)


async def remembering(shelve: Shelve, counting: CountingFinder) -> tuple[RememberingFinder, Shelf]:
    shelf = await shelve(NOTES)
    return RememberingFinder(counting, shelf.store), shelf


@pytest.mark.promise("a-search-is-kept-until-the-notes-or-the-viewer-change")
async def test_equal_searches_run_once_also_at_the_same_moment(shelve: Shelve) -> None:
    counting = CountingFinder()
    finder, _ = await remembering(shelve, counting)
    first, second = await asyncio.gather(finder.find(QUESTION, limit=3), finder.find(QUESTION, limit=3))
    assert first is second is await finder.find(QUESTION, limit=3)
    assert len(counting.asked) == 1


@pytest.mark.promise("a-search-is-kept-until-the-notes-or-the-viewer-change")
@pytest.mark.parametrize(
    "other",
    [
        Viewer(user="U1"),
        Viewer(user="U1", shared=True),
        Viewer(user="U1", groups=frozenset({"S1"})),
        Viewer(user="U1", channels=frozenset({"C1"})),
    ],
)
async def test_another_viewer_is_another_search(shelve: Shelve, other: Viewer) -> None:
    counting = CountingFinder()
    finder, _ = await remembering(shelve, counting)
    await finder.find(Query(text="pay", viewer=OPERATOR), limit=3)
    await finder.find(Query(text="pay", viewer=other), limit=3)
    assert [one.viewer for one in counting.asked] == [OPERATOR, other]


@pytest.mark.promise("a-search-is-kept-until-the-notes-or-the-viewer-change")
async def test_a_changed_note_is_searched_anew(shelve: Shelve) -> None:
    counting = CountingFinder()
    finder, shelf = await remembering(shelve, counting)
    await finder.find(QUESTION, limit=3)
    await shelf.store.remove([next(iter(await shelf.store.notes(shelf.library.scope(QUESTION)))).ref])
    await finder.find(QUESTION, limit=3)
    assert len(counting.asked) == 2


@pytest.mark.promise("a-search-is-kept-until-the-notes-or-the-viewer-change")
async def test_a_search_that_lacked_a_part_is_tried_again(shelve: Shelve) -> None:
    counting = CountingFinder(fallback="Searched by keywords only.")
    finder, _ = await remembering(shelve, counting)
    await finder.find(QUESTION, limit=3)
    await finder.find(QUESTION, limit=3)
    assert len(counting.asked) == 2
