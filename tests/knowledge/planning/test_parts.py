"""Questions that ask several things, told by rule."""

from __future__ import annotations

import pytest

from knowledge.planning.parts import PartsByRule, parts_of
from knowledge.retrieval.pipeline import Pipeline
from knowledge.types import Expansion, Query
from tests.knowledge.retrieval.conftest import Shelve


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        (
            "What is the travel policy? Who approves flights abroad?",
            ("What is the travel policy?", "Who approves flights abroad?"),
        ),
        (
            "Can I bring my dog, and where is the gym?",
            ("Can I bring my dog", "where is the gym?"),
        ),
        ("年假有多少天，如何申请远程办公？", ("年假有多少天", "如何申请远程办公？")),
        ("Who may work abroad\nthanks all\nhow long is leave", ("Who may work abroad", "how long is leave")),
    ],
)
def test_each_question_is_a_part(question: str, parts: tuple[str, ...]) -> None:
    assert parts_of(question) == parts


@pytest.mark.parametrize(
    ("question", "carried"),
    [
        ("How many vacation days do I get and how do I apply for them?", "vacation"),
        ("Wie viele Urlaubstage habe ich und wie beantrage ich sie?", "Urlaubstage"),
    ],
)
def test_a_part_that_points_back_gets_words_of_the_first(question: str, carried: str) -> None:
    first, second = parts_of(question)
    assert question.startswith(first)
    assert carried in second.split()


@pytest.mark.parametrize(
    "question",
    [
        "How do I deploy and monitor the service?",
        "What are the rules for travel and expenses?",
        "What is an incident and why?",
        "Wie und wann kam die Pest nach Europa?",
        "What is leave? What is leave?",
        "vacation",
        "?",
        "",
    ],
)
def test_one_question_has_no_parts(question: str) -> None:
    assert parts_of(question) == ()


async def test_without_a_model_the_parts_are_the_whole_plan() -> None:
    query = Query(text="Where is the office? When does it open?")
    assert await PartsByRule().expand(query) == Expansion(parts=parts_of(query.text))


@pytest.mark.promise("evidence-for-every-part-of-a-question")
async def test_both_parts_of_a_question_stand_among_the_first_candidates(shelve: Shelve) -> None:
    # Whatever agrees with the whole question comes before what answers the second part alone.
    crowd = {
        f"handbook/plan-{number}.md": f"# Vacation plan {number}\n\nVacation days of employees, planned by week.\n"
        for number in range(8)
    }
    answers = {
        "handbook/leave.md": "# Leave\n\nEmployees get 28 vacation days.\n",
        "handbook/laptop.md": "# Devices\n\nA broken laptop is replaced by the help desk.\n",
    }
    shelf = await shelve(crowd | answers)
    query = Query(text="How many vacation days do employees get planned and who replaces a broken laptop?")
    pipeline = Pipeline(shelf.library, shelf.store, shelf.embedder, expander=PartsByRule())
    found = await pipeline.find(query, limit=10, plus=True)
    assert "laptop.md" in [each.chunk.ref.path for each in found.candidates[:3]]
    assert "laptop.md" in [group.ref.path for group in found.notes(3)]
