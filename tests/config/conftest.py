from pathlib import Path

import pytest

from tests.config.places import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """An empty configuration file, with a folder of notes beside it."""
    (tmp_path / "notes").mkdir()
    return Place(folder=tmp_path).write()
