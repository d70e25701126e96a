from __future__ import annotations

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from knowledge.errors import NoteSkipped, ReadError
from knowledge.reading import ScanResult, notes, read
from knowledge.types import Document

Note = Callable[..., Document]
Write = Callable[..., Path]
Scanned = Callable[..., ScanResult]


def test_the_front_matter_title_wins(note: Note) -> None:
    document = note("---\ntitle: Leave policy\n---\n# Another heading\n\nWords.\n")

    assert (document.title, document.title_in_text) == ("Leave policy", True)


def test_else_the_first_heading_of_the_first_level(note: Note) -> None:
    document = note("## Before\n\nWords.\n\nThe *title*\n===\n\nWords.\n")

    assert (document.title, document.title_in_text) == ("The title", True)


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("hr/parental-leave_2024.md", "Parental leave 2024"),
        ("hr/_index.md", "Hr"),
        ("README.md", "Handbook"),
        ("📺且试天下.md", "📺且试天下"),
        ("v1.2-notes.md", "V1.2 notes"),
    ],
)
def test_else_the_name_of_the_file(note: Note, path: str, title: str) -> None:
    document = note("## Only a part\n\nWords.\n", path)

    assert (document.title, document.title_in_text) == (title, False)


@pytest.mark.promise("front-matter-feeds-titles-tags-and-dates")
def test_front_matter_feeds_the_document(note: Note) -> None:
    document = note(
        "---\ntitle: Leave\ntags: [hr, '#policy']\nauthor: Ann\nstatus: draft\n"
        "created: 2023-05-01\nupdated: 2024-02-03T10:00:00+02:00\ndate: 2020-01-01\n---\nWords with #people/leave.\n"
    )

    assert document.tags == ("hr", "policy", "people/leave")
    assert (document.author, document.status) == ("Ann", "draft")
    assert document.created == datetime(2023, 5, 1, tzinfo=UTC)
    assert document.updated == datetime(2024, 2, 3, 8, tzinfo=UTC)
    assert document.warnings == ()


@pytest.mark.parametrize("text", ["`#code`", "# Heading", "```\n#x\n```", "#123", "a#b", "[a](#part)", "##two"])
def test_not_every_hash_is_a_tag(note: Note, text: str) -> None:
    assert note(f"{text}\n").tags == ()


@pytest.mark.promise("last-changed-from-front-matter-git-or-file")
def test_last_changed_comes_from_the_front_matter_then_git_then_the_file(write: Write, scanned: Scanned) -> None:
    committed = datetime(2022, 2, 2, tzinfo=UTC)

    def updated(front_matter: str, git_updated: datetime | None) -> datetime | None:
        write("note.md", f"---\n{front_matter}\n---\nWords.\n")
        return read(scanned().files[0], git_updated=git_updated).updated

    assert updated("updated: 2024-01-01\ndate: 2023-01-01", committed) == datetime(2024, 1, 1, tzinfo=UTC)
    assert updated("date: 2023-01-01", committed) == datetime(2023, 1, 1, tzinfo=UTC)
    assert updated("title: T", committed) == committed
    changed = updated("title: T", None)
    assert changed == datetime.fromtimestamp(scanned().files[0].mtime_ns / 1e9, tz=UTC)


def test_a_date_that_is_none_is_told_and_passed_over(note: Note) -> None:
    document = note("---\nupdated: soon\ndate: 2023-01-01\n---\nWords.\n")

    assert document.updated == datetime(2023, 1, 1, tzinfo=UTC)
    assert document.warnings == ("its `updated` is not a date",)


@pytest.mark.promise("broken-front-matter-is-a-warning")
def test_a_note_with_broken_front_matter_is_still_read(note: Note) -> None:
    document = note("---\ntitle: {{ template }}: x\n---\nThe words below.\n")

    assert [document.text[block.start : block.end] for block in document.blocks] == ["The words below."]
    assert document.warnings == ("its front matter is not valid YAML; read line by line",)


@pytest.mark.promise("notes-need-no-front-matter")
def test_a_note_without_front_matter_is_read(note: Note) -> None:
    assert note("# Readme\n\n- Owner: Jane\n").title == "Readme"


def test_plain_text_has_paragraphs_and_no_markup(note: Note) -> None:
    document = note("# not a heading\nstill one\n\n---\n\nthree #nottag\n", "log.txt")

    assert [(block.first_line, block.last_line) for block in document.blocks] == [(1, 2), (4, 4), (6, 6)]
    assert (document.title, document.title_in_text, document.tags) == ("Log", False, ())


def test_marks_and_carriage_returns_leave_front_matter_and_lines_alone(note: Note) -> None:
    document = note(b"\xef\xbb\xbf---\r\ntitle: T\r\n---\r\n\r\nFirst.\r\n\r\nSecond.\r\n")

    assert document.title == "T"
    assert [block.first_line for block in document.blocks] == [5, 7]
    assert "\r" not in document.text


def test_links_are_those_to_other_notes(note: Note) -> None:
    document = note(
        "[[Leave#Sick|sick]] ![[d.png]] [a](../hr/a%20b.md#part) [[Leave]]\n"
        "[b](https://x.y) [c](#part) [d](mailto:a@b.c)"
    )

    assert document.links == ("Leave", "d.png", "../hr/a b.md")


def test_the_fingerprint_is_of_the_bytes(note: Note) -> None:
    data = b"\xef\xbb\xbfWords\r\n"

    fingerprint = note(data).fingerprint

    assert fingerprint.content_hash == hashlib.sha256(data).hexdigest()
    assert fingerprint.size == len(data)


@pytest.mark.promise("no-text-is-skipped-with-its-reason")
@pytest.mark.parametrize(
    ("content", "path", "reason"),
    [
        (b"", "note.md", "it is empty"),
        (b" \n\t\n", "note.md", "it is empty"),
        ("---\ntitle: T\n---\n", "note.md", "it has no text besides its front matter"),
        ("<!-- nothing yet -->\n\n---\n", "note.md", "it has no text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\0", "picture.md", "it is a PNG image, not text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\0", "picture.png", "it is a PNG image, not text"),
    ],
)
def test_what_holds_nothing_to_index_is_skipped(note: Note, content: bytes | str, path: str, reason: str) -> None:
    with pytest.raises(NoteSkipped) as raised:
        note(content, path)

    assert str(raised.value) == reason


def test_a_file_that_is_too_large_is_skipped(note: Note, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MAX_BYTES", 10)

    with pytest.raises(NoteSkipped, match="larger than"):
        note("More than ten bytes.")


def test_a_file_that_vanished_is_one_clear_sentence(write: Write, scanned: Scanned) -> None:
    file = write("note.md")
    source = scanned().files[0]
    file.unlink()

    with pytest.raises(ReadError, match="vanished before it was read") as raised:
        read(source)

    assert not isinstance(raised.value, NoteSkipped)
    assert raised.value.hint == "Run the index again."


def test_a_file_that_may_not_be_read_is_one_clear_sentence(write: Write, scanned: Scanned) -> None:
    file = write("note.md")
    source = scanned().files[0]
    file.unlink()
    file.mkdir()

    with pytest.raises(ReadError, match="It cannot be read: Is a directory"):
        read(source)
