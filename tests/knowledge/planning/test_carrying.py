"""Follow-ups without a model."""

from __future__ import annotations

import pytest

from knowledge.planning.carrying import CarryWords
from knowledge.retrieval.dense import embedded_text
from knowledge.types import CarriedWord, Query, Turn
from tests.knowledge.planning.values import FOLLOW_UP, HISTORY, NOTES
from tests.knowledge.retrieval.conftest import Shelf, Shelve, files

WORDS = {
    f"handbook/{word}.md": f"Only about {word}.\n" for word in ("alpha", "beta", "gamma", "delta", "omega", "sigma")
}


def asked(*questions: str) -> tuple[Turn, ...]:
    return tuple(Turn(role="person", text=question) for question in questions)


async def carried(shelf: Shelf, message: str, *history: Turn) -> list[str]:
    planned = await CarryWords(shelf.store).transform(Query(text=message, history=history))
    return [each.word for each in planned.carried]


@pytest.mark.promise("a-follow-up-is-understood-from-its-history")
async def test_a_follow_up_carries_the_telling_words_of_earlier_questions(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    planned = await CarryWords(shelf.store).transform(FOLLOW_UP)
    assert planned.carried == (CarriedWord(word="days", weight=0.6), CarriedWord(word="vacation", weight=0.6))


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
    assert embedded_text(planned) == "and for contractors? (days vacation)"


async def test_a_question_without_history_stays_as_it_is(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    query = Query(text="and for contractors?")
    assert await CarryWords(shelf.store).transform(query) is query


@pytest.mark.promise("a-question-that-stands-alone-carries-nothing")
async def test_a_question_that_stands_alone_stays_as_it_is_in_any_thread(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    query = Query(text="When is a laptop of the office replaced?", history=HISTORY)
    assert await CarryWords(shelf.store).transform(query) is query


@pytest.mark.promise("a-question-that-stands-alone-carries-nothing")
async def test_a_question_that_stands_alone_finds_the_same_in_any_thread(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    question = "Which door does the badge open?"
    alone = await shelf.finder.search(Query(text=question))
    in_thread = await shelf.finder.search(Query(text=question, history=HISTORY))
    assert files(in_thread.hits) == files(alone.hits)
    assert in_thread.queries == (question,)


async def test_what_people_say_about_anything_is_not_carried(shelve: Shelve) -> None:
    shelf = await shelve({**NOTES, "handbook/talk.md": "Tell me, somebody wants to know something about it.\n"})
    assert await carried(shelf, "and now?", *asked("can somebody tell me something about badges?")) == ["badges"]


async def test_words_of_answers_are_not_carried(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    answer = Turn(role="assistant", text="Laptops and invoices are explained in the office.")
    assert await carried(shelf, "why?", *asked("badge?"), answer) == ["badge"]


async def test_words_that_no_note_has_are_not_carried(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    assert await carried(shelf, "why?", *asked("badge for a zeppelin?")) == ["badge"]


async def test_words_that_the_message_has_are_not_carried_in_any_form(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    assert await carried(shelf, "and a contractor?", *asked("do contractors send invoices?")) == ["send", "invoices"]


async def test_a_name_is_worth_more_than_another_word_as_rare(shelve: Shelve) -> None:
    shelf = await shelve(WORDS)
    assert await carried(shelf, "why?", *asked("is alpha like Omega or beta?")) == ["Omega", "alpha", "beta"]


async def test_older_questions_fade_but_the_first_one_by_a_single_turn(shelve: Shelve) -> None:
    shelf = await shelve(WORDS)
    history = asked("alpha", "beta", "gamma", "delta", "omega", "sigma")
    assert await carried(shelf, "why?", *history) == ["sigma", "omega", "alpha", "delta", "gamma"]


async def test_nothing_from_before_the_topic_is_carried(shelve: Shelve) -> None:
    shelf = await shelve(WORDS)
    history = asked("alpha", "and beta", "How does gamma use delta or omega?", "and sigma?")
    found = await carried(shelf, "why?", *history)
    assert found[0] == "sigma"
    assert set(found[1:]) == {"gamma", "delta", "omega"}


async def test_a_chinese_follow_up_carries_the_topic(shelve: Shelve) -> None:
    shelf = await shelve(
        {**NOTES, "zh/leave.md": "年假没休完可以延到下一年。\n", "zh/card.md": "门禁卡丢了告诉前台。\n"}
    )
    assert await carried(shelf, "没休完呢？", *asked("年假有几天？")) == ["年假"]
