from collections.abc import Iterator

import pytest

from knowledge.rerank.local import LocalReranker
from tests.model_server import model_server, running_model_server

__all__ = ["model_server", "running_model_server"]


@pytest.fixture(scope="session")
def local() -> Iterator[LocalReranker]:
    """The embedded cross-encoder; loading it takes part of a second, so once for all tests."""
    reranker = LocalReranker(threads=1)
    yield reranker
    reranker.close()
