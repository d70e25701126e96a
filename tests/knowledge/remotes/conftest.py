"""An upstream repository with one note, and a place for its clone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from knowledge.remotes import Bounds, Checkout, Remote
from tests.knowledge.remotes.repositories import Upstream

BOUNDS = Bounds(seconds=60, size=200_000_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if shutil.which("git") is None:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="git is not installed"))


@pytest.fixture
def upstream(tmp_path: Path) -> Upstream:
    made = Upstream.new(tmp_path / "upstream")
    made.commit(tea="# Tea\n\nTea is brewed at 80 degrees.\n")
    return made


@pytest.fixture
def remote(upstream: Upstream) -> Remote:
    return Remote(name="handbook", url=str(upstream.folder), branch="main")


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(folder=tmp_path / "data" / "git" / "handbook")
