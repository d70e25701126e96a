"""A remote's notes are brought here commit by commit; whatever goes wrong, the last good ones stay."""

from __future__ import annotations

import asyncio
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import RemoteBusy, RemoteUnavailable
from knowledge.owners import owner_names
from knowledge.reading import git_dates
from knowledge.remotes import Bounds, Checkout, Remote, look, pull
from knowledge.remotes.pulling import tidy
from tests.knowledge.remotes.conftest import BOUNDS
from tests.knowledge.remotes.repositories import Upstream


def notes(checkout: Checkout, subfolder: str = "") -> dict[str, str]:
    root = checkout.root(subfolder)
    return {path.relative_to(root).as_posix(): path.read_text() for path in sorted(root.rglob("*.md"))}


async def problem(remote: Remote, checkout: Checkout, bounds: Bounds = BOUNDS) -> RemoteUnavailable:
    with pytest.raises(RemoteUnavailable) as caught:
        await pull(remote, checkout, bounds)
    return caught.value


@pytest.mark.promise("notes-come-from-a-git-remote")
async def test_a_clone_has_the_notes_of_the_last_commit_and_a_pull_those_of_the_next(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    assert await pull(remote, checkout, BOUNDS)
    assert notes(checkout) == {"tea.md": "# Tea\n\nTea is brewed at 80 degrees.\n"}
    assert not await pull(remote, checkout, BOUNDS)

    commit = upstream.commit(tea="# Tea\n\nTea is brewed at 90 degrees.\n")
    assert await pull(remote, checkout, BOUNDS)
    assert "90 degrees" in notes(checkout)["tea.md"]
    assert checkout.commit() == commit == await look(remote, BOUNDS)
    assert checkout.condition().pulled
    assert not checkout.condition().problem


@pytest.mark.promise("notes-come-from-a-git-remote")
async def test_one_branch_and_one_folder_of_it(upstream: Upstream, remote: Remote, checkout: Checkout) -> None:
    upstream.git("checkout", "--quiet", "-b", "release/1.0")
    upstream.write("docs/a [b]/coffee.md", "# Coffee\n")
    upstream.write("docs/a c/milk.md", "# Milk\n")
    upstream.commit()
    await pull(replace(remote, branch="release/1.0", subfolder="docs/a [b]"), checkout, BOUNDS)
    assert notes(checkout, "docs/a [b]") == {"coffee.md": "# Coffee\n"}
    assert notes(checkout) == {"docs/a [b]/coffee.md": "# Coffee\n"}


async def test_without_a_branch_it_is_the_remotes_own(upstream: Upstream, remote: Remote, checkout: Checkout) -> None:
    upstream.git("checkout", "--quiet", "-b", "trunk")
    upstream.commit(trunk="# Trunk\n")
    await pull(replace(remote, branch=""), checkout, BOUNDS)
    assert "trunk.md" in notes(checkout)


@pytest.mark.promise("a-note-of-a-remote-has-its-own-author")
async def test_each_note_has_the_author_and_date_of_its_own_last_commit(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    upstream.commit(coffee="# Coffee\n", author="Ben Oe")
    await pull(remote, checkout, BOUNDS)
    root = checkout.root("")
    assert owner_names(root, "tea.md") == ("Ann Lee", "ann@example.org")
    assert owner_names(root, "coffee.md") == ("Ben Oe", "ben@example.org")
    assert set(git_dates(root)) == {"tea.md", "coffee.md"}


async def test_contents_of_older_commits_are_not_brought_along(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    before = upstream.git("rev-parse", "HEAD:tea.md")
    upstream.commit(tea="# Tea\n\nNew.\n")
    await pull(replace(remote, url=f"file://{upstream.folder}"), checkout, BOUNDS)
    here = Upstream(folder=checkout.repository)
    missing = here.git("rev-list", "--objects", "--missing=print", "--all")
    assert f"?{before}" in missing.splitlines()


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
async def test_history_that_was_written_anew_is_followed(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    await pull(remote, checkout, BOUNDS)
    upstream.commit(tea="# Tea\n\nAnother past.\n", amend=True)
    await pull(remote, checkout, BOUNDS)
    assert notes(checkout) == {"tea.md": "# Tea\n\nAnother past.\n"}


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


@pytest.mark.promise("a-remote-takes-no-more-than-it-may")
async def test_a_repository_that_is_too_large_is_not_taken(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    await pull(remote, checkout, BOUNDS)
    (upstream.folder / "large.md").write_bytes(os.urandom(3_000_000))
    upstream.commit()
    error = await problem(remote, checkout, replace(BOUNDS, size=1_000_000))
    assert "takes more than 1 MB" in str(error)
    assert list(notes(checkout)) == ["tea.md"]
    assert await pull(remote, checkout, BOUNDS)
    assert "large.md" in {path.name for path in checkout.root("").iterdir()}


@pytest.mark.promise("a-remote-takes-no-more-than-it-may")
@pytest.mark.parametrize("git", ["sleep 1000", "sleep 1000 & exit 0"])
async def test_a_remote_that_never_answers_is_given_up(
    remote: Remote, checkout: Checkout, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, git: str
) -> None:
    program = tmp_path / "bin" / "git"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n{git}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    error = await problem(remote, checkout, Bounds(seconds=0.2))
    assert "did not give its notes within" in str(error)
    assert "git.timeout_seconds" in error.hint


async def test_a_folder_that_the_branch_has_not_got_is_named_and_leaves_nothing(
    remote: Remote, checkout: Checkout
) -> None:
    error = await problem(replace(remote, subfolder="docs"), checkout)
    assert str(error) == "The remote of handbook has no folder 'docs' on this branch."
    assert list((checkout.folder / "trees").iterdir()) == []


@pytest.mark.promise("a-remote-can-start-nothing-and-point-nowhere")
async def test_links_of_the_repository_are_no_notes(
    upstream: Upstream, remote: Remote, checkout: Checkout, tmp_path: Path
) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n")
    (upstream.folder / "out.md").symlink_to(tmp_path / "secret.md")
    (upstream.folder / "docs").symlink_to(tmp_path)
    upstream.commit()
    await pull(remote, checkout, BOUNDS)
    assert list(notes(checkout)) == ["tea.md"]
    error = await problem(replace(remote, name="other", subfolder="docs"), Checkout(folder=tmp_path / "other"))
    assert "has no folder 'docs'" in str(error)


@pytest.mark.promise("a-remote-can-start-nothing-and-point-nowhere")
async def test_nothing_of_the_repository_starts_a_program(
    upstream: Upstream, remote: Remote, checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {started}\ncat\n")
    trap.chmod(0o755)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text(f'[filter "trap"]\n\tsmudge = {trap}\n[core]\n\thooksPath = {tmp_path}/hooks\n')
    (tmp_path / "hooks").mkdir()
    shutil.copy(trap, tmp_path / "hooks" / "post-checkout")
    monkeypatch.setenv("HOME", str(home))
    upstream.write(".gitattributes", "*.md filter=trap\n")
    upstream.write(".gitmodules", f'[submodule "x"]\n\tpath = x\n\turl = {upstream.folder}\n')
    upstream.git("update-index", "--add", "--cacheinfo", f"160000,{upstream.git('rev-parse', 'HEAD')},x")
    upstream.git("commit", "--quiet", "--message=a submodule")
    upstream.commit()
    await pull(remote, checkout, BOUNDS)
    assert list(notes(checkout)) == ["tea.md"]
    assert not started.exists()
    assert not (checkout.root("x") / "tea.md").exists()


@pytest.mark.promise("a-remote-can-start-nothing-and-point-nowhere")
@pytest.mark.parametrize("address", ["ext::sh -c touch% started", "--upload-pack=touch started", "fd::7"])
async def test_an_address_that_names_a_program_starts_none(remote: Remote, checkout: Checkout, address: str) -> None:
    await problem(replace(remote, url=address), checkout)
    assert not (checkout.folder / "started").exists()


async def test_files_that_are_as_they_were_need_not_be_read_again(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    def times() -> dict[str, int]:
        return {path.name: path.stat().st_mtime_ns for path in checkout.root("").glob("*.md")}

    upstream.commit(coffee="# Coffee\n")
    await pull(remote, checkout, BOUNDS)
    os.utime(checkout.root("tea.md"), ns=(1, 1))
    os.utime(checkout.root("coffee.md"), ns=(1, 1))
    upstream.commit(coffee="# Coffin\n")
    await pull(remote, checkout, BOUNDS)
    assert times()["tea.md"] == 1
    assert times()["coffee.md"] > 1
    upstream.write(".gitattributes", "*.md text eol=crlf\n")
    upstream.commit()
    await pull(remote, checkout, BOUNDS)
    assert times()["tea.md"] > 1


async def test_commits_that_nobody_indexes_do_not_pile_up(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    for number in range(6):
        upstream.commit(coffee=f"# Coffee {number}\n")
        await pull(remote, checkout, BOUNDS)
    assert len(list((checkout.folder / "trees").iterdir())) <= 4
    assert notes(checkout)["coffee.md"] == "# Coffee 5\n"


async def test_files_of_earlier_commits_are_removed_once_nobody_reads_them(
    upstream: Upstream, remote: Remote, checkout: Checkout
) -> None:
    await pull(remote, checkout, BOUNDS)
    reader = checkout.root("").resolve()
    upstream.commit(coffee="# Coffee\n")
    await pull(remote, checkout, BOUNDS)
    assert [path.name for path in reader.glob("*.md")] == ["tea.md"]
    await tidy(remote, checkout, BOUNDS)
    assert not reader.exists()
    assert sorted(notes(checkout)) == ["coffee.md", "tea.md"]
