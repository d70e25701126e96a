from collections.abc import Iterator

import pytest

from knowledge.embedding.e5 import Machine
from knowledge.embedding.local import LocalEmbedder
from knowledge.embedding.multilingual import MultilingualEmbedder
from tests.model_server import model_server, running_model_server

__all__ = ["model_server", "running_model_server"]


@pytest.fixture(scope="session")
def local() -> Iterator[LocalEmbedder]:
    """The embedded model; loading it takes part of a second, so once for all tests."""
    embedder = LocalEmbedder(threads=2)
    yield embedder
    embedder.close()


@pytest.fixture(scope="session")
def multilingual() -> Iterator[MultilingualEmbedder]:
    """The multilingual model, which the packages of a developer hold wherever it can run."""
    if not Machine.here().able:
        pytest.skip("The multilingual model runs on Linux alone, on an x86-64 processor that has AVX2.")
    embedder = MultilingualEmbedder(threads=2)
    yield embedder
    embedder.close()
