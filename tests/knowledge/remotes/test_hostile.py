"""A remote takes no more than it may, starts no program and points nowhere else."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.remotes import Bounds, Checkout, Remote, pull
from tests.knowledge.remotes.conftest import BOUNDS
from tests.knowledge.remotes.outcomes import notes, problem
from tests.knowledge.remotes.repositories import Upstream


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
