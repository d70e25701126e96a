"""A pytest plugin that keeps what apps send to Slack, as TypeScript typed by Slack's own packages.

    pytest -p tests.slack.captured --captured payloads.ts ...

Each different payload is one constant, on a line of its own. `scripts/check-blocks` lets `tsc` look at them.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.slack import server
from tests.slack.backend import Backend
from tests.slack.delivery import Delivery
from tests.slack.journal import Call, Journal

METHODS = {
    "assistant.threads.setStatus": "AssistantThreadsSetStatusArguments",
    "assistant.threads.setSuggestedPrompts": "AssistantThreadsSetSuggestedPromptsArguments",
    "assistant.threads.setTitle": "AssistantThreadsSetTitleArguments",
    "chat.appendStream": "ChatAppendStreamArguments",
    "chat.postEphemeral": "ChatPostEphemeralArguments",
    "chat.postMessage": "ChatPostMessageArguments",
    "chat.startStream": "ChatStartStreamArguments",
    "chat.stopStream": "ChatStopStreamArguments",
    "chat.update": "ChatUpdateArguments",
    "views.open": "ViewsOpenArguments",
    "views.publish": "ViewsPublishArguments",
    "views.push": "ViewsPushArguments",
    "views.update": "ViewsUpdateArguments",
}
# Sent as texts of JSON where a method takes a form.
STRUCTURES = ("blocks", "view", "chunks", "metadata", "prompts", "loading_messages", "attachments")
HEAD = 'import type { KnownBlock, View } from "@slack/types";\nimport type * as api from "@slack/web-api";\n'


@dataclass(slots=True)
class Captured:
    """Constants in TypeScript, each once."""

    lines: dict[str, None] = field(default_factory=dict)

    def take(self, method: str, arguments: dict[str, Any]) -> None:
        sent = {name: _structure(name, value) for name, value in arguments.items() if value is not None}
        if method in METHODS:
            self._add(f"api.{METHODS[method]}", sent)
        if "blocks" in sent:
            self._add("KnownBlock[]", sent["blocks"])
        if "view" in sent:
            self._add("View", sent["view"])

    def typescript(self) -> str:
        constants = (f"export const payload{number}{line}" for number, line in enumerate(self.lines, start=1))
        return "\n".join([HEAD, *constants, ""])

    def _add(self, type_: str, value: Any) -> None:
        self.lines[f": {type_} = {json.dumps(value)};"] = None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--captured", type=Path, required=True, help="the TypeScript file to write")


@pytest.fixture(scope="session", autouse=True)
def _capturing(request: pytest.FixtureRequest) -> Iterator[None]:
    captured, record, apply = Captured(), Journal.record, server.apply_response

    def recording(journal: Journal, call: Call) -> None:
        if call.arguments:  # none are told of a call that a test lets fail
            captured.take(call.method, call.arguments)
        record(journal, call)

    async def applying(backend: Backend, delivery: Delivery, response: dict[str, Any]) -> None:
        captured.take("acknowledgement", response)
        await apply(backend, delivery, response)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Journal, "record", recording)
        patch.setattr(server, "apply_response", applying)
        yield
    request.config.getoption("--captured").write_text(captured.typescript())


def _structure(name: str, value: Any) -> Any:
    return json.loads(value) if name in STRUCTURES and isinstance(value, str) else value
