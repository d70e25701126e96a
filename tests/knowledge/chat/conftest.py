from collections.abc import Callable
from typing import Any

import pytest

from knowledge.chat.gateway import ModelGateway
from knowledge.chat.model import LiteLLMChat
from tests.model_server import ModelServer, model_server, running_model_server

__all__ = ["model_server", "running_model_server"]

KEY = "sk-very-secret-0123456789"


@pytest.fixture
def chat(
    gateway: ModelGateway, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., LiteLLMChat]:
    """Make a chat model that calls the local server with a key that must show nowhere."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def make(**changes: Any) -> LiteLLMChat:
        settings = {"model": "openai/test", "api_base": model_server.base_url, "timeout_seconds": 20.0}
        return LiteLLMChat(gateway, **(settings | changes))

    return make
