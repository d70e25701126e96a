"""The ways in which a model's server or the model itself fails one task, while the others work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from llmock.scenarios import Delay, Fail, Match

from tests.model_server import Canned, ModelCall, ModelServer, delta

Script = Callable[[ModelServer, str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """`script` fails every call of a task. `reason` is what people read after "The chat model"."""

    script: Script
    reason: str
    patience_seconds: float = 15.0


def answer(call: ModelCall, text: str, *, finish_reason: str = "stop") -> Canned:
    """A reply in the form that the call asks for."""
    if call.body.get("stream"):
        return Canned(events=[delta(content=text), delta(finish_reason=finish_reason)])
    return answer_json(text, finish_reason=finish_reason)


def answer_json(text: str, *, finish_reason: str = "stop", **message: Any) -> Canned:
    """A whole chat reply."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text, **message},
        "finish_reason": finish_reason,
    }
    return Canned(json={"id": "c", "object": "chat.completion", "created": 1, "model": "test", "choices": [choice]})


def _status(status: int) -> Script:
    def script(server: ModelServer, task: str) -> None:
        server.faults.add(Fail(status, retry_after=0, times=None, match=_only(task)))

    return script


def _stall(server: ModelServer, task: str) -> None:
    server.faults.add(Delay(60, times=None, match=_only(task)))


def _cut(server: ModelServer, task: str) -> None:
    server.respond(
        lambda call: answer(call, '{"rewrite": "annual', finish_reason="length") if call.task == task else None
    )


def _says(text: str) -> Script:
    def script(server: ModelServer, task: str) -> None:
        server.respond(lambda call: answer(call, text) if call.task == task else None)

    return script


def _only(task: str) -> Match:
    return Match(model=f"*#{task}#*")


_UNUSABLE = "wrote nothing that can be used"
_KINDS = {
    "429": Fault(script=_status(429), reason="takes no requests now"),
    "500": Fault(script=_status(500), reason="takes no requests now"),
    "stall": Fault(script=_stall, reason="did not answer", patience_seconds=2.0),
    "cut": Fault(script=_cut, reason="broke off"),
    "malformed": Fault(script=_says('{"rewrite": "annual leave", "keywords": ['), reason=_UNUSABLE),
    "refusal": Fault(script=_says("I cannot help with that."), reason=_UNUSABLE),
    "empty": Fault(script=_says(""), reason=_UNUSABLE),
}
FAULTS = [pytest.param(fault, id=name) for name, fault in _KINDS.items()]
