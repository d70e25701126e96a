"""Every fixed sentence and label, in every language."""

from dataclasses import fields
from datetime import UTC, datetime
from operator import attrgetter
from string import Formatter
from typing import Any

import pytest

from bot import text
from bot.text import ENGLISH, GERMAN, Wording
from bot.text.digest_wording import DigestWording
from bot.text.escaping import size

NAMES = [
    *(field.name for field in fields(Wording) if field.name not in {"digest", "remarks"}),
    *(f"digest.{field.name}" for field in fields(DigestWording)),
]
# Characters that Slack takes of a text in such a place.
LIMITS = {
    **dict.fromkeys(
        ("what_was_missing", "digest.what_differs", "send", "skip", "close", "save_title", "save", "cancel"), 24
    ),
    **dict.fromkeys(("delete", "keep"), 30),
    **dict.fromkeys(
        ("share", "person_wanted", "helpful", "not_helpful", "resolve", "explain", "related", "more", "deeper"), 75
    ),
    **dict.fromkeys(
        ("ask_this", "delete_my_data", "digest.compare", "digest.dismiss", "digest.snooze", "prompt_title"), 75
    ),
    **dict.fromkeys((name for name in NAMES if name.startswith("reason_")), 75),
    **dict.fromkeys(("home_title", "for_admins"), 150),
    "sure_to_delete": 100,
    "what_is_deleted": 300,
}


def forms(words: Wording, name: str) -> tuple[str, ...]:
    value: str | tuple[str, ...] = attrgetter(name)(words)
    return (value,) if isinstance(value, str) else value


def filled_in(template: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(template) if field}


@pytest.mark.promise("the-bot-speaks-the-language-of-a-channel-or-person")
@pytest.mark.parametrize("name", NAMES)
def test_both_languages_say_it_with_the_same_things_filled_in_and_in_other_words(name: str) -> None:
    english, german = forms(ENGLISH, name), forms(GERMAN, name)
    assert [filled_in(one) for one in english] == [filled_in(one) for one in german]
    assert english != german
    assert all(size(one) <= LIMITS.get(name, 600) for one in (*english, *german))
    assert all(one.strip() for one in (*english, *german))


def test_numbers_and_dates_are_written_as_people_of_that_language_do() -> None:
    moment = datetime(2026, 3, 5, 14, 7, tzinfo=UTC)
    assert (ENGLISH.number(12_345), ENGLISH.tenths(2.14), ENGLISH.minute(moment)) == (
        "12,345",
        "2.1",
        "5 Mar 2026, 14:07",
    )
    assert (GERMAN.number(12_345), GERMAN.tenths(2.14), GERMAN.minute(moment)) == (
        "12.345",
        "2,1",
        "5. März 2026, 14:07 Uhr",
    )
    assert [GERMAN.counted(GERMAN.seconds, number) for number in (1, 2)] == ["1 Sekunde", "2 Sekunden"]


@pytest.mark.parametrize("words", [ENGLISH, GERMAN])
def test_what_is_filled_in_can_neither_ping_nor_fill_in_more(words: Wording) -> None:
    hostile: Any = "<!channel> {person} {0}"
    said = [
        text.looking(hostile, words),
        text.may_not_share([hostile], words),
        text.asked(hostile, hostile, words),
        text.gave_up(hostile, words),
    ]
    assert all("<!" not in one and "{person} {0}" in one for one in said)
