"""Whatever breaks, there or here, is named, the last good notes stay, and the next pull mends what it can."""

from __future__ import annotations

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import RemoteBusy, RemoteUnavailable
from knowledge.owners import owner_names
from knowledge.remarks import Remark
from knowledge.remotes import Checkout, Remote, look, pull
from tests.knowledge.remotes.conftest import BOUNDS
from tests.knowledge.remotes.outcomes import notes, problem
from tests.knowledge.remotes.repositories import Upstream


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_a_branch_that_was_deleted_is_named(upstream: Upstream, remote: Remote, checkout: Checkout) -> None:
    await pull(remote, checkout, BOUNDS)
    upstream.git("branch", "--move", "main", "trunk")
    error = await problem(remote, checkout)
    with pytest.raises(RemoteUnavailable, match="has no branch"):
        await look(remote, BOUNDS)
    assert str(error) == "The remote of handbook has no branch 'main'."
    assert "`branch`" in error.hint
    assert list(notes(checkout)) == ["tea.md"]
    assert checkout.condition().problem == str(error)
    assert isinstance(checkout.condition().problem, Remark)  # another process can say it in German
    assert checkout.condition().pulled


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_a_remote_that_is_gone_is_named_and_fine_once_it_is_back(
    upstream: Upstream, remote: Remote, checkout: Checkout, tmp_path: Path
) -> None:
    await pull(remote, checkout, BOUNDS)
    away = upstream.folder.rename(tmp_path / "away")
    assert "no repository at the remote of handbook" in str(await problem(remote, checkout))
    assert list(notes(checkout)) == ["tea.md"]
    away.rename(upstream.folder)
    assert not await pull(remote, checkout, BOUNDS)
    assert checkout.condition().problem == ""


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
@pytest.mark.parametrize("damage", ["refs", "objects", "everything"])
async def test_a_damaged_clone_is_made_anew(
    upstream: Upstream, remote: Remote, checkout: Checkout, damage: str
) -> None:
    await pull(remote, checkout, BOUNDS)
    upstream.commit(coffee="# Coffee\n")
    if damage == "refs":
        (checkout.repository / "HEAD").write_text("no ref\n")
    elif damage == "objects":
        for pack in (checkout.repository / "objects").rglob("*"):
            if pack.is_file():
                pack.chmod(0o600)
                pack.write_bytes(b"")
    else:
        shutil.rmtree(checkout.repository)
    assert await pull(remote, checkout, BOUNDS)
    assert sorted(notes(checkout)) == ["coffee.md", "tea.md"]
    assert owner_names(checkout.root(""), "coffee.md")


async def test_files_that_were_removed_by_hand_come_back(remote: Remote, checkout: Checkout) -> None:
    await pull(remote, checkout, BOUNDS)
    shutil.rmtree(checkout.root("").resolve())
    assert await pull(remote, checkout, BOUNDS)
    assert list(notes(checkout)) == ["tea.md"]


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_locks_that_a_killed_git_left_are_swept_away(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    await pull(remote, checkout, BOUNDS)
    upstream.commit(coffee="# Coffee\n")
    begun = f"worktrees/{upstream.git('rev-parse', 'HEAD')}-0"
    (checkout.repository / begun).mkdir()
    for name in (
        "config.lock",
        "packed-refs.lock",
        "shallow.lock",
        "refs/remotes/origin/tip.lock",
        f"{begun}/locked",
    ):
        (checkout.repository / name).touch()
    assert await pull(remote, checkout, BOUNDS)
    assert "coffee.md" in notes(checkout)


async def test_two_processes_do_not_pull_at_once(remote: Remote, checkout: Checkout) -> None:
    with checkout.held(), pytest.raises(RemoteBusy):
        await pull(remote, checkout, BOUNDS)
    assert checkout.condition().problem == ""


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_a_git_that_outlives_its_killed_bot_is_waited_for(remote: Remote, checkout: Checkout) -> None:
    with checkout.held() as lock:
        orphan = await asyncio.create_subprocess_exec("sleep", "1000", pass_fds=[lock])
    with pytest.raises(RemoteBusy):
        await pull(remote, checkout, BOUNDS)
    orphan.kill()
    await orphan.wait()
    assert await pull(remote, checkout, BOUNDS)


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_without_the_git_program_it_says_so(
    remote: Remote, checkout: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    await pull(remote, checkout, BOUNDS)
    monkeypatch.setenv("PATH", str(tmp_path))
    error = await problem(remote, checkout)
    assert "need the program git" in str(error)
    assert error.hint.startswith("Install git")
    assert list(notes(checkout)) == ["tea.md"]


async def test_a_folder_that_the_branch_has_not_got_is_named_and_leaves_nothing(
    remote: Remote, checkout: Checkout
) -> None:
    error = await problem(replace(remote, subfolder="docs"), checkout)
    assert str(error) == "The remote of handbook has no folder 'docs' on this branch."
    assert list((checkout.folder / "trees").iterdir()) == []
