"""Follow-ups without a model."""

from __future__ import annotations

import pytest

from knowledge.planning.carrying import CarryWords, stands_alone
from knowledge.retrieval.dense import embedded_text
from knowledge.types import CarriedWord, Query, Turn
from tests.knowledge.planning.values import FOLLOW_UP, HISTORY, NOTES
from tests.knowledge.retrieval.conftest import Shelve, files


@pytest.mark.promise("a-follow-up-is-understood-from-its-history")
async def test_a_follow_up_carries_the_telling_words_of_earlier_questions(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    planned = await CarryWords(shelf.store).transform(FOLLOW_UP)
    assert planned.carried == (CarriedWord(word="days", weight=0.5), CarriedWord(word="vacation", weight=0.5))


@pytest.mark.promise("a-follow-up-is-understood-from-its-history")
async def test_a_follow_up_finds_what_it_means(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    result = await shelf.finder.search(FOLLOW_UP)
    assert files(result.hits)[0] == "contractors.md"
    assert result.queries[0].startswith("and for contractors? ")


@pytest.mark.promise("history-stays-out-of-the-question-text")
async def test_the_text_of_a_follow_up_stays_as_typed(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    planned = await CarryWords(shelf.store).transform(FOLLOW_UP)
    assert planned.text == FOLLOW_UP.text
    assert len(embedded_text(planned).split()) == len(FOLLOW_UP.text.split()) + 2


async def test_a_question_without_history_stays_as_it_is(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    query = Query(text="and for contractors?")
    assert await CarryWords(shelf.store).transform(query) is query


async def test_a_long_question_without_pronoun_carries_half_the_weight(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    long = Query(text="laptop replacement schedule invoices contractors office", history=HISTORY)
    planned = await CarryWords(shelf.store).transform(long)
    assert {carried.weight for carried in planned.carried} == {0.25}


async def test_older_questions_fade_and_the_first_one_stays(shelve: Shelve) -> None:
    notes = {
        f"handbook/{word}.md": f"Only about {word}.\n"
        for word in ("alpha", "beta", "gamma", "delta", "omega", "sigma")
    }
    shelf = await shelve(notes)
    history = tuple(Turn(role="person", text=word) for word in ("alpha", "beta", "gamma", "delta", "omega", "sigma"))
    planned = await CarryWords(shelf.store).transform(Query(text="why?", history=history))
    assert [carried.word for carried in planned.carried] == ["sigma", "omega", "delta", "gamma"]
    short = await CarryWords(shelf.store).transform(Query(text="why?", history=(history[0], *history[3:])))
    assert [carried.word for carried in short.carried] == ["sigma", "omega", "delta", "alpha"]


@pytest.mark.parametrize(
    ("message", "content", "alone"),
    [
        ("and for contractors?", 1, False),
        ("How is the laptop of a new contractor replaced", 5, True),
        ("How is it replaced for every new contractor here", 5, False),
        ("Wie wird sie bei neuen Leuten in Berlin ersetzt", 5, False),
        ("它在新的办公室里怎么申请", 8, False),
    ],
)
def test_a_message_stands_alone_when_it_is_long_and_points_nowhere(message: str, content: int, alone: bool) -> None:
    assert stands_alone(message, content=content) is alone
