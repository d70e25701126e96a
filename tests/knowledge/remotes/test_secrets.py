"""Tokens and keys reach the server, and nothing else."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.errors import RemoteUnavailable, RemoteUnreachable
from knowledge.remotes import Checkout, Remote, pull
from tests.knowledge.remotes.conftest import BOUNDS
from tests.knowledge.remotes.repositories import Upstream
from tests.knowledge.remotes.server import GitServer

TOKEN = "hush-hush-token"


@pytest.fixture
async def server(upstream: Upstream) -> AsyncIterator[GitServer]:
    async with GitServer(upstream.folder.parent, TOKEN) as running:
        yield running


@pytest.fixture
def guarded(remote: Remote, server: GitServer) -> Remote:
    return replace(remote, url=f"{server.url}/upstream/.git", token=TOKEN, variable="HANDBOOK_TOKEN")


@pytest.fixture
def arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with the arguments of every git that is started."""
    told, program = tmp_path / "arguments", tmp_path / "bin" / "git"
    program.parent.mkdir()
    git = next(path for path in map(Path, os.environ["PATH"].split(":")) if (path / "git").exists())
    program.write_text(f'#!/bin/sh\necho "$@" >> {told}\nexec {git}/git "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return told


def written(folder: Path) -> str:
    """Everything in the files of a folder, or in one file."""
    files = [path for path in (folder, *folder.rglob("*")) if path.is_file()]
    assert files
    return "".join(path.read_text(errors="replace") for path in files)


@pytest.mark.promise("a-token-of-a-remote-shows-nowhere")
async def test_a_token_opens_the_remote_and_stands_in_no_file_or_argument(
    guarded: Remote, server: GitServer, checkout: Checkout, arguments: Path
) -> None:
    assert await pull(guarded, checkout, BOUNDS)
    assert checkout.root("").joinpath("tea.md").is_file()
    sent = server.asked[0].headers["Authorization"].removeprefix("Basic ")
    for secret in (TOKEN, sent):
        assert secret not in written(checkout.folder) + written(arguments) + repr(guarded)


@pytest.mark.promise("a-token-of-a-remote-shows-nowhere")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"token": "wrong"}, "does not accept the token in HANDBOOK_TOKEN"),
        ({"token": ""}, "wants a token"),
        ({"token": "", "variable": ""}, "name it `token_variable`"),
    ],
)
async def test_without_the_right_token_the_fix_is_named(
    guarded: Remote, checkout: Checkout, changes: dict[str, str], sentence: str
) -> None:
    with pytest.raises(RemoteUnavailable) as caught:
        await pull(replace(guarded, **changes), checkout, BOUNDS)
    told = f"{caught.value} {caught.value.hint}"
    assert sentence in told
    assert "wrong" not in told + written(checkout.folder)


@pytest.mark.promise("a-token-of-a-remote-shows-nowhere")
async def test_a_server_that_sends_elsewhere_gets_no_token_there(
    guarded: Remote, server: GitServer, checkout: Checkout, upstream: Upstream
) -> None:
    async with GitServer(upstream.folder.parent, TOKEN) as other:
        server.redirect = other.url
        with pytest.raises(RemoteUnavailable, match="sends to another address"):
            await pull(guarded, checkout, BOUNDS)
        assert other.asked == []


async def test_a_repository_that_the_server_has_not_got_and_a_server_that_is_gone(
    guarded: Remote, server: GitServer, checkout: Checkout
) -> None:
    with pytest.raises(RemoteUnavailable, match="no repository at the remote"):
        await pull(replace(guarded, url=f"{server.url}/nothing"), checkout, BOUNDS)
    with pytest.raises(RemoteUnreachable, match="cannot be reached"):
        await pull(replace(guarded, url="http://127.0.0.1:9/x"), checkout, BOUNDS)


@pytest.mark.promise("a-token-of-a-remote-shows-nowhere")
async def test_a_deploy_key_is_the_only_one_that_ssh_offers_and_no_other_secret_goes_along(
    remote: Remote, checkout: Checkout, upstream: Upstream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, program = tmp_path / "told", tmp_path / "bin" / "ssh"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> {told}\nenv >> {told}\nfor last; do :; done\nexec sh -c "$last"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-hush")
    key = tmp_path / "a key; touch x"
    assert await pull(replace(remote, url=f"git@host.example:{upstream.folder}", key=str(key)), checkout, BOUNDS)
    said = told.read_text()
    assert f"-o BatchMode=yes -o ConnectTimeout=30 -i {key} -o IdentitiesOnly=yes" in said
    assert "git@host.example" in said
    assert "xoxb-hush" not in said


async def test_an_ssh_server_that_nobody_compared_is_not_trusted(
    remote: Remote, checkout: Checkout, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bin" / "ssh"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\necho "Host key verification failed." >&2\nexit 255\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    with pytest.raises(RemoteUnavailable, match="is not known on this machine"):
        await pull(replace(remote, url="ssh://git@host.example/x.git"), checkout, BOUNDS)
