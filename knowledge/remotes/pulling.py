"""From a remote to files: fetch, lay the commit out in a folder of its own, and make it the current one.

The whole history comes along without the contents of older files, where the server can send that: dates and authors
of notes need it, and it is small. Whatever fails, the files of the last good commit stay as they are.
"""

from __future__ import annotations

import asyncio
import re
import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from knowledge.errors import CloneDamaged, RemoteUnavailable
from knowledge.remotes.checkout import REPOSITORY, Checkout, Condition
from knowledge.remotes.failing import no_branch
from knowledge.remotes.program import Git
from knowledge.remotes.remote import Bounds, Remote

_FRESH = "fresh.git"
_TIP = "refs/remotes/origin/tip"
_LINK = "120000"  # git's mode of a symbolic link
_MAGIC = re.compile(r"[\\*?\[!# ]")


async def pull(remote: Remote, checkout: Checkout, bounds: Bounds) -> bool:
    """Bring the files up to the remote's last commit; whether they changed.

    How it went is noted in the checkout. Raises RemoteBusy while another process pulls, RemoteUnavailable otherwise.
    """
    with checkout.held() as lock:
        git = Git(remote=remote, folder=checkout.folder, bounds=bounds, held=(lock,))
        try:
            changed = await _pulled(git, checkout)
        except RemoteUnavailable as error:
            checkout.note(replace(checkout.condition(), problem=error.message, fix=error.hint))
            raise
        checkout.note(Condition(pulled=_now()))
        return changed


async def look(remote: Remote, bounds: Bounds) -> str:
    """The full name of the remote's last commit, asked and not fetched. Raises RemoteUnavailable."""
    with TemporaryDirectory() as nowhere:  # where git finds no repository with settings of its own
        git = Git(remote=remote, folder=Path(nowhere), bounds=bounds)
        told = (await git.run("ls-remote", "--", remote.url, _source(remote))).split()
    if not told:
        raise no_branch(remote)
    return told[0]


async def tidy(remote: Remote, checkout: Checkout, bounds: Bounds) -> None:
    """Remove what nobody reads any more: for after the current commit was indexed. Raises RemoteUnavailable."""
    with checkout.held() as lock:
        git = Git(remote=remote, folder=checkout.folder, bounds=bounds, held=(lock,))
        await asyncio.to_thread(checkout.drop_others)
        await git.run(f"--git-dir={REPOSITORY}", "worktree", "prune")
        await git.run(f"--git-dir={REPOSITORY}", "gc", "--auto", "--quiet")


async def _pulled(git: Git, checkout: Checkout) -> bool:
    try:
        await asyncio.to_thread(checkout.sweep)
        try:
            return await _updated(git, checkout)
        except CloneDamaged:
            return await _anew(git, checkout)
    except OSError as error:
        raise RemoteUnavailable(
            "The notes of {name} cannot be written to {folder}.",
            hint="Look at the room on the disk, and at who may write there.",
            name=git.remote.name,
            folder=checkout.folder,
        ) from error


async def _updated(git: Git, checkout: Checkout) -> bool:
    commit = await _fetched(git, REPOSITORY)
    if commit == checkout.commit() and checkout.whole:
        return False
    checkout.switch(await _laid_out(git, checkout, commit))
    return True


async def _anew(git: Git, checkout: Checkout) -> bool:
    """With a fresh clone, which takes the place of the damaged one once it is there."""
    fresh = checkout.folder / _FRESH
    await asyncio.to_thread(shutil.rmtree, fresh, ignore_errors=True)
    commit = await _fetched(git, _FRESH)
    await asyncio.to_thread(shutil.rmtree, checkout.repository, ignore_errors=True)
    fresh.rename(checkout.repository)
    checkout.switch(await _laid_out(git, checkout, commit))
    return True


