"""Messages that need the ones before them, and those that do not."""

from __future__ import annotations

import pytest

from knowledge.planning.standing import stands_alone, topic_words


@pytest.mark.parametrize(
    "message",
    [
        "How is the laptop of a new contractor replaced",
        "What is the load limit of the trailer?",
        "hotel limit in London",
        "where do ERR_1042 tickets go",
        "Wie hoch ist der Zuschuss für das Mittagessen in der Kantine?",
        "轮胎气压应该是多少，多久检查一次？",
    ],
)
def test_a_message_with_enough_to_say_stands_alone(message: str) -> None:
    assert stands_alone(message)


@pytest.mark.parametrize(
    "message",
    [
        "How is it replaced for every new contractor here",
        "Wie wird sie bei neuen Leuten in Berlin ersetzt",
        "它在新的办公室里怎么申请，需要什么文件",
    ],
)
def test_a_message_that_points_back_does_not(message: str) -> None:
    assert not stands_alone(message)


@pytest.mark.parametrize(
    "message",
    [
        "and for contractors who send monthly invoices?",
        "ok, what about the laptop of a contractor",
        "But the office badge of visitors?",
        "Und für Praktikanten im Lager Leipzig?",
        "那新来的同事在台北办公室怎么申请",
        "台北办公室新来的同事的门禁卡呢？",
    ],
)
def test_a_message_that_goes_on_does_not(message: str) -> None:
    assert not stands_alone(message)


@pytest.mark.parametrize(
    "message", ["", "why?", "Leipzig?", "notice period", "can you tell me more please", "多少钱？"]
)
def test_a_message_that_says_little_does_not(message: str) -> None:
    assert not stands_alone(message)


def test_a_name_says_as_much_as_two_words() -> None:
    assert not stands_alone("trailer limit")
    assert stands_alone("is the limit higher in Bremen")


def test_names_are_told_by_capitals_inside_and_by_the_shape_of_identifiers() -> None:
    words = topic_words("Restart lock-gateway in Ghent after ERR_1042 or the outage")
    names = [word.word for word in words.values() if word.name]
    assert names == ["lock-gateway", "Ghent", "ERR_1042", "ERR", "1042"]  # an identifier's parts are words too


def test_a_capital_tells_nothing_at_the_start_and_of_german_nouns() -> None:
    assert not any(word.name for word in topic_words("Badges for visitors").values())
    assert not any(word.name for word in topic_words("Wo ist der Ausweis für den Besuch?").values())
