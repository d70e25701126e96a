"""`footnote search --plus`, and what `retrieval.plan` changes."""

from pathlib import Path
from typing import Any

import pytest

from knowledge.base import NO_CHAT_MODEL, PLAN_OFF
from tests.bot.cli.command import Outcome, footnote
from tests.model_server import ModelCall, ModelServer, model_server, running_model_server

__all__ = ["model_server", "running_model_server"]

REWRITE = "temperature for brewing tea"
KEYWORDS = ("tea", "infusion")
QUESTION = "how hot is that leafy beverage"


@pytest.fixture
def planned(small: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two indexed notes, and a chat model that plans."""
    assert footnote("index", "--config", small).code == 0
    monkeypatch.setenv("FOOTNOTE_CHAT__MODEL", "openai/test")
    monkeypatch.setenv("FOOTNOTE_CHAT__API_BASE", model_server.base_url)
    monkeypatch.setenv("FOOTNOTE_RETRIEVAL__PLAN_TIMEOUT_SECONDS", "60")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")
    model_server.respond(_plan)
    return small


def _plan(call: ModelCall) -> str | None:
    replies = {"rewrite": f'{{"rewrite": "{REWRITE}"}}', "keywords": str(list(KEYWORDS)).replace("'", '"')}
    return replies.get(call.task)


def search(config: Path, *arguments: str) -> Any:
    outcome = footnote("search", QUESTION, "--json", *arguments, "--config", config)
    assert outcome.code == 0, outcome.err
    return outcome.json


@pytest.mark.promise("a-deeper-search-shows-its-plan")
def test_plus_prints_the_rewrite_and_the_keywords_beside_the_results(planned: Path) -> None:
    shown = search(planned, "--plus")
    assert list(shown) == ["query", "mode", "fallback", "rewrite", "keywords", "results"]
    assert (shown["query"], shown["mode"], shown["fallback"]) == (QUESTION, "plus", None)
    assert (shown["rewrite"], shown["keywords"]) == (REWRITE, list(KEYWORDS))
    assert shown["results"][0]["file"] == "tea.md"


@pytest.mark.promise("a-deeper-search-shows-its-plan")
def test_people_read_what_was_searched_besides(planned: Path) -> None:
    outcome = footnote("search", QUESTION, "--plus", "--config", planned)
    assert f"Also searched: {REWRITE} · tea, infusion" in outcome.err


@pytest.mark.promise("a-failed-plan-says-so-and-leaves-the-rest")
def test_a_model_that_is_down_leaves_the_plain_search_and_the_reason(
    planned: Path, model_server: ModelServer
) -> None:
    model_server.reset().faults.fail(503, times=None, retry_after=0)
    shown = search(planned, "--plus")
    assert shown["results"] == search(planned)
    assert (shown["rewrite"], shown["keywords"]) == (None, [])
    assert shown["fallback"] == "The chat model takes no requests now, so only your own words were searched."


def test_without_a_chat_model_plus_is_the_plain_search_and_says_so(small: Path) -> None:
    footnote("index", "--config", small)
    shown = search(small, "--plus")
    assert shown["fallback"] == NO_CHAT_MODEL
    assert shown["results"] == search(small)


@pytest.mark.promise("a-plain-search-asks-no-chat-model")
def test_a_plain_search_asks_no_chat_model(planned: Path, model_server: ModelServer) -> None:
    assert search(planned)
    assert model_server.calls == []


@pytest.mark.promise("plans-can-be-switched-off-or-always-on")
def test_switched_off_nothing_is_planned_and_plus_says_so(
    planned: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTE_RETRIEVAL__PLAN", "off")
    assert search(planned, "--plus")["fallback"] == PLAN_OFF
    ask(planned)
    assert [call.task for call in model_server.calls] == ["answer"]


@pytest.mark.promise("plans-can-be-switched-off-or-always-on")
def test_always_on_a_plain_search_is_planned_too(
    planned: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTE_RETRIEVAL__PLAN", "always")
    assert search(planned)[0]["file"] == "tea.md"
    assert sorted(call.task for call in model_server.calls) == ["keywords", "rewrite"]


@pytest.mark.promise("plans-can-be-switched-off-or-always-on")
def test_by_default_a_question_is_planned(planned: Path, model_server: ModelServer) -> None:
    answer = ask(planned).json
    assert {"rewrite", "keywords"} <= {call.task for call in model_server.calls}
    assert answer["queries"][:3] == ["at how many degrees is tea brewed?", REWRITE, "tea infusion"]


def ask(config: Path) -> Outcome:
    return footnote("ask", "at how many degrees is tea brewed?", "--json", "--config", config)
