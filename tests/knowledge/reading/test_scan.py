from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge.collections import Collection
from knowledge.errors import ReadError
from knowledge.reading import ScanResult, look, read, scan

Write = Callable[..., Path]
Scanned = Callable[..., ScanResult]


def paths(result: ScanResult) -> list[str]:
    return [file.ref.path for file in result.files]


def skipped(result: ScanResult) -> dict[str, str]:
    return {skipped.file: skipped.reason for skipped in result.skipped}


def test_notes_are_listed_by_path_with_size_and_time(write: Write, scanned: Scanned) -> None:
    file = write("b/two.md", "12345")
    write("a.md")
    os.utime(file, ns=(1, 1_700_000_000_123_456_789))

    result = scanned()

    assert paths(result) == ["a.md", "b/two.md"]
    assert (result.files[1].size, result.files[1].mtime_ns) == (5, 1_700_000_000_123_456_789)
    assert result.files[1].ref.collection == "handbook"


def test_files_that_no_include_matches_are_no_notes(write: Write, scanned: Scanned) -> None:
    write("picture.png", b"\x89PNG")
    write("note.md")

    result = scanned()

    assert paths(result) == ["note.md"]
    assert result.skipped == ()


def test_hidden_folders_are_never_entered(write: Write, scanned: Scanned) -> None:
    for path in (".git/a.md", ".obsidian/b.md", "x/.trash/c.md", "._note.md", "note.md", "commands/..md"):
        write(path)

    assert paths(scanned()) == ["commands/..md", "note.md"]


def test_names_keep_emoji_spaces_and_their_unicode_form(write: Write, scanned: Scanned) -> None:
    names = ["Sources/📺 且试天下.md", "B\u0075\u0308ro.md", "with  two spaces.md", "עזרה.md"]
    for name in names:
        write(name)

    assert set(paths(scanned())) == set(names)


@pytest.mark.promise("links-that-leave-the-folder-are-refused")
def test_a_link_that_leaves_the_folder_is_refused_and_listed(
    tmp_path: Path, folder: Path, write: Write, scanned: Scanned
) -> None:
    outside = tmp_path / "secrets"
    outside.mkdir()
    (outside / "salaries.md").write_text("secret")
    (folder / "salaries.md").symlink_to(outside / "salaries.md")
    (folder / "all").symlink_to(outside)
    (folder / "beside").symlink_to(tmp_path / "notes-2")
    write("note.md")

    result = scanned()

    assert paths(result) == ["note.md"]
    assert skipped(result) == {
        "all/": "it is a link that leaves the collection's folder",
        "salaries.md": "it is a link that leaves the collection's folder",
    }


@pytest.mark.promise("link-loops-end")
def test_link_loops_end(folder: Path, write: Write, scanned: Scanned) -> None:
    write("a/note.md")
    (folder / "a" / "up").symlink_to(folder)
    (folder / "a" / "same").symlink_to(folder / "a")
    (folder / "me.md").symlink_to(folder / "me.md")
    (folder / "gone.md").symlink_to(folder / "nowhere.md")

    result = scanned()

    assert paths(result) == ["a/note.md"]
    assert skipped(result) == {
        "a/same/": "it is a link to a, which is read in its own place",
        "a/up/": "it is a link to ., which is read in its own place",
        "gone.md": "it is a link to nothing, or to itself",
        "me.md": "it is a link to nothing, or to itself",
    }


def test_a_linked_note_is_listed_once_in_its_own_place(folder: Path, write: Write, scanned: Scanned) -> None:
    write("pages/contributing.md")
    (folder / "CONTRIBUTING.md").symlink_to("pages/contributing.md")

    result = scanned()

    assert paths(result) == ["pages/contributing.md"]
    assert skipped(result) == {
        "CONTRIBUTING.md": "it is a link to pages/contributing.md, which is read in its own place"
    }