async def _fetched(git: Git, repository: str) -> str:
    """The full name of the remote's last commit, which is in that repository now."""
    there = f"--git-dir={repository}"
    if not (git.folder / repository).is_dir():
        await git.run("init", "--quiet", "--bare", "--template=", repository)
    await git.run(there, "config", "remote.origin.url", git.remote.url)
    await git.run(
        there, "fetch", "--quiet", "--force", "--no-tags", "--no-recurse-submodules", "--filter=blob:none",
        "--", "origin", f"+{_source(git.remote)}:{_TIP}",
    )  # fmt: skip
    try:
        await git.weigh()  # what came faster than it is watched
    except RemoteUnavailable:
        await asyncio.to_thread(shutil.rmtree, git.folder / repository, ignore_errors=True)
        raise
    return (await git.run(there, "rev-parse", "--verify", f"{_TIP}^{{commit}}")).strip()


async def _laid_out(git: Git, checkout: Checkout, commit: str) -> Path:
    """A folder with the files of that commit; nothing is left where that fails."""
    tree = checkout.new_tree(commit)
    try:
        await _fill(git, checkout, tree, commit)
    except BaseException:
        shutil.rmtree(tree, ignore_errors=True)
        raise
    return tree


async def _fill(git: Git, checkout: Checkout, tree: Path, commit: str) -> None:
    there, remote = f"--git-dir={REPOSITORY}", git.remote
    await git.run(there, "worktree", "prune")
    await git.run(there, "worktree", "add", "--no-checkout", "--detach", "--quiet", "--", str(tree), commit)
    only = _only(checkout, tree, remote.subfolder) if remote.subfolder else ()
    # One request for all contents that are missing; a checkout by path makes one for each.
    await git.run(*only, "-C", str(tree), "read-tree", "-m", "-u", "HEAD")
    await _remove_links(git, tree)
    await _keep_times(git, checkout, tree, commit)
    await git.weigh()
    if not (tree / remote.subfolder).is_dir():
        raise RemoteUnavailable(
            "The remote of {name} has no folder {folder!r} on this branch.",
            hint="Look at `subfolder` of collection {name}.",
            name=remote.name,
            folder=remote.subfolder,
        )


def _only(checkout: Checkout, tree: Path, subfolder: str) -> tuple[str, ...]:
    """What makes git lay out that folder alone."""
    patterns = checkout.repository / "worktrees" / tree.name / "info"
    patterns.mkdir(exist_ok=True)
    literal = _MAGIC.sub(lambda found: f"\\{found[0]}", subfolder.strip("/"))
    (patterns / "sparse-checkout").write_text(f"/{literal}/\n", encoding="utf-8")
    return ("-c", "core.sparseCheckout=true", "-c", "core.sparseCheckoutCone=false")


async def _remove_links(git: Git, tree: Path) -> None:
    """Links came as files with the path that they point to, which is no note."""
    listed = await git.run("-C", str(tree), "ls-tree", "-r", "-z", "HEAD")
    for entry in listed.split("\0"):
        kind, _, path = entry.partition("\t")
        if kind.startswith(_LINK):
            with suppress(FileNotFoundError, NotADirectoryError):
                (tree / path).unlink()


async def _keep_times(git: Git, checkout: Checkout, tree: Path, commit: str) -> None:
    """Files that are as they were look so, for then nobody reads them again."""
    before = checkout.commit()
    if not before or before == commit:
        return
    with suppress(RemoteUnavailable):  # the earlier commit is gone: then all are read
        told = await git.run(
            f"--git-dir={REPOSITORY}", "diff-tree", "-r", "-z", "--no-renames", "--name-only", before, commit
        )
        changed = frozenset(told.split("\0"))
        # Attributes change how files are laid out.
        if not any(path.endswith(".gitattributes") for path in changed):
            await asyncio.to_thread(checkout.keep_times, tree, changed)


def _source(remote: Remote) -> str:
    return f"refs/heads/{remote.branch}" if remote.branch else "HEAD"


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
