"""Real notes in a real index, and a real model server."""

from tests.knowledge.chat.conftest import chat, model_server, running_model_server
from tests.knowledge.retrieval.conftest import shelve

__all__ = ["chat", "model_server", "running_model_server", "shelve"]
