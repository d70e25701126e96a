"""A remote's notes are brought here commit by commit, and what is done with is cleared away."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from knowledge.owners import owner_names
from knowledge.reading import git_dates
from knowledge.remotes import Checkout, Remote, look, pull
from knowledge.remotes.pulling import tidy
from tests.knowledge.remotes.conftest import BOUNDS
from tests.knowledge.remotes.outcomes import notes
from tests.knowledge.remotes.repositories import Upstream


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
