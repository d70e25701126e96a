"""The commands with the embedded model of many languages."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from knowledge.embedding.e5 import INSTALL, MODEL, Machine
from knowledge.embedding.local import MODEL as ENGLISH_MODEL
from tests.bot.cli.command import footnote
from tests.bot.cli.conftest import write_settings

QUESTION = "Wie heiß wird Tee aufgegossen?"  # shares no word with the notes
able = pytest.mark.skipif(not Machine.here().able, reason="runs on Linux alone, on an x86-64 processor with AVX2")


def use_multilingual(config: Path) -> None:
    write_settings(config.parent, config.parent / "notes", '[embeddings]\nmodel = "local-multilingual"\n')


@able
@pytest.mark.promise("a-multilingual-model-works-without-key-or-network")
def test_a_question_in_another_language_finds_its_note(small: Path) -> None:
    use_multilingual(small)
    assert footnote("index", "--config", small).code == 0
    found = footnote("search", QUESTION, "--json", "--config", small)
    assert found.json[0]["file"] == "tea.md"
    assert footnote("status", "--json", "--config", small).json["model"] == MODEL


@able
@pytest.mark.promise("another-model-takes-over-while-the-old-one-serves")
def test_either_embedded_model_serves_until_the_other_takes_over(small: Path) -> None:
    write_settings(small.parent, small.parent / "notes")
    footnote("index", "--config", small)
    use_multilingual(small)
    before = footnote("search", "brewing tea", "--json", "--debug", "--config", small).json
    assert (before["mode"], before["results"][0]["file"]) == ("hybrid", "tea.md")
    assert footnote("status", "--json", "--config", small).json["model"] == ENGLISH_MODEL
    footnote("index", "--full", "--config", small)
    assert footnote("status", "--json", "--config", small).json["model"] == MODEL
    write_settings(small.parent, small.parent / "notes")
    after = footnote("search", QUESTION, "--json", "--debug", "--config", small).json
    assert (after["mode"], after["results"][0]["file"]) == ("hybrid", "tea.md")


@able
@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
def test_doctor_says_which_model_it_found(small: Path) -> None:
    use_multilingual(small)
    assert "the embedded multilingual model, in " in footnote("doctor", "--config", small).err


@pytest.mark.promise("a-model-that-cannot-run-here-says-what-to-do")
def test_elsewhere_each_command_says_so_and_the_former_model_goes_on_serving(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    footnote("index", "--config", small)
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    use_multilingual(small)
    for command in (["index", "--full"], ["doctor"], ["ask", "how is coffee brewed?"]):
        outcome = footnote(*command, "--config", small)
        said = " ".join(outcome.err.split())
        assert outcome.code == 1
        assert "on riscv64" in said
        assert INSTALL in said
    assert footnote("search", "brewed coffee", "--json", "--config", small).json[0]["file"] == "coffee.md"
