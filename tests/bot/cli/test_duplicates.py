"""`footnote duplicates`."""

import hashlib
import json
import socket
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.bot.cli.command import footnote
from tests.bot.cli.conftest import write_settings

LEAVE = """# Paid leave

Everybody gets {days} days of paid leave in a year. Tell your manager two weeks before you go, and note it
in the calendar of your team. Days that are left in December move to the next year.
"""
ALERT = """# Disk {limit}

The disk is more than {limit} percent full. Look at the dashboard first, then delete old archives, and page
the owner where it does not help. Write down what you did in the log of the team.
"""


@pytest.fixture(scope="module")
def drifted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The settings file of indexed notes: a drifted copy, two siblings, an unlike note."""
    folder = tmp_path_factory.mktemp("drifted")
    notes = {
        "hr/leave.md": LEAVE.format(days=25),
        "wiki/leave.md": LEAVE.format(days=28),
        "alerts/disk85.md": ALERT.format(limit=85),
        "alerts/disk95.md": ALERT.format(limit=95),
        "tea.md": "# Tea\n\nTea is brewed at 80 degrees for three minutes.\n",
    }
    for path, text in notes.items():
        file = folder / "notes" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    config = write_settings(folder, folder / "notes")
    assert footnote("index", "--config", config).code == 0
    return config


def hashes(folder: Path) -> dict[str, str]:
    """Every file below the folder by its hash."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.mark.promise("two-notes-that-repeat-each-other-are-found")
def test_a_drifted_copy_comes_first_with_what_differs(drifted: Path) -> None:
    outcome = footnote("duplicates", "--format", "json", "--config", drifted)
    assert outcome.code == 0, outcome.err
    first = outcome.json["clusters"][0]
    assert (first["kind"], [member["file"] for member in first["members"]]) == (
        "copy",
        ["hr/leave.md", "wiki/leave.md"],
    )
    assert first["members"][0]["url"] == "https://notes.example/hr/leave.md#L1"
    assert first["drift"]["values"] == [{"type": "number", "left": "25 days", "right": "28 days"}]
    assert [cluster["kind"] for cluster in outcome.json["clusters"]] == ["copy", "template"]


@pytest.mark.promise("the-duplicate-report-keeps-its-schema")
def test_the_json_keeps_its_published_schema(drifted: Path) -> None:
    schema = json.loads(files("knowledge.duplicates").joinpath("duplicates.schema.json").read_text(encoding="utf-8"))
    report = footnote("duplicates", "--format", "json", "--config", drifted).json
    assert list(Draft202012Validator(schema).iter_errors(report)) == []


@pytest.mark.promise("an-audit-changes-no-byte")
@pytest.mark.parametrize("format_", ["text", "json", "html"])
def test_nothing_is_written_and_nobody_is_asked(drifted: Path, format_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("An audit opened a connection.")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    before = hashes(drifted.parent)
    assert footnote("duplicates", "--format", format_, "--config", drifted).code == 0
    assert hashes(drifted.parent) == before


@pytest.mark.promise("ids-and-order-never-change")
def test_every_run_prints_the_same(drifted: Path) -> None:
    runs = {footnote("duplicates", "--format", "json", "--config", drifted).out for _ in range(3)}
    assert len(runs) == 1


@pytest.mark.promise("totals-say-what-was-left-out")
def test_text_shows_rows_what_differs_and_the_totals(drifted: Path) -> None:
    outcome = footnote("duplicates", "--config", drifted)
    assert (outcome.code, outcome.out) == (0, "")
    assert "1. copy" in outcome.err
    assert "25 days ↔ 28 days" in outcome.err
    assert "showing 1 of 1" in outcome.err
    assert "built alike: handbook/alerts/disk85.md, handbook/alerts/disk95.md" in outcome.err
    assert "2. " not in outcome.err


def test_html_is_one_page_on_stdout(drifted: Path) -> None:
    outcome = footnote("duplicates", "--format", "html", "--config", drifted)
    assert outcome.out.startswith("<!doctype html>")
    assert "25 days ↔ 28 days" in outcome.out
    assert "Built alike about different subjects" in outcome.out


@pytest.mark.promise("each-option-of-the-audit-does-what-it-says")
def test_each_option_changes_the_report(drifted: Path) -> None:
    def clusters(*options: object) -> list[dict[str, object]]:
        return list(footnote("duplicates", "--format", "json", "--config", drifted, *options).json["clusters"])

    assert len(clusters()) == 2
    assert len(clusters("--limit", 1)) == 1
    assert len(clusters("--prefix", "alerts")) == 1
    assert len(clusters("--prefix", "handbook/alerts/")) == 1
    assert len(clusters("--collection", "handbook")) == 2
    assert clusters("--evidence", 0)[0]["evidence"] == []
    assert len(str(clusters("--brief-chars", 20)[0]["evidence"][0]["left"]["preview"])) <= 20  # type: ignore[index]
    assert all(one["min_similarity"] is None for one in clusters("--threshold", 1))
    settings = footnote("duplicates", "--format", "json", "--coverage", 0.5, "--config", drifted).json["settings"]
    assert (settings["coverage"], settings["threshold"]) == (0.5, 0.95)


@pytest.mark.promise("each-option-of-the-audit-does-what-it-says")
@pytest.mark.parametrize(
    "options",
    [
        ("--threshold", 0),
        ("--threshold", 1.1),
        ("--threshold", "nan"),
        ("--threshold", "high"),
        ("--coverage", -1),
        ("--coverage", 0),
        ("--limit", 0),
        ("--evidence", -1),
        ("--brief-chars", 0),
        ("--format", "xml"),
        ("--collection", "kitchen"),
    ],
    ids=str,
)
def test_a_value_that_cannot_be_used_is_a_usage_error(drifted: Path, options: tuple[object, ...]) -> None:
    outcome = footnote("duplicates", "--config", drifted, *options)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err


@pytest.mark.promise("a-stale-index-is-told")
def test_a_deleted_and_a_newer_file_are_counted(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    for name in ("gone", "newer"):
        (notes / f"{name}.md").write_text(f"# {name}\n\nA text about {name} things, and nothing else.\n")
    config = write_settings(tmp_path, notes)
    footnote("index", "--config", config)
    (notes / "gone.md").unlink()
    (notes / "newer.md").write_text("# newer\n\nA text that somebody changed after it was indexed.\n")
    report = footnote("duplicates", "--format", "json", "--config", config).json
    assert report["freshness"]["missing"] == [{"collection": "handbook", "file": "gone.md"}]
    assert report["freshness"]["newer"] == [{"collection": "handbook", "file": "newer.md"}]
    assert (report["clusters"], report["inconclusive"], len(report["warnings"])) == ([], True, 2)
    assert "inconclusive" in footnote("duplicates", "--config", config).err


def test_without_an_index_it_says_what_to_run(small: Path) -> None:
    outcome = footnote("duplicates", "--config", small)
    assert outcome.code == 1
    assert "footnote index" in outcome.err
