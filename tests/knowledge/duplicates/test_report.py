"""The JSON report keeps its published schema, and the page shows the same to people."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from knowledge.duplicates import Audit, AuditOptions, Auditor
from knowledge.duplicates.page import page
from knowledge.duplicates.report import Showing, as_json, brief, patterns, rows
from knowledge.store import SqliteStore
from tests.knowledge.duplicates.builders import at_cosine, direction, library, passage, put

HOSTILE = '<script>alert("x")</script> & <img src=x onerror=y>'
SCHEMA = json.loads(files("knowledge.duplicates").joinpath("duplicates.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
async def audit(store: SqliteStore, tmp_path: Path) -> Audit:
    """A drifted copy, a family of editions, siblings, a pair of stubs, a hostile note, a note without vectors."""
    (tmp_path / "handbook").mkdir()
    leave = "Everybody gets {} days of paid leave. " + passage(1, 40)
    changed = datetime(2025, 3, 4, 5, 6, 7, tzinfo=UTC)
    await put(store, "hr/leave.md", [leave.format(25)], [direction(1)], title="Leave", updated=changed)
    await put(store, "wiki/leave.md", [leave.format(28)], [at_cosine(1, 0.97)], title="Leave")
    for number, version in enumerate(("1.0", "1.1", "2.0")):
        rows_ = [at_cosine(2, 0.99, other=100 * (number + 1))]
        await put(store, f"{version}/page.md", [f"{passage(2, 40)} {version}"], rows_, title="Page")
    for number in (85, 95):
        text = [f"The disk is {number} percent full. {passage(3, 40)}"]
        await put(
            store, f"alerts/disk{number}.md", text, [at_cosine(3, 0.99, other=number * 100)], title=f"Disk {number}"
        )
    await put(store, "plans/one.md", ["Soon"], [direction(4)], title="One")
    await put(store, "goals/two.md", ["Later"], [at_cosine(4, 0.99)], title="Two")
    await put(store, "x/bad.md", [f"{HOSTILE} {passage(5, 40)}"], [direction(5)], title=HOSTILE)
    await put(store, "y/bad.md", [f"{HOSTILE} {passage(5, 40)} End."], [at_cosine(5, 0.96)], title=HOSTILE)
    await put(store, "y/new.md", [passage(6)])
    return await Auditor(library(tmp_path), store).audit(AuditOptions())


def test_the_schema_is_one() -> None:
    assert list(Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(SCHEMA)) == []


@pytest.mark.promise("the-duplicate-report-keeps-its-schema")
@pytest.mark.parametrize("showing", [Showing(), Showing(limit=1, evidence=0, brief_chars=1)], ids=["whole", "least"])
def test_the_report_keeps_its_schema(audit: Audit, showing: Showing) -> None:
    report = as_json(audit, showing)
    assert list(Draft202012Validator(SCHEMA).iter_errors(json.loads(json.dumps(report)))) == []


def test_an_empty_report_keeps_its_schema(audit: Audit) -> None:
    empty = Audit(
        options=AuditOptions(collections=("handbook",), prefix="hr"),
        documents=0,
        chunks=0,
        pairs=0,
        clusters=(),
        families=(),
        freshness=audit.freshness,
        warnings=("Nothing.",),
        notes={},
    )
    report = as_json(empty, Showing())
    assert list(Draft202012Validator(SCHEMA).iter_errors(report)) == []
    assert report["inconclusive"] is True


def test_clusters_have_the_fields_of_the_contract(audit: Audit) -> None:
    report = as_json(audit, Showing())
    first = report["clusters"][0]
    assert first["kind"] == "copy"
    assert [member["file"] for member in first["members"]] == ["hr/leave.md", "wiki/leave.md"]
    assert first["members"][0] == {
        "collection": "handbook",
        "file": "hr/leave.md",
        "title": "Leave",
        "url": "https://notes.example/hr/leave.md#L1",
        "updated": "2025-03-04T05:06:07Z",
        "matched_chunks": 1,
        "total_chunks": 1,
        "matched_chars": first["members"][0]["total_chars"],
        "total_chars": first["members"][0]["total_chars"],
        "chunk_coverage": 1.0,
        "char_coverage": 1.0,
    }
    assert (first["min_similarity"], first["mean_similarity"]) == (0.97, 0.97)
    assert first["drift"]["values"] == [{"type": "number", "left": "25 days", "right": "28 days"}]
    assert first["family"] is None


@pytest.mark.promise("evidence-shows-the-strongest-passages")
def test_evidence_has_similarity_to_four_digits_and_positions(audit: Audit) -> None:
    (evidence,) = as_json(audit, Showing(brief_chars=30))["clusters"][0]["evidence"]
    assert evidence["similarity"] == 0.97
    assert (evidence["left"]["chunk"], evidence["left"]["lines"]) == (1, [1, 2])
    assert evidence["left"]["preview"] == "Everybody gets 25 days of…"


@pytest.mark.promise("totals-say-what-was-left-out")
def test_the_limit_counts_clusters_in_json_and_rows_for_people(audit: Audit) -> None:
    report = as_json(audit, Showing(limit=2))
    assert report["totals"]["shown"] == len(report["clusters"]) == 2
    assert report["totals"]["clusters"] == len(audit.clusters) == 7
    assert report["totals"]["truncated"] is True
    assert report["totals"]["kinds"] == {"copy": 2, "overlap": 0, "version": 3, "template": 1, "stub": 1}
    assert "Showing 2 of 3." in page(audit, Showing(limit=2))


@pytest.mark.promise("siblings-and-versions-fold-into-families")
def test_rows_are_copies_first_then_one_for_each_family_and_no_siblings(audit: Audit) -> None:
    assert [row.cluster.kind.value for row in rows(audit)] == ["copy", "copy", "version"]
    assert [row.family is not None for row in rows(audit)] == [False, False, True]
    assert [row.cluster.kind.value for row in patterns(audit)] == ["template"]


class Outline(HTMLParser):
    """Which elements a page has; fails for one that is not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.promise("the-duplicate-page-needs-nothing-beside-it")
def test_the_page_is_whole_loads_nothing_and_shows_text_as_text(audit: Audit) -> None:
    html = page(audit, Showing())
    outline = Outline()
    outline.feed(html)
    assert outline.open == []
    assert not {"script", "img", "link", "iframe"} & set(outline.seen)
    assert HOSTILE in outline.text
    assert "default-src 'none'" in html
    assert "prefers-color-scheme: dark" in html
    assert "src=" not in html.replace("&lt;img src=x", "")


def test_the_page_shows_both_sides_of_a_difference(audit: Audit) -> None:
    html = page(audit, Showing())
    assert "<li>25 days ↔ 28 days</li>" in html
    assert '<mark class="value">25</mark>' in html
    assert '<mark class="value">28</mark>' in html
    assert "last changed 2025-03-04" in html


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [("one two", 7, "one two"), ("one two three", 9, "one two…"), ("onetwothree", 4, "one…"), (" a\n b ", 9, "a b")],
)
def test_previews_end_with_a_whole_word_where_there_is_one(text: str, limit: int, expected: str) -> None:
    assert brief(text, limit) == expected
