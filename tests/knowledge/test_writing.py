"""A note is written whole, once, over nothing, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.collections import Collection
from knowledge.errors import NoteNotWritten
from knowledge.writing import file_name, write_note


@pytest.fixture
def inbox(tmp_path: Path) -> Collection:
    (tmp_path / "inbox").mkdir()
    return Collection(name="inbox", root=tmp_path / "inbox")


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("How we deploy.md", "How-we-deploy.md"),
        ("../../etc/passwd", "etc-passwd.md"),
        (".hidden", "hidden.md"),
        ("/srv/x\\y\0z.MD", "srv-x-y-z.md"),
        ("École 退款", "École-退款.md"),
        ("...", "note.md"),
        (f"{'four ' * 30}", f"{'four-' * 11}four.md"),
        ("x" * 200, f"{'x' * 60}.md"),
    ],
)
@pytest.mark.promise("a-saved-note-stays-in-its-folder")
def test_a_typed_name_becomes_a_plain_one(wanted: str, name: str) -> None:
    assert file_name(wanted) == name


@pytest.mark.promise("a-saved-note-stays-in-its-folder")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50, deadline=None)
@given(wanted=st.text(max_size=300))
def test_whatever_is_typed_the_note_lies_in_its_folder(inbox: Collection, wanted: str) -> None:
    ref = write_note(inbox, wanted, "words")
    assert (inbox.root / ref.path).resolve().parent == inbox.root
    assert (inbox.root / ref.path).read_text() == "words"


@pytest.mark.promise("a-saved-note-stays-in-its-folder")
def test_what_is_there_is_never_overwritten_and_the_same_text_is_written_once(
    inbox: Collection, tmp_path: Path
) -> None:
    (inbox.root / "tea.md").write_text("theirs")
    (tmp_path / "outside.md").write_text("mine")
    (inbox.root / "tea-2.md").symlink_to(tmp_path / "outside.md")
    first = write_note(inbox, "tea", "mine")
    assert first.path == "tea-3.md"
    assert write_note(inbox, "tea", "mine") == first
    assert write_note(inbox, "tea", "other").path == "tea-4.md"
    assert (inbox.root / "tea.md").read_text() == "theirs"
    assert sorted(path.name for path in inbox.root.iterdir()) == ["tea-2.md", "tea-3.md", "tea-4.md", "tea.md"]


def test_a_name_that_would_never_be_read_is_refused(tmp_path: Path) -> None:
    narrow = Collection(name="inbox", root=tmp_path, exclude=("draft-*",))
    with pytest.raises(NoteNotWritten, match="leave out a file of that name"):
        write_note(narrow, "draft-1", "words")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_gone_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(NoteNotWritten, match="could not be written to inbox: No such file or directory"):
        write_note(Collection(name="inbox", root=tmp_path / "gone"), "tea", "words")
