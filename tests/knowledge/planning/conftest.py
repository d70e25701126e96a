"""Real notes in a real index."""

from tests.knowledge.retrieval.conftest import shelve

__all__ = ["shelve"]
