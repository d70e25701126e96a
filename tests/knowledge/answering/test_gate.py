"""Three degrees of trust in what was found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from knowledge.answering.gate import Gate, MultilingualGate, Signals, WordGate, score_of, with_logit
from knowledge.answering.question import QuestionTerms
from knowledge.ports import TermStatistics
from knowledge.text import query_terms
from tests.knowledge.answering.support import candidates, chunk, evidence_of

NOTE = "You get 28 paid vacation days per calendar year, and so does everybody."
MIDDLING = Signals(coverage=0.4, cosine=0.7, passage_cosine=0.7)


def signals(question: str, cosine: float | None, gate: Gate | None = None) -> Signals:
    one = chunk(NOTE)
    statistics = TermStatistics(chunks=100, mean_length=10, frequencies=dict.fromkeys(query_terms(NOTE), 1))
    terms = QuestionTerms.of(question, statistics)
    return (gate or Gate()).signals(terms, candidates(one, cosine=cosine), evidence_of(one), passage_cosine=cosine)


def judge(question: str, cosine: float | None, gate: Gate | None = None) -> str:
    return (gate or Gate()).judge(signals(question, cosine, gate)).degree


@pytest.mark.promise("what-the-notes-do-not-hold-is-refused")
@pytest.mark.parametrize(
    ("question", "cosine", "logit", "degree"),
    [
        ("how many vacation days", 0.75, 7.0, "strong"),
        ("holidays", 0.80, 1.0, "strong"),  # other words, the same meaning
        ("which dentist should I call", 0.72, -7.0, "none"),  # near, but it does not answer
        ("which dentist should I call", 0.72, -1.0, "weak"),
        ("vacation for the dentist's printer", 0.58, -2.0, "none"),
        ("vacation days", 0.50, -9.0, "weak"),  # every word is there: worth showing, whatever the models say
    ],
)
def test_nearness_and_reading_together_give_the_degree(
    question: str, cosine: float, logit: float, degree: str
) -> None:
    assert Gate().judge(with_logit(signals(question, cosine), [logit, -11.0])).degree == degree


@pytest.mark.parametrize(
    ("question", "cosine", "degree"),
    [
        ("how many vacation days", 0.75, "strong"),
        ("holidays", 0.82, "strong"),
        ("holidays abroad with children", 0.70, "weak"),
        ("which dentist should I call", 0.60, "none"),
        ("vacation for the dentist's printer", 0.57, "none"),
    ],
)
def test_without_a_cross_encoder_nearness_and_words_decide(question: str, cosine: float, degree: str) -> None:
    assert judge(question, cosine) == degree


@pytest.mark.parametrize(
    ("question", "cosine", "degree"),
    [
        ("wie viele Urlaubstage bekomme ich", 0.62, "weak"),  # another language shares no words
        ("wie viele Urlaubstage bekomme ich", 0.90, "weak"),
        ("wie viele Urlaubstage bekomme ich", 0.55, "none"),
        ("wie viele vacation days bekomme ich", 0.60, "weak"),
    ],
)
def test_a_question_in_another_language_is_judged_with_care(question: str, cosine: float, degree: str) -> None:
    assert not signals(question, cosine).english
    assert judge(question, cosine) == degree


@pytest.mark.parametrize(
    ("question", "degree"), [("vacation days", "strong"), ("vacation abroad", "weak"), ("dentist abroad", "none")]
)
def test_without_vectors_the_words_decide(question: str, degree: str) -> None:
    assert judge(question, None) == degree
    assert judge(question, 0.99, WordGate()) == degree


@pytest.mark.parametrize(("logit", "degree"), [(6.0, "strong"), (-2.0, "weak"), (-8.0, "none")])
def test_with_another_embedding_model_the_cross_encoder_decides(logit: float, degree: str) -> None:
    found = signals("vacation abroad", 0.99, WordGate())

    assert WordGate().judge(with_logit(found, [logit])).degree == degree


@pytest.mark.parametrize(
    ("question", "cosine", "degree"),
    [
        ("how many vacation days", 0.90, "strong"),
        ("holidays abroad with children", 0.86, "weak"),
        ("which dentist should I call", 0.80, "none"),
        ("wie viele Urlaubstage bekomme ich", 0.83, "weak"),  # shares no word with the English note
        ("wie viele Urlaubstage bekomme ich", 0.77, "none"),
    ],
)
def test_the_multilingual_models_cosines_are_read_on_their_own_scale(
    question: str, cosine: float, degree: str
) -> None:
    assert judge(question, cosine, MultilingualGate()) == degree


def test_only_the_english_models_cosines_are_fit_for_other_limits() -> None:
    assert (Gate().plain, MultilingualGate().plain, WordGate().plain) == (True, False, False)


def test_a_close_passage_in_a_far_chunk_raises_the_score() -> None:
    assert score_of(replace(MIDDLING, passage_cosine=0.8)) > score_of(MIDDLING)


@pytest.mark.parametrize("more", [{"coverage": 0.6}, {"cosine": 0.75}, {"passage_cosine": 0.75}, {"logit": 9.0}])
def test_more_of_any_signal_never_lowers_the_score(more: dict[str, float]) -> None:
    for known in (MIDDLING, replace(MIDDLING, english=False), replace(MIDDLING, logit=0.0)):
        assert score_of(replace(known, **more)) >= score_of(known)


def test_scores_that_could_not_be_had_change_nothing() -> None:
    assert with_logit(MIDDLING, []) == MIDDLING


def test_no_evidence_covers_nothing() -> None:
    terms = QuestionTerms.of("vacation", TermStatistics(chunks=0, mean_length=0, frequencies={}))

    assert Gate().judge(Gate().signals(terms, [], evidence_of())).degree == "none"


@pytest.mark.parametrize(("frequency", "degree"), [(1, "strong"), (0, "weak")])
def test_what_is_said_of_other_codes_is_no_sure_answer_about_one_that_no_note_holds(
    frequency: int, degree: str
) -> None:
    statistics = TermStatistics(chunks=100, mean_length=20, frequencies={"err_9999": frequency, "err": 30})
    question = QuestionTerms.of("ERR_9999", statistics)
    signals = Signals(coverage=0.9, cosine=0.9, logit=6.0, unknown_name=bool(question.unknown_names))
    assert Gate().judge(signals).degree == degree
