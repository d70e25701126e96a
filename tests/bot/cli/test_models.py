"""The commands where a model cannot be reached. Port 9 answers nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.cli.command import footnote
from tests.model_server import ModelServer, model_server, running_model_server

__all__ = ["model_server", "running_model_server"]

NOWHERE = "http://127.0.0.1:9/v1"
SECRET = "sk-test-a-secret-nobody-may-see"  # made up, and looked for in all output


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)


def add(config: Path, text: str) -> None:
    config.write_text(f"{config.read_text(encoding='utf-8')}\n{text}\n", encoding="utf-8")


@pytest.mark.promise("an-unreachable-model-leaves-the-keywords")
def test_an_unreachable_embedding_model_is_exit_code_3_and_words_are_searched_all_the_same(small: Path) -> None:
    add(small, f'[embeddings]\nmodel = "text-embedding-3-small"\napi_base = "{NOWHERE}"')
    outcome = footnote("index", "--json", "--config", small)
    assert outcome.code == 3
    (problem,) = outcome.json["problems"]
    assert NOWHERE in problem
    found = footnote("search", "brewed coffee", "--json", "--config", small)
    assert (found.code, found.json[0]["file"]) == (0, "coffee.md")
    assert SECRET not in outcome.out + outcome.err + found.out + found.err


@pytest.mark.promise("a-failed-model-leaves-the-notes-own-words")
def test_an_unreachable_chat_model_leaves_a_quoted_answer_that_says_so(small: Path) -> None:
    footnote("index", "--config", small)
    add(small, f'[chat]\nmodel = "gpt-4o-mini"\napi_base = "{NOWHERE}"')
    outcome = footnote("ask", "at how many degrees is tea brewed?", "--json", "--config", small)
    answer = outcome.json
    assert outcome.code == 0
    assert (answer["mode"], answer["degraded"]) == ("extractive", True)
    assert "80 degrees" in answer["citations"][0]["quote"]
    people = footnote("ask", "at how many degrees is tea brewed?", "--config", small)
    assert "model did not answer" in people.err
    assert SECRET not in outcome.out + outcome.err + people.err


@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
def test_doctor_asks_each_model_and_ends_with_3_where_one_does_not_answer(
    small: Path, model_server: ModelServer
) -> None:
    def add_models(chat: str) -> None:
        add(small, f'[embeddings]\nmodel = "openai/vectors"\napi_base = "{model_server.base_url}"')
        add(small, f'[chat]\nmodel = "openai/test"\napi_base = "{chat}"')

    kept = small.read_text(encoding="utf-8")
    add_models(model_server.base_url)
    model_server.reply("yes", task="answer")
    fine = {one["name"]: one for one in footnote("doctor", "--json", "--config", small).json}
    tasks = [call.task for call in model_server.calls]
    small.write_text(kept, encoding="utf-8")
    add_models(NOWHERE)
    outcome = footnote("doctor", "--json", "--config", small)
    (chat,) = [one for one in outcome.json if one["name"] == "chat"]
    assert (fine["chat"]["ok"], fine["embeddings"]["ok"]) == (True, True)
    assert sorted(tasks) == ["answer", "embed"]
    assert outcome.code == 3
    assert "cannot be reached" in chat["detail"]
    assert "api_base" in chat["fix"]
    assert SECRET not in outcome.out
