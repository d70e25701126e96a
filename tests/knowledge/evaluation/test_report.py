"""The figures of one run."""

from __future__ import annotations

from knowledge.evaluation import report_of
from tests.knowledge.evaluation.samples import case, cited, refusal, run


def test_latency_has_its_ends_and_percentiles_and_those_of_each_stage() -> None:
    cases = [case(number, milliseconds=number, stages={"dense": number / 2}) for number in range(1, 21)]
    latency = report_of(run(*cases)).as_json()["latency_ms"]
    assert latency == {
        "min": 1, "p50": 10, "p95": 19, "max": 20,
        "stages": {"dense": {"min": 0.5, "p50": 5.0, "p95": 9.5, "max": 10.0}},
    }  # fmt: skip


def test_a_stage_that_ran_for_some_questions_is_timed_over_those() -> None:
    latency = report_of(run(case(1, stages={"rewrite": 8.0}), case(2))).as_json()["latency_ms"]
    assert latency["stages"]["rewrite"]["min"] == 8.0


def test_confidence_is_told_in_three_degrees_for_both_kinds_of_questions() -> None:
    found = report_of(
        run(
            case(1, answer=cited(right=2, verbatim=2)),
            case(2, answer=cited(right=1, verbatim=1, confidence="weak")),
            case(3, answer=refusal()),
            case(4, answer=refusal()),
            case(5, relevant=(), answer=refusal()),
            case(6, relevant=(), answer=cited(right=0, verbatim=2, confidence="weak")),
        )
    ).as_json()
    assert found["confidence"] == {
        "answerable": {"strong": 0.25, "weak": 0.25, "none": 0.5},
        "unanswerable": {"strong": 0.0, "weak": 0.5, "none": 0.5},
    }
    assert found["refused"] == {"unanswerable": 0.5, "answerable": 0.5}
    assert found["citation_relevant"] == 0.75  # of the four citations of answerable questions
    assert found["citation_correct"] == 0.8333  # of all six
    assert found["answers_sound"] == 0.6667  # of the three answers that cite something


def test_each_language_of_a_set_has_its_own_figures() -> None:
    found = report_of(run(case(1, ["a"], language="en"), case(2, ["x"], language="de"), case(3, ["a"]))).as_json()
    languages = found["by"]["lang"]
    assert {language: part["ndcg@10"] for language, part in languages.items()} == {"en": 1.0, "de": 0.0}
    assert {language: part["queries"] for language, part in languages.items()} == {"en": 1, "de": 1}
    assert "by" not in report_of(run(case(1))).as_json()


def test_a_set_without_answerable_questions_has_scores_of_zero() -> None:
    found = report_of(run(case(1, ["x"], relevant=()), hits=True)).as_json()
    assert (found["queries"], found["ndcg@10"], found["hit@1"]) == (1, 0.0, 0.0)
