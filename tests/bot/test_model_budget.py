"""The day's budget over a real index and a model's server."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.budget import Budget, WithinBudget
from bot.compose import open_knowledge
from bot.metrics import Metrics
from bot.running import counted
from bot.state.database import StateDatabase
from config.loading import load_settings
from config.settings import Settings
from knowledge.types import OPERATOR
from tests.bot.cli.conftest import bare_environment, write_settings
from tests.model_server import ModelServer, model_server, running_model_server

__all__ = ["bare_environment", "model_server", "running_model_server"]

QUESTION = "How hot is tea brewed?"


@pytest.fixture
def settings(tmp_path: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "tea.md").write_text("# Tea\n\nTea is brewed at 80 degrees.\n", encoding="utf-8")
    chat = f'[chat]\nmodel = "openai/test"\napi_base = "{model_server.base_url}"\n'
    return load_settings(config=write_settings(tmp_path, notes, chat))


@pytest.mark.promise("a-used-up-budget-quotes-the-notes-and-says-so")
async def test_after_the_budget_no_call_is_made_and_the_notes_answer(
    settings: Settings, model_server: ModelServer, database: StateDatabase
) -> None:
    model_server.respond(lambda call: "It is brewed at 80 degrees [1]." if call.task == "answer" else "{}")
    budget = Budget(database, tokens_per_day=1, dollars_per_day=0)
    await budget.load()
    metrics = Metrics()
    async with open_knowledge(settings, write=True, on_usage=counted(budget, metrics), sink=metrics) as knowledge:
        await knowledge.sync()
        voice = WithinBudget(knowledge, quoting=knowledge.quoting, budget=budget)
        query = knowledge.parse(QUESTION, OPERATOR)
        first = await voice.ask(query)
        calls = len(model_server.calls)
        second = await voice.ask(query)
        deeper = await voice.search(query, plus=True)
    await budget.close()
    assert first.mode == "generated"
    assert "budget" not in first.degraded
    assert calls > 0
    assert len(model_server.calls) == calls
    assert (second.mode, second.citations[0].quote) == ("extractive", "Tea is brewed at 80 degrees.")
    assert "Today's budget" in second.degraded
    assert "Today's budget" in deeper.fallback
    ((tokens,),) = await database.fetch("SELECT tokens FROM model_usage")
    figures = {
        (sample.name.removeprefix("footnote_"), *sample.labels.values()): sample.value
        for family in metrics.registry.collect()
        for sample in family.samples
    }
    assert tokens == sum(value for (name, *_), value in figures.items() if name == "model_tokens_total") > 0
    assert figures["model_calls_total", "answer"] == 1
    assert figures["stage_seconds_count", "generate"] == 1


@pytest.mark.promise("a-channel-behaves-as-its-settings-say")
async def test_a_channels_instructions_reach_the_answering_model_as_the_operators_words(
    settings: Settings, model_server: ModelServer
) -> None:
    model_server.respond(lambda call: "It is brewed at 80 degrees [1]." if call.task == "answer" else "{}")
    async with open_knowledge(settings, write=True) as knowledge:
        await knowledge.sync()
        query = knowledge.parse(QUESTION, OPERATOR)
        await knowledge.ask(query)
        await knowledge.ask(replace(query, instructions="Answer in German."))
    plain, told = [call.body["messages"] for call in model_server.calls if call.task == "answer"]
    assert "wishes" not in plain[0]["content"]
    assert told[0]["content"].endswith("rules 1 to 4:\nAnswer in German.")
    assert (told[0]["role"], told[1]) == ("system", plain[1])
