"""Question and chunks read together: what that says about an answer, and what happens without it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from knowledge.errors import ModelMissing
from knowledge.ports import Reranker
from knowledge.rerank.reading import Reader
from knowledge.types import Answer, Query, SearchResult
from tests.knowledge.answering.support import answerer, candidates, chunk
from tests.knowledge.rerank.fakes import ScriptedReranker, StuckReranker

NOTE = chunk("You get 28 paid vacation days per calendar year.")
PARAPHRASE = "time off for everybody"  # shares no word with the note


async def ask(question: str, reranker: Reranker, *, cosine: float = 0.7, seconds: float = 60.0) -> Answer:
    room = replace(answerer(NOTE), reader=Reader(reranker=reranker, seconds=seconds))
    return await room.answer(Query(text=question), candidates(NOTE, cosine=cosine), SearchResult(hits=()))


@pytest.mark.promise("what-the-notes-do-not-hold-is-refused")
@pytest.mark.parametrize(("logit", "degree"), [(8.0, "strong"), (0.0, "weak"), (-9.0, "none")])
async def test_what_reading_together_says_decides_in_the_middle(logit: float, degree: str) -> None:
    answer = await ask(PARAPHRASE, ScriptedReranker(logit))

    assert answer.confidence == degree


@pytest.mark.promise("a-reranker-that-is-late-or-fails-changes-nothing")
@pytest.mark.parametrize("reranker", [StuckReranker(), ScriptedReranker(failure=ModelMissing())])
async def test_without_it_in_time_the_answer_is_judged_by_the_rest(reranker: Reranker) -> None:
    answer = await ask(PARAPHRASE, reranker, seconds=0.01)

    assert answer.confidence == "weak"


async def test_a_question_in_another_language_is_not_read_by_an_english_model() -> None:
    reranker = ScriptedReranker(-9.0)

    answer = await ask("wie viele Urlaubstage bekomme ich", reranker)

    assert answer.confidence == "weak"
    assert reranker.asked == []


async def test_nothing_found_is_not_read() -> None:
    reranker = ScriptedReranker()
    room = replace(answerer(NOTE), reader=Reader(reranker=reranker))

    answer = await room.answer(Query(text=PARAPHRASE), [], SearchResult(hits=()))

    assert answer.confidence == "none"
    assert reranker.asked == []
