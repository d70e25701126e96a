"""What every run of git is told: nothing of the machine's or of the remote's own settings may steer it.

Secrets go through the environment alone, which only the same user can read; arguments, files and remotes' addresses
hold none.
"""

from __future__ import annotations

import base64
import os
import shlex
from collections.abc import Iterator, Mapping

from knowledge.remotes.remote import Remote

# What a proxy, a key agent and the programs themselves need. Everything else, other secrets too, stays behind.
_PASSED = frozenset(
    {"PATH", "HOME", "TMPDIR", "SSH_AUTH_SOCK", "SSL_CERT_FILE", "SSL_CERT_DIR"}
    | {f"{name}_proxy" for name in ("http", "https", "all", "no")}
    | {f"{name}_PROXY" for name in ("HTTP", "HTTPS", "ALL", "NO")}
)
_NOWHERE = os.devnull
_SETTINGS: Mapping[str, str] = {
    # Neither hooks, filters, helpers nor monitors: no file of the repository names a program that runs.
    "core.hooksPath": _NOWHERE,
    "core.attributesFile": _NOWHERE,
    "core.excludesFile": _NOWHERE,
    "core.fsmonitor": "false",
    "credential.helper": "",
    # A link comes as a small file, which is removed: nothing points out of the folder.
    "core.symlinks": "false",
    "core.autocrlf": "false",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "false",
    # A server that sends elsewhere would get the token there.
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1",
    "http.lowSpeedTime": "60",
    "gc.autoDetach": "false",
    "protocol.allow": "never",
}


def options(remote: Remote) -> Iterator[str]:
    """The arguments before the command."""
    yield "--no-pager"
    for name, value in {**_SETTINGS, f"protocol.{remote.scheme}.allow": "always"}.items():
        yield from ("-c", f"{name}={value}")


def environment(remote: Remote) -> dict[str, str]:
    """The whole environment of the program."""
    passed = {name: value for name, value in os.environ.items() if name in _PASSED}
    ours = {
        "LC_ALL": "C",  # sentences are told from git's English words
        "GIT_CONFIG_GLOBAL": _NOWHERE,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_LFS_SKIP_SMUDGE": "1",
        "GIT_ALLOW_PROTOCOL": remote.scheme,
        "GIT_SSH_COMMAND": _ssh(remote.key),
    }
    if certificates := passed.get("SSL_CERT_FILE"):
        ours["GIT_SSL_CAINFO"] = certificates
    return {**passed, **ours, **_token(remote)}


def _ssh(key: str) -> str:
    """The ssh that never asks, and leaves none behind for later calls; with a key of its own it offers no other."""
    identity = ("-i", key, "-o", "IdentitiesOnly=yes") if key else ()
    return shlex.join(("ssh", "-o", "ControlMaster=no", "-o", "BatchMode=yes", "-o", "ConnectTimeout=30", *identity))


def _token(remote: Remote) -> dict[str, str]:
    if not remote.token or remote.scheme not in {"https", "http"}:
        return {}
    # GitHub, GitLab and Gitea take any name beside a token; others are told theirs as USER:TOKEN.
    pair = remote.token if ":" in remote.token else f"x-access-token:{remote.token}"
    header = f"Authorization: Basic {base64.b64encode(pair.encode()).decode()}"
    return {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "http.extraHeader", "GIT_CONFIG_VALUE_0": header}
