"""Two runs of one set beside each other."""

from __future__ import annotations

import pytest

from knowledge.errors import DatasetError
from knowledge.evaluation import compare
from tests.knowledge.evaluation.samples import case, cited, refusal, run

BEFORE = run(case(1, ["x", "a"]), case(2, ["a", "x"]), case(3, ["a"]), case(4, ["x"], relevant=()))
AFTER = run(case(1, ["a", "x"]), case(2, ["x", "a"]), case(3, ["a"]), case(4, ["x"], relevant=()))


@pytest.mark.promise("two-settings-are-compared-question-by-question")
def test_wins_losses_and_ties_are_the_second_runs_question_by_question() -> None:
    found = compare(BEFORE, AFTER, k=10).metrics["mrr@10"]
    assert (found.wins, found.losses, found.ties) == (1, 1, 1)  # the fourth has no relevant note to rank
    assert found.first == found.second == pytest.approx((0.5 + 1 + 1) / 3)
    assert found.difference.value == 0.0
    assert found.difference.low < 0 < found.difference.high


@pytest.mark.promise("two-settings-are-compared-question-by-question")
def test_a_gain_on_every_question_has_an_interval_above_zero() -> None:
    worse = run(*(case(number, ["x", "a"]) for number in range(20)))
    better = run(*(case(number, ["a", "x"]) for number in range(20)))
    found = compare(worse, better, k=10).as_json()["metrics"]["mrr@10"]
    assert found == {
        "a": 0.5, "b": 1.0, "wins": 20, "losses": 0, "ties": 0, "mean_difference": 0.5, "interval": [0.5, 0.5],
    }  # fmt: skip


@pytest.mark.promise("a-comparison-says-how-much-the-results-change")
def test_the_change_of_results_is_told_whatever_their_worth() -> None:
    change = compare(BEFORE, AFTER, k=2).as_json()["change"]
    # Two of four questions have the same two notes in turned order, each a rank away from its place.
    assert change == {"overlap@2": 1.0, "jaccard@2": 1.0, "mean_displacement@2": 0.5}
    other = compare(run(case(1, ["a", "b"])), run(case(1, ["a", "c"])), k=2).as_json()["change"]
    assert other == {"overlap@2": 0.5, "jaccard@2": 0.3333, "mean_displacement@2": 0.67}


def test_answers_are_paired_where_both_runs_have_them() -> None:
    silent = case(2, relevant=(), answer=cited(right=0, verbatim=2))
    before = run(case(1, answer=cited(right=1, verbatim=1)), silent, hits=True)
    after = run(case(1, answer=cited(right=2, verbatim=2)), case(2, relevant=(), answer=refusal()), hits=True)
    found = compare(before, after).metrics
    assert (found["refusal_correct"].first, found["refusal_correct"].second) == (0.5, 1.0)
    assert (found["citation_relevant"].first, found["citation_relevant"].second) == (0.5, 1.0)
    assert (found["citation_correct"].wins, found["citation_correct"].ties) == (1, 0)  # a refusal quotes nothing
    assert {"hit@1", "hit@5", "hit@10"} <= found.keys()


def test_languages_are_compared_each_by_itself() -> None:
    before = run(case(1, ["x", "a"], language="en"), case(2, ["a"], language="de"))
    after = run(case(1, ["a"], language="en"), case(2, ["x", "a"], language="de"))
    found = compare(before, after).as_json()["by"]["lang"]
    assert {language: part["metrics"]["mrr@10"]["mean_difference"] for language, part in found.items()} == {
        "en": 0.5,
        "de": -0.5,
    }


def test_runs_of_different_questions_are_not_compared() -> None:
    with pytest.raises(DatasetError, match="not of the same questions"):
        compare(BEFORE, run(case(1)))
