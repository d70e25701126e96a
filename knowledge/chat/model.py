"""Any chat model that LiteLLM can call."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Any

from knowledge.chat.gateway import ModelGateway
from knowledge.chat.library import Target
from knowledge.ports import ChatRequest, Task, Usage

UsageSink = Callable[[Task, Usage], None]


class LiteLLMChat:
    """A chat model behind the gateway (`ports.ChatModel`). `on_usage` hears what each successful call cost."""

    def __init__(
        self,
        gateway: ModelGateway,
        *,
        model: str,
        api_base: str = "",
        timeout_seconds: float = 60.0,
        on_usage: UsageSink = lambda task, usage: None,  # noqa: ARG005 - the default wants nothing
    ) -> None:
        self._gateway = gateway
        self._target = Target(model=model, api_base=api_base, timeout_seconds=timeout_seconds)
        self._on_usage = on_usage

    @property
    def model(self) -> str:
        """LiteLLM's name of the model."""
        return self._target.model

    def stream(self, request: ChatRequest) -> AsyncIterator[str]:
        """Yield the reply's text as it arrives, never an empty piece. Raises ModelError; ModelCut mid-reply."""
        return self._gateway.stream(
            self._target_of(request),
            request.task,
            _options(request),
            on_usage=lambda usage: self._on_usage(request.task, usage),
        )

    async def complete(self, request: ChatRequest) -> str:
        """Return the whole reply. Raises ModelError."""
        reply = await self._gateway.complete(self._target_of(request), request.task, _options(request))
        self._on_usage(request.task, reply.usage)
        return reply.text

    def _target_of(self, request: ChatRequest) -> Target:
        if request.timeout_seconds is None:
            return self._target
        return replace(self._target, timeout_seconds=min(request.timeout_seconds, self._target.timeout_seconds))


def _options(request: ChatRequest) -> dict[str, Any]:
    options: dict[str, Any] = {
        "messages": [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}],
        "max_tokens": request.max_output_tokens,
    }
    if request.json_schema is not None:
        schema = {"name": request.task, "schema": dict(request.json_schema), "strict": True}
        options["response_format"] = {"type": "json_schema", "json_schema": schema}
    return options
