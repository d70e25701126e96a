"""Which announced links are worked on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.listeners.links import link_request
from bot.origin import surface_of
from bot.services import Identity

ME = Identity(team="T1", user="U0BOT", bot="B0BOT")


def body(**changes: Any) -> dict[str, Any]:
    event = {"channel": "C1", "user": "U1", "message_ts": "1.1", "source": "conversations_history"}
    links = [{"url": "https://a.example/x?a=1&amp;b=2", "domain": "a.example"}]
    return {"event_id": "Ev1", "event": {"links": links, **event, **changes}}


def test_links_of_a_posted_message_are_one_request() -> None:
    request = link_request(body(), identity=ME)
    assert request
    assert (request.channel, request.message_ts) == ("C1", "1.1")
    assert request.text == "https://a.example/x?a=1&amp;b=2"


def test_a_shared_link_does_not_count_as_a_mention() -> None:
    request = link_request(body(), identity=ME)
    assert request
    assert surface_of(request) == "link"


@pytest.mark.promise("one-event-one-answer")
def test_a_redelivery_is_the_same_occasion_and_an_edit_with_another_link_is_not() -> None:
    first, again = link_request(body(), identity=ME), link_request(body(), identity=ME)
    edited = link_request(body(links=[{"url": "https://a.example/y"}]), identity=ME)
    assert first
    assert again
    assert edited
    assert first.occasion == again.occasion != edited.occasion


@pytest.mark.parametrize(
    "changes",
    [
        {"channel": "COMPOSER", "source": "composer"},
        {"source": "composer"},
        {"channel": ""},
        {"message_ts": None},
        {"links": []},
        {"links": [{"domain": "a.example"}]},
        {"user": "U0BOT"},
    ],
)
def test_what_nobody_posted_or_says_nothing_is_left_alone(changes: dict[str, Any]) -> None:
    assert link_request(body(**changes), identity=ME) is None
