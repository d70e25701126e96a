"""`footnote index` and `status`: numbers that add up, and what went wrong said plainly."""

from datetime import datetime
from pathlib import Path

import pytest

from tests.bot.cli.command import footnote

REPORT_FIELDS = {
    "name", "matched", "read", "unchanged", "created", "reused", "removed", "skipped", "errors", "warnings",
}  # fmt: skip


@pytest.mark.promise("index-prints-numbers-that-add-up")
def test_a_second_run_reads_nothing(small: Path) -> None:
    first = footnote("index", "--json", "--config", small)
    report = first.json["collections"][0]
    assert first.code == 0
    assert set(report) == REPORT_FIELDS
    assert (report["matched"], report["read"], report["created"]) == (2, 2, 2)
    again = footnote("index", "--json", "--config", small).json["collections"][0]
    assert (again["matched"], again["read"], again["unchanged"], again["created"]) == (2, 0, 2, 0)


def test_a_note_that_cannot_be_indexed_is_listed_and_the_exit_code_is_1(small: Path) -> None:
    (small.parent / "notes" / "noise.md").write_bytes(bytes(range(256)) * 40)
    (small.parent / "notes" / "blank.md").write_text("", encoding="utf-8")
    outcome = footnote("index", "--json", "--config", small)
    report = outcome.json["collections"][0]
    left_out = {one["file"] for one in (*report["skipped"], *report["errors"])}
    assert left_out == {"noise.md", "blank.md"}
    assert report["matched"] == report["read"] + report["unchanged"] + len(report["skipped"]) + len(report["errors"])
    assert outcome.code == (1 if report["errors"] else 0)


@pytest.mark.promise("status-tells-how-old-the-vectors-are")
def test_status_says_what_the_index_holds(small: Path) -> None:
    footnote("index", "--config", small)
    next((small.parent / "notes").glob("*.md")).unlink()
    status = footnote("status", "--json", "--config", small).json
    assert set(status) == {"collections", "model", "dimension", "generation", "embedded_at", "coming_model"}
    collection = status["collections"][0]
    assert set(collection) == {"name", "documents", "chunks", "embedded", "last_scan", "errors", "changed", "git"}
    assert (collection["documents"], collection["chunks"], collection["embedded"]) == (2, 2, 2)
    assert collection["changed"] == 1
    assert datetime.fromisoformat(status["embedded_at"]).tzinfo is not None
    assert status["dimension"] == 384


@pytest.mark.promise("a-missing-index-says-what-to-run")
@pytest.mark.parametrize("command", [("search", "tea"), ("ask", "tea"), ("status",), ("random",)])
def test_without_an_index_every_command_names_the_next_step(small: Path, command: tuple[str, ...]) -> None:
    outcome = footnote(*command, "--json", "--config", small)
    assert (outcome.code, outcome.out) == (1, "")
    assert "footnote index" in outcome.err


@pytest.mark.promise("settings-errors-end-with-exit-code-2")
def test_a_misspelt_setting_is_one_line_and_exit_code_2(small: Path) -> None:
    small.write_text(small.read_text(encoding="utf-8") + "\n[retrieval]\nlimt = 3\n", encoding="utf-8")
    outcome = footnote("search", "tea", "--json", "--config", small)
    assert (outcome.code, outcome.out) == (2, "")
    assert "limt" in outcome.err
    assert "limit" in outcome.err


def test_no_settings_file_names_the_places_and_init(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    outcome = footnote("status")
    assert outcome.code == 2
    assert "footnote init" in outcome.err


@pytest.mark.promise("settings-errors-end-with-exit-code-2")
@pytest.mark.parametrize("command", [("index",), ("ask", "tea"), ("status",)])
def test_settings_that_name_no_notes_say_what_to_add(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "footnote.toml").write_text("", encoding="utf-8")
    outcome = footnote(*command, "--config", tmp_path / "footnote.toml")
    assert (outcome.code, outcome.out) == (2, "")
    assert "names no notes. Add a [[collections]] table" in outcome.err
