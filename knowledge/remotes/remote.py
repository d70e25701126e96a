"""Where the notes of a collection come from, and how much bringing them may take."""

from __future__ import annotations

from dataclasses import dataclass, field

_SCHEMES = ("https", "http", "ssh", "file")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remote:
    """A git repository, one branch of it and one folder in it; `name` is the collection's."""

    name: str
    url: str
    branch: str = ""  # empty: the one that the remote names as its own
    subfolder: str = ""  # POSIX, relative; empty: the whole repository
    key: str = ""  # the file of a private key, for ssh
    token: str = field(default="", repr=False)  # for https; TOKEN, or USER:TOKEN where the server wants a name
    variable: str = ""  # where the token was looked for, for sentences

    @property
    def scheme(self) -> str:
        """`https`, `http`, `ssh` or `file`: what git must use, and nothing besides."""
        scheme, separator, _ = self.url.partition("://")
        if separator:
            return scheme if scheme in _SCHEMES else ""
        return "file" if self.url.startswith("/") else "ssh"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What one run of git may take: seconds, and bytes on disk for everything of one remote."""

    seconds: float = 300.0
    size: int = 2_000_000_000