def test_a_mounted_folder_of_links_into_a_hidden_folder_is_read(folder: Path, write: Write, scanned: Scanned) -> None:
    write("..2026_11_30/policy.md", "Mounted words.")
    (folder / "..data").symlink_to("..2026_11_30")
    (folder / "policy.md").symlink_to("..data/policy.md")
    (folder / "again.md").symlink_to("..data/policy.md")

    result = scanned()

    assert paths(result) == ["again.md"] or paths(result) == ["policy.md"]
    assert len(result.skipped) == 1
    assert read(result.files[0]).text == "Mounted words."


def test_a_linked_hidden_folder_is_followed_once(folder: Path, write: Write, scanned: Scanned) -> None:
    write(".store/docs/a.md")
    (folder / "docs").symlink_to(".store/docs")
    (folder / "store").symlink_to(".store")

    result = scanned()

    assert paths(result) == ["docs/a.md"]


def test_exclude_wins_over_a_link(folder: Path, write: Write, scanned: Scanned) -> None:
    write("private/plan.md")
    (folder / "plan.md").symlink_to("private/plan.md")

    result = scanned(exclude=("private/**",))

    assert paths(result) == []
    assert skipped(result) == {"plan.md": "it is a link to private/plan.md, which is excluded"}


def test_the_collections_folder_may_itself_be_a_link(tmp_path: Path, folder: Path, write: Write) -> None:
    write("a/note.md")
    (tmp_path / "current").symlink_to(folder)

    result = scan(Collection(name="handbook", root=tmp_path / "current"))

    assert paths(result) == ["a/note.md"]


def test_what_is_no_regular_file_is_listed_and_never_opened(folder: Path, scanned: Scanned) -> None:
    os.mkfifo(folder / "pipe.md")

    assert skipped(scanned()) == {"pipe.md": "it is not a regular file"}


def test_a_name_that_is_no_text_is_listed_readably(folder: Path, write: Write, scanned: Scanned) -> None:
    (Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.md"))).write_text("words")
    write("note.md")

    result = scanned()

    assert paths(result) == ["note.md"]
    assert skipped(result) == {"caf\ufffd.md": "its name is not valid UTF-8"}


def test_a_folder_that_may_not_be_listed_is_told(
    folder: Path, write: Write, scanned: Scanned, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("closed/a.md")
    write("note.md")
    list_folder = os.scandir

    def refusing(path: str) -> object:  # root, as whom tests may run, is refused nothing
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return list_folder(path)

    monkeypatch.setattr(os, "scandir", refusing)
    result = scanned()

    assert paths(result) == ["note.md"]
    assert result.unreadable == ("closed",)
    assert skipped(result) == {"closed/": "the folder cannot be listed: Permission denied"}


def test_a_missing_collection_folder_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="collection 'handbook' cannot be read") as raised:
        scan(Collection(name="handbook", root=tmp_path / "missing"))

    assert str(tmp_path / "missing") in raised.value.hint


def test_a_look_at_a_few_files_sees_what_a_scan_sees_of_them(folder: Path, write: Write, scanned: Scanned) -> None:
    for path in ("a.md", "b/c.md", "drafts/d.md", ".git/e.md", "f.png", "._g.md"):
        write(path)
    (folder / "link.md").symlink_to(folder / "a.md")
    (folder / "through").symlink_to(folder / "b")
    asked = [
        "b/c.md",
        "a.md",
        "drafts/d.md",
        ".git/e.md",
        "f.png",
        "._g.md",
        "link.md",
        "through/c.md",
        "gone.md",
        "b",
    ]
    collection = Collection(name="handbook", root=folder, exclude=("drafts/**",))
    assert sorted(look(collection, asked), key=lambda file: file.ref) == list(scan(collection).files)


def test_a_look_never_leaves_the_folder(tmp_path: Path, folder: Path, write: Write) -> None:
    write("a.md")
    (tmp_path / "secret.md").write_text("secret")
    assert look(Collection(name="handbook", root=folder), ["../secret.md", "/etc/passwd", ""]) == ()
