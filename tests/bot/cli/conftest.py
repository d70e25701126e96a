"""The sample notes, indexed once for all tests that only read."""

import os
import shutil
from pathlib import Path

import pytest

from tests.bot.cli.command import footnote

SAMPLE_NOTES = Path(__file__).parents[3] / "bot" / "sample_notes"


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings or tokens reach a test."""
    for name in list(os.environ):
        if name.startswith(("FOOTNOTE_", "SLACK_")):
            monkeypatch.delenv(name)


def write_settings(folder: Path, notes: Path, extra: str = "") -> Path:
    """A settings file over one collection named `handbook`."""
    config = folder / "footnote.toml"
    config.write_text(
        f'[[collections]]\nname = "handbook"\npath = "{notes.as_posix()}"\n'
        f'url = "https://notes.example/{{path}}#L{{line}}"\n{extra}',
        encoding="utf-8",
    )
    return config


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings file of the indexed sample notes."""
    folder = tmp_path_factory.mktemp("sample")
    shutil.copytree(SAMPLE_NOTES, folder / "notes")
    config = write_settings(folder, folder / "notes")
    outcome = footnote("index", "--config", config)
    assert outcome.code == 0, outcome.err
    return config


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The settings file of two notes that are not indexed yet."""
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "tea.md").write_text("# Tea\n\nTea is brewed at 80 degrees.\n", encoding="utf-8")
    (notes / "coffee.md").write_text("# Coffee\n\nCoffee is brewed at 94 degrees.\n", encoding="utf-8")
    return write_settings(tmp_path, notes)
