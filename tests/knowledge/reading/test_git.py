from __future__ import annotations

import os
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from knowledge.reading import git_dates

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def commit(repository: Path, when: str) -> None:
    environment = {**os.environ, "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when, "GIT_CONFIG_GLOBAL": os.devnull}
    identity = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "add", "-A"], cwd=repository, env=environment, check=True)
    subprocess.run(["git", *identity, "commit", "-qm", "change"], cwd=repository, env=environment, check=True)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "notes").mkdir()
    (tmp_path / "other.md").write_text("x")
    (tmp_path / "notes" / "a.md").write_text("a")
    (tmp_path / "notes" / "zwei Büro 📺.md").write_text("b")
    commit(tmp_path, "2024-01-01T00:00:00Z")
    (tmp_path / "notes" / "a.md").write_text("changed")
    commit(tmp_path, "2024-02-01T12:00:00+02:00")
    return tmp_path


@needs_git
def test_each_note_gets_the_time_of_its_own_last_commit(repository: Path) -> None:
    assert git_dates(repository / "notes") == {
        "a.md": datetime(2024, 2, 1, 10, tzinfo=UTC),
        "zwei Büro 📺.md": datetime(2024, 1, 1, tzinfo=UTC),
    }


@needs_git
def test_a_surrounding_git_process_does_not_redirect_the_question(
    repository: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path_factory.mktemp("elsewhere")))

    assert set(git_dates(repository / "notes")) == {"a.md", "zwei Büro 📺.md"}


@needs_git
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_notes_that_belong_to_another_user_have_dates_too(repository: Path) -> None:
    for path in (repository, *repository.rglob("*")):
        os.chown(path, 12_345, 12_345)
    assert set(git_dates(repository / "notes")) == {"a.md", "zwei Büro 📺.md"}


@needs_git
def test_the_repository_cannot_start_a_program(repository: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    started = tmp_path / "started"
    trap.write_text(f"#!/bin/sh\ntouch {started}\n")
    trap.chmod(0o755)
    for key in ("core.pager", "gpg.program", "core.fsmonitor", "diff.external"):
        subprocess.run(["git", "config", key, str(trap)], cwd=repository, check=True)
    subprocess.run(["git", "config", "log.showSignature", "true"], cwd=repository, check=True)

    assert "a.md" in git_dates(repository / "notes")
    assert not started.exists()


def test_no_repository_has_no_dates(tmp_path: Path) -> None:
    assert git_dates(tmp_path) == {}


def test_a_machine_without_git_has_no_dates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert git_dates(tmp_path) == {}


def test_a_folder_that_is_gone_has_no_dates(tmp_path: Path) -> None:
    assert git_dates(tmp_path / "gone") == {}


@needs_git
def test_a_few_notes_can_be_asked_for_alone(repository: Path) -> None:
    (repository / "notes" / "[a].md").write_text("brackets are no pattern")
    dates = git_dates(repository / "notes", ["a.md", "[a].md"])
    assert dates == {"a.md": datetime(2024, 2, 1, 10, tzinfo=UTC)}
