import os
import shutil
import subprocess
from pathlib import Path

import pytest

from knowledge.owners import owner_names

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def write(folder: Path, name: str, matter: str) -> None:
    (folder / name).write_text(f"---\n{matter}\n---\n# Note\n\nText.\n", encoding="utf-8")


def commit(folder: Path, name: str, address: str) -> None:
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    identity = ("-c", f"user.name={name}", "-c", f"user.email={address}", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "add", "-A"], cwd=folder, env=environment, check=True)
    subprocess.run(["git", *identity, "commit", "-qm", "change"], cwd=folder, env=environment, check=True)


def test_the_owner_comes_before_the_author(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "author: Ben Oe\nowner: Ann Lee <ann@example.org>")
    write(tmp_path, "b.md", "owners: [Ann Lee, Cy]\nauthors:\n  - name: Ben Oe\n    mail: x")
    assert owner_names(tmp_path, "a.md") == ("Ann Lee <ann@example.org>", "Ben Oe")
    assert owner_names(tmp_path, "b.md") == ("Ann Lee", "Cy", "Ben Oe")


@needs_git
def test_whoever_changed_it_last_comes_after_both(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    write(tmp_path, "a[1].md", "author: Ann Lee")
    write(tmp_path, "a1.md", "status: new")
    commit(tmp_path, "Ben Oe", "ben@example.org")
    write(tmp_path, "a1.md", "status: old")
    commit(tmp_path, "Cy", "cy@example.org")
    assert owner_names(tmp_path, "a[1].md") == ("Ann Lee", "Ben Oe", "ben@example.org")
    assert owner_names(tmp_path, "a1.md") == ("Cy", "cy@example.org")


def test_a_note_that_is_gone_or_no_text_names_nobody(tmp_path: Path) -> None:
    (tmp_path / "photo.md").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(2_000))
    assert owner_names(tmp_path, "photo.md") == ()
    assert owner_names(tmp_path, "gone.md") == ()


@needs_git
def test_a_shallow_clone_does_not_call_its_first_commit_the_author_of_everything(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path / "whole"], check=True)
    write(tmp_path / "whole", "a.md", "status: new")
    commit(tmp_path / "whole", "Ann Lee", "ann@example.org")
    write(tmp_path / "whole", "b.md", "status: new")
    commit(tmp_path / "whole", "Ben Oe", "ben@example.org")
    write(tmp_path / "whole", "c.md", "status: new")
    commit(tmp_path / "whole", "Cy", "cy@example.org")
    source = f"file://{tmp_path / 'whole'}"
    subprocess.run(["git", "clone", "-q", "--depth", "2", source, tmp_path / "shallow"], check=True)
    assert owner_names(tmp_path / "whole", "a.md") == ("Ann Lee", "ann@example.org")
    assert owner_names(tmp_path / "shallow", "a.md") == ()
    assert owner_names(tmp_path / "shallow", "c.md") == ("Cy", "cy@example.org")
