"""Three degrees of trust in what was found."""

from __future__ import annotations

import pytest

from knowledge.answering.gate import Gate, WordGate
from knowledge.answering.question import QuestionTerms
from knowledge.ports import TermStatistics
from knowledge.text import query_terms
from knowledge.types import Confidence
from tests.knowledge.answering.support import candidates, chunk, evidence_of

NOTE = "You get 28 paid vacation days per calendar year, and so does everybody."


def judge(question: str, cosine: float | None, gate: Gate | None = None) -> str:
    one = chunk(NOTE)
    statistics = TermStatistics(chunks=100, mean_length=10, frequencies=dict.fromkeys(query_terms(NOTE), 1))
    terms = QuestionTerms.of(question, statistics)
    return (gate or Gate()).judge(terms, candidates(one, cosine=cosine), evidence_of(one))


@pytest.mark.promise("what-the-notes-do-not-hold-is-refused")
@pytest.mark.parametrize(
    ("question", "cosine", "degree"),
    [
        ("how many vacation days", 0.75, "strong"),
        ("holidays", 0.82, "strong"),  # other words, the same meaning
        ("vacation days", 0.50, "strong"),  # every word, whatever the vectors say
        ("holidays abroad with children", 0.70, "weak"),
        ("which dentist should I call", 0.60, "none"),
        ("vacation for the dentist's printer", 0.60, "none"),
        ("wie viele Urlaubstage bekomme ich", 0.62, "weak"),  # another language shares no words
        ("wie viele Urlaubstage bekomme ich", 0.55, "none"),
    ],
)
def test_meaning_and_words_together_give_the_degree(question: str, cosine: float, degree: str) -> None:
    assert judge(question, cosine) == degree


@pytest.mark.parametrize(
    ("question", "degree"), [("vacation days", "strong"), ("vacation abroad", "weak"), ("dentist abroad", "none")]
)
def test_without_vectors_the_words_decide(question: str, degree: str) -> None:
    assert judge(question, None) == degree
    assert judge(question, 0.99, WordGate()) == degree


def test_no_evidence_is_no_answer() -> None:
    terms = QuestionTerms.of("vacation", TermStatistics(chunks=0, mean_length=0, frequencies={}))

    assert Gate().judge(terms, [], evidence_of()) == "none"


@pytest.mark.parametrize(
    ("before", "cosine", "after"),
    [
        ("none", 0.72, "weak"),
        ("none", 0.65, "none"),
        ("none", None, "none"),
        ("weak", 0.82, "strong"),
        ("weak", 0.72, "weak"),
        ("strong", 0.30, "strong"),
    ],
)
def test_one_passage_that_is_close_lifts_the_degree(before: Confidence, cosine: float | None, after: str) -> None:
    assert Gate().reconsider(before, cosine) == after
    assert WordGate().reconsider(before, cosine) == before
