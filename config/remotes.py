"""What the values about a git remote must look like."""

from __future__ import annotations

import os
import re
import stat
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from config.checks import refusal
from config.location import is_file

if TYPE_CHECKING:
    from pathlib import Path

_SCP_ADDRESS = re.compile(r"(?:[\w.-]+@)?[A-Za-z0-9][\w.-]*:(?!:)[^\s]+")
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


def is_local_remote(address: str) -> bool:
    """Whether this names a repository on this machine by its path."""
    return bool(address.strip()) and "://" not in address and not re.match(r"[^/]*:", address)


def git_remote(address: str) -> str:
    """Where git clones from: https, ssh or a path, without a password that would be written down."""
    allowed = "https://HOST/REPOSITORY, ssh://HOST/REPOSITORY, git@HOST:REPOSITORY or a path, without a password"
    if not address.isprintable() or re.search(r"\s$|^[\s-]", address) or not _is_remote(address):
        raise refusal(allowed, found="another address")
    return address


def _is_remote(address: str) -> bool:
    if "://" not in address:
        return address.startswith("/") or bool(_SCP_ADDRESS.fullmatch(address))
    try:
        parts = urlsplit(address)
        usable = (parts.port or 1) > 0 and not parts.password
    except ValueError:
        return False
    host = parts.hostname or ""
    match parts.scheme:
        case "https":
            return usable and bool(host) and "@" not in parts.netloc
        case "http":  # nobody listens between this machine and itself
            return usable and host in _HERE and "@" not in parts.netloc
        case "ssh":
            return usable and bool(host) and not host.startswith("-") and not parts.netloc.startswith("-")
    return parts.scheme == "file" and parts.path.startswith("/")


def git_branch(name: str) -> str:
    """A branch's name as git takes it."""
    if re.search(r"[\s~^:?*\[\\\x00-\x1f\x7f]|\.\.|@\{|//|^[-/.]|[/.]$|\.lock$", name):
        raise refusal('the name of a branch, such as "main", without refs/heads/')
    return name


def subfolder(path: str) -> str:
    """A folder in a repository, with forward slashes."""
    parts = path.rstrip("/").split("/")
    if not path.isprintable() or "\\" in path or any(part in {"", ".", "..", ".git"} for part in parts):
        raise refusal('a folder of the repository, such as "docs/handbook"')
    return path.rstrip("/")


def key_file(path: str) -> str:
    """The file of a private key, which ssh takes only where nobody else can read it."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116 - the path may hold what pathlib refuses
    except (OSError, ValueError):
        raise refusal("the file of a private key", found=f'"{path}" (no such file)') from None
    if not os.access(path, os.R_OK) or not stat.S_ISREG(mode):
        raise refusal("the file of a private key that the bot may read")
    if mode & 0o077 and os.name == "posix":
        raise refusal("a file that its owner alone may read (chmod 600)", found=f'"{path}" (others may read it)')
    return path


def variable(name: str) -> str:
    """The name of an environment variable; what is none may be a secret and is not repeated."""
    if not re.fullmatch(r"[A-Z_][A-Z0-9_]*", name) or name.startswith(("FOOTNOTE_", "SLACK_")):
        raise refusal(
            "the name of a variable, such as HANDBOOK_TOKEN, that does not begin with FOOTNOTE_ or SLACK_",
            found="another text",
        )
    return name


def data_folder(path: Path) -> Path:
    """A path at which a folder is, or can be created."""
    if not path.is_absolute() or "\0" in str(path) or is_file(path):
        raise refusal("the path of a folder")
    return path
