"""Questions that the notes did not answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bot.digest.questions import Asked, Questions
from bot.state.database import StateDatabase
from knowledge.errors import ModelUnreachable
from knowledge.ports import Matrix

pytestmark = pytest.mark.promise("unanswered-questions-are-told-without-names")


async def by_topic(texts: Sequence[str]) -> Matrix:
    """Questions about one topic mean the same."""
    topics = ("dog", "parking", "sauna")
    return np.array([[float(topic in text.lower()) for topic in topics] for text in texts], dtype=np.float32)


async def broken(texts: Sequence[str]) -> Matrix:
    raise ModelUnreachable("Nobody answers.")


async def asked(questions: Questions, *texts: str, people: str = "abcdefgh") -> None:
    for number, (person, text) in enumerate(zip(people, texts, strict=False)):
        one = Asked(id=f"{text}-{number}", question=text, person=person)
        await questions.note(one, now=float(number))


async def test_questions_of_one_meaning_are_one_and_people_are_counted(database: StateDatabase) -> None:
    questions = Questions(database, enabled=True)
    asking = ("May I bring my dog?", "Parking?", "Are dogs allowed?", "parking", "dog in the office?")
    await asked(questions, *asking, people="abcda")
    told = await questions.open(by_topic)
    assert [(one.question, one.count) for one in told] == [("dog in the office?", 2), ("parking", 2)]


async def test_what_one_person_asked_is_told_to_nobody(database: StateDatabase) -> None:
    questions = Questions(database, enabled=True)
    await asked(questions, "Is there a sauna?", people="a")
    assert await questions.open(by_topic) == ()
    await asked(questions, "Sauna?", people="b")
    assert [one.count for one in await questions.open(by_topic)] == [2]


async def test_resolved_takes_all_that_mean_the_same(database: StateDatabase) -> None:
    questions = Questions(database, enabled=True)
    await asked(questions, "May I bring my dog?", "Are dogs allowed?", "Dogs?", "Parking?", "parking")
    (dogs, _) = await questions.open(by_topic)
    assert await questions.resolve(dogs.id, by_topic)
    assert [one.question for one in await questions.open(by_topic)] == ["parking"]
    assert not await questions.resolve(dogs.id, by_topic)


async def test_without_a_model_equal_words_are_one_question(database: StateDatabase) -> None:
    questions = Questions(database, enabled=True)
    await asked(questions, "Parking?", "parking", "Is there parking?")
    assert [one.count for one in await questions.open(broken)] == [2]


async def test_nothing_is_kept_where_the_digest_does_not_tell_of_questions(database: StateDatabase) -> None:
    questions = Questions(database, enabled=False)
    await asked(questions, "Parking?")
    assert await Questions(database, enabled=True).open(by_topic) == ()


async def test_a_question_is_news_once(database: StateDatabase) -> None:
    questions = Questions(database, enabled=True)
    await asked(questions, "Parking?", "parking")
    (first,) = await questions.open(by_topic)
    await questions.told(first.members)
    (second,) = await questions.open(by_topic)
    assert (first.new, second.new) == (True, False)
