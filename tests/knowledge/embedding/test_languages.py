"""What the name of a model says about its languages."""

from __future__ import annotations

import pytest

from knowledge.embedding.languages import knows_only_english
from knowledge.embedding.local import MODEL


@pytest.mark.parametrize(
    "model", [MODEL, "BAAI/bge-base-en-v1.5", "jina-embeddings-v2-base-en", "ollama/nomic-embed-text"]
)
def test_english_models_are_known_by_their_names(model: str) -> None:
    assert knows_only_english(model)


@pytest.mark.parametrize(
    "model", ["text-embedding-3-small", "multilingual-e5-small", "bge-m3", "openai/gpt", "qwen3-embedding"]
)
def test_others_may_know_any_language(model: str) -> None:
    assert not knows_only_english(model)
