"""Whatever a chat model is asked for, and however it fails: there is an answer, and it says what is missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.compose import open_knowledge
from config.loading import load_settings
from config.settings import Settings
from knowledge.ports import Task
from knowledge.types import OPERATOR, Answer, Turn
from tests.bot.cli.conftest import bare_environment, write_settings
from tests.knowledge.planning.faults import FAULTS, Fault
from tests.model_server import ModelCall, ModelServer, model_server, running_model_server

__all__ = ["bare_environment", "model_server", "running_model_server"]

HISTORY = (Turn(role="person", text="Is there tea and coffee?"), Turn(role="assistant", text="Yes [1]."))
REPLIES: dict[str, str] = {
    "condense": "How hot is tea brewed? How hot is coffee brewed?",
    "rewrite": '{"rewrite": "brewing temperature of tea and coffee"}',
    "keywords": '["temperature", "degrees"]',
    "step": '{"tool": "done"}',
    "answer": "Tea is brewed at 80 degrees [1].",
}
SAID: dict[Task, str] = {
    "condense": "when asked what this follows up, so words were carried over.",
    "rewrite": "when asked for a rewrite, so only keywords were added.",
    "keywords": "when asked for keywords, so only a rewrite was added.",
    "step": "Looking again ended early, because the chat model",
    "answer": "so these are the notes' own words.",
}
Configure = Callable[..., Settings]


@pytest.fixture
def configure(tmp_path: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Settings over two notes, with a chat model at the local server."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-nobody")
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "tea.md").write_text("# Tea\n\nTea is brewed at 80 degrees.\n", encoding="utf-8")
    (notes / "coffee.md").write_text("# Coffee\n\nCoffee is brewed at 94 degrees.\n", encoding="utf-8")
    chat = f'[chat]\nmodel = "openai/test"\napi_base = "{model_server.base_url}"\ntimeout_seconds = '

    def configured(seconds: float) -> Settings:
        return load_settings(config=write_settings(tmp_path, notes, f"{chat}{seconds}\n"))

    return configured


def reply(call: ModelCall) -> str | None:
    return REPLIES.get(call.task)


async def ask(settings: Settings, text: str) -> Answer:
    async with open_knowledge(settings, write=True) as knowledge:
        await knowledge.sync()
        return await knowledge.ask(knowledge.parse(text, OPERATOR, history=HISTORY))


@pytest.mark.promise("every-failed-model-call-leaves-an-answer-that-says-so")
async def test_each_task_is_asked_once_where_all_goes_well(configure: Configure, model_server: ModelServer) -> None:
    model_server.respond(reply)
    answer = await ask(configure(60), "And how hot are they?")
    assert [call.task for call in model_server.calls].count("answer") == 1
    assert {call.task for call in model_server.calls} == set(REPLIES)
    assert (answer.mode, answer.degraded) == ("generated", "")


@pytest.mark.promise("every-failed-model-call-leaves-an-answer-that-says-so")
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("task", SAID)
async def test_a_task_that_fails_leaves_an_answer_that_says_so(
    configure: Configure, model_server: ModelServer, task: Task, fault: Fault
) -> None:
    fault.script(model_server, task)
    model_server.respond(reply)
    answer = await ask(configure(fault.patience_seconds), "And how hot are tea and coffee?")
    assert SAID[task] in answer.degraded
    assert "80 degrees" in answer.text
    assert answer.citations
