"""The one place that knows LiteLLM: its import, its arguments, its clean-up. Imported with the first model call."""

from __future__ import annotations

import importlib
import logging
import os
import warnings
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Protocol, cast

from knowledge.chat import failures
from knowledge.ports import Task, Usage

TASK_HEADER = "x-footnote-task"
Row = tuple[int, Sequence[float]]  # index of the text, its vector as the server gave it

# What a local server without keys is sent, because the client libraries insist on one.
_NO_KEY = "none"
_NEVER = logging.CRITICAL + 1
_LEFT_BEHIND = r"coroutine '.*a(completion|embeddings?)' was never awaited"
# LiteLLM and the clients below it log prompts when they log much, and servers' answers when they log errors.
_LOG_LEVELS = {
    "LiteLLM": _NEVER,
    "LiteLLM Router": _NEVER,
    "LiteLLM Proxy": _NEVER,
    "openai": logging.WARNING,
    "httpx": logging.WARNING,
    "httpcore": logging.WARNING,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Which model, and where. `timeout_seconds` covers a call from its start to its last byte, retries included."""

    model: str
    api_base: str = ""  # empty: the provider's own address
    timeout_seconds: float = 60.0


class Response(Protocol):
    """A whole reply, or one chunk of a stream, as LiteLLM gives it: either may lack choices."""

    choices: Sequence[Any]


class ResponseStream(Protocol):
    """A running stream."""

    def __aiter__(self) -> AsyncIterator[Response]:
        """Yield chunks; the last one carries the usage."""
        ...

    async def aclose(self) -> None:
        """Close the connection."""
        ...


class Library:
    """LiteLLM, imported and silenced. Importing takes seconds; a failed call raises LiteLLM's own exceptions."""

    def __init__(self) -> None:
        # Read while LiteLLM is imported: the price map and all else come from the package, nothing from the network.
        os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
        os.environ["LITELLM_OFFLINE_MODE"] = "true"
        self._litellm: ModuleType = importlib.import_module("litellm")
        self._litellm.suppress_debug_info = True  # type: ignore[attr-defined]  # a module's own switches:
        self._litellm.turn_off_message_logging = True  # type: ignore[attr-defined]
        self._litellm.telemetry = False  # type: ignore[attr-defined]
        # Retries are ours; embedding calls take a `max_retries` of 0 for "not given" and look here.
        self._litellm.DEFAULT_MAX_RETRIES = 0  # type: ignore[attr-defined]
        for name, level in _LOG_LEVELS.items():
            logging.getLogger(name).setLevel(level)
        # It begins a call in a thread; of one that was cancelled meanwhile nobody wants what that thread made.
        warnings.filterwarnings("ignore", message=_LEFT_BEHIND, category=RuntimeWarning)

    async def rehearse(self) -> None:
        """Make one call without a server: much of LiteLLM is loaded only then (0.7 s of CPU time)."""
        messages = [{"role": "user", "content": "hello"}]
        stream = await self._litellm.acompletion(
            model="openai/rehearsal", api_key=_NO_KEY, messages=messages, mock_response="hello", stream=True
        )
        async for _ in stream:
            pass

    def missing_keys(self, target: Target) -> tuple[str, ...]:
        """Environment variables that the model's provider reads and that are not set. Raises ModelRefused."""
        self._check_provider(target)
        names = self._litellm.validate_environment(model=target.model)["missing_keys"]
        # Where an address is given, only keys can be missing; Ollama has a default one.
        optional = ("_API_BASE", "_API_VERSION") if target.api_base else ("OLLAMA_API_BASE",)
        return tuple(name for name in names if not name.endswith(optional))

    async def stream(self, target: Target, task: Task, options: Mapping[str, Any]) -> ResponseStream:
        """Begin a chat reply that comes in chunks."""
        streaming = {"stream": True, "stream_options": {"include_usage": True}}
        arguments = {**options, **streaming, **self._arguments(target, task)}
        return cast("ResponseStream", await self._litellm.acompletion(**arguments))

    async def complete(self, target: Target, task: Task, options: Mapping[str, Any]) -> Response:
        """Return a whole chat reply."""
        return cast("Response", await self._litellm.acompletion(**options, **self._arguments(target, task)))

    async def embed(self, target: Target, task: Task, options: Mapping[str, Any]) -> tuple[Sequence[Row], Usage]:
        """Return vectors in the order in which the server gave them, and what they cost."""
        response = await self._litellm.aembedding(**options, **self._arguments(target, task))
        rows = [(int(row["index"]), row["embedding"]) for row in response.data]
        return rows, usage_of(response) or Usage()

    async def close(self) -> None:
        """Close every connection. The library can be used again afterwards."""
        await self._litellm.close_litellm_async_clients()
        self._litellm.in_memory_llm_clients_cache.flush_cache()

    def _check_provider(self, target: Target) -> None:
        try:
            self._litellm.get_llm_provider(model=target.model, api_base=target.api_base or None)
        except Exception:  # noqa: BLE001 - LiteLLM documents no type for it
            known = False
        else:
            known = True
        if not known:
            raise failures.unknown_provider(target.model)

    def _arguments(self, target: Target, task: Task) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": target.model,
            "timeout": target.timeout_seconds,
            "max_retries": 0,  # the retries are ours
            "drop_params": True,
            "extra_headers": {TASK_HEADER: task},
        }
        if target.api_base:
            arguments["api_base"] = target.api_base
            if self.missing_keys(target):
                arguments["api_key"] = _NO_KEY
        return arguments


def usage_of(response: object) -> Usage | None:
    """What the call cost, where this response says so. Dollars are zero for models without a known price."""
    counted = getattr(response, "usage", None)
    if counted is None:
        return None
    return Usage(
        prompt_tokens=counted.prompt_tokens or 0,
        completion_tokens=counted.completion_tokens or 0,
        dollars=getattr(response, "_hidden_params", {}).get("response_cost") or 0.0,
    )
