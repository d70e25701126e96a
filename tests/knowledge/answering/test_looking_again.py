"""When an answer waits for further steps, and what it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import pytest

from knowledge.retrieval.agentic import LookAgain, Looked
from knowledge.types import Candidate, Query, SearchResult
from tests.knowledge.answering.support import ScriptedChat, answerer, candidates, chunk

DAYS = chunk("Everybody gets 28 paid vacation days each year.")
BIKES = chunk("Bikes are kept in the cellar.", path="bikes.md", title="Bikes", headings=("Bikes",))
QUERY = Query(text="How many paid vacation days does everybody get each year?")
RESULT = SearchResult(hits=(), queries=(QUERY.text,))


class OneMore:
    """Finds one chunk more, and says why it ended."""

    def __init__(self, found: Candidate, *, fallback: str = "") -> None:
        self._found = found
        self._fallback = fallback
        self.asked = 0

    async def look(self, query: Query, candidates: Sequence[Candidate]) -> Looked:
        self.asked += 1
        return Looked(candidates=(self._found, *candidates), queries=("paid leave",), fallback=self._fallback)


def looking(chat: ScriptedChat, more: OneMore) -> Any:
    return replace(answerer(DAYS, BIKES, chat=chat), look_again=cast("LookAgain", more))


@pytest.mark.promise("a-model-looks-again-where-little-was-found")
async def test_poor_evidence_is_looked_for_again_and_then_answers() -> None:
    chat, more = (
        ScriptedChat("It is 28 paid vacation days [1]."),
        OneMore(candidates(DAYS)[0], fallback="It ended early."),
    )
    answer = await looking(chat, more).answer(QUERY, candidates(BIKES, cosine=0.3), RESULT)
    assert (answer.mode, answer.text) == ("generated", "It is 28 paid vacation days [1].")
    assert answer.queries == (QUERY.text, "paid leave")
    assert answer.degraded == "It ended early."
    assert more.asked == 1


@pytest.mark.promise("a-model-looks-again-where-little-was-found")
@pytest.mark.parametrize(("several", "times"), [(False, 0), (True, 1)])
async def test_good_evidence_has_to_do_unless_the_question_has_several_parts(several: bool, times: int) -> None:
    more = OneMore(candidates(DAYS)[0])
    found = candidates(DAYS, cosine=0.9)
    answer = await looking(ScriptedChat("It is 28 days [1]."), more).answer(QUERY, found, RESULT, several=several)
    assert answer.mode == "generated"
    assert more.asked == times
