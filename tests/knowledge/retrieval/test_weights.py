"""Weights and depths as configured, and fusion by scores."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.retrieval import Depths, Mode, Pipeline, Weights
from knowledge.types import Query
from tests.knowledge.retrieval.conftest import Shelf, Shelve

NOTES = {
    "handbook/a.md": "# A\n\nThe holiday calendar of the vacation office.\n",
    "handbook/b.md": "# B\n\nVacation days and leave: rest.\n",
    "handbook/c.md": "# C\n\nHoliday, leave.\n",
    "handbook/d.md": "# D\n\nThe calendar of the office hangs there.\n",
    "handbook/e.md": "# E\n\nSalary and bonus, and a holiday.\n",
}


async def found(shelf: Shelf, mode: Mode = "hybrid", **weights: Any) -> list[int]:
    """The chunks in their order."""
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, weights=Weights(**weights))
    result = await pipeline.find(Query(text="holiday calendar of the office"), limit=10, mode=mode)
    return [each.chunk.id for each in result.candidates]


@pytest.mark.promise("alpha-mixes-keywords-and-vectors")
async def test_alpha_0_is_the_order_of_the_keywords_and_1_that_of_the_vectors(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    lexical, dense = await found(shelf, "lexical"), await found(shelf, "dense")
    assert lexical != dense[: len(lexical)]
    assert await found(shelf, fusion="alpha", alpha=0.0) == lexical
    assert await found(shelf, fusion="alpha", alpha=1.0) == dense


@pytest.mark.promise("alpha-mixes-keywords-and-vectors")
async def test_alpha_scales_scores_within_their_list(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, weights=Weights(fusion="alpha", alpha=0.25))
    result = await pipeline.find(Query(text="holiday calendar of the office"), limit=10)
    shares = [(part.source, part.share) for each in result.candidates for part in each.contributions]
    assert max(share for source, share in shares if source == "dense") == pytest.approx(0.25)
    assert max(share for source, share in shares if source == "lexical") == pytest.approx(0.75)
    assert min(share for _, share in shares) == 0


@pytest.mark.promise("lists-count-by-their-configured-weights")
async def test_lists_give_as_much_as_their_weights_say(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    weights = Weights(dense=1.2, lexical=0.6, notes=0.2, first=0.0)
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, weights=weights)
    (best, *_) = (await pipeline.find(Query(text="holiday calendar of the office"), limit=10)).notes(1)
    for part in best.contributions:
        weight = {"dense": 1.2, "lexical": 0.6, "notes": 0.2}[part.source]
        assert part.share == pytest.approx(weight / 2 * 61 / (60 + part.rank))


@pytest.mark.promise("lists-are-as-deep-as-configured")
async def test_lists_are_as_deep_as_configured_and_deep_enough_for_the_limit(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    depths = Depths(dense=2, lexical=1, notes=1)
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, weights=Weights(depths=depths))
    lists = (await pipeline.find(Query(text="holiday"), limit=1)).lists
    assert {each.source: len(each.candidates) for each in lists} == {"dense": 5, "lexical": 3, "notes": 1}


@pytest.mark.promise("weak-keyword-hits-can-be-left-out")
async def test_what_hardly_shares_a_word_is_not_found_by_words_above_a_floor(shelve: Shelve) -> None:
    shelf = await shelve(NOTES, embed=False)
    everything = await found(shelf, "lexical")
    best_alone = await found(shelf, "lexical", keyword_floor=1.0, notes=0.0)
    assert len(everything) > 1
    assert best_alone == everything[:1]
