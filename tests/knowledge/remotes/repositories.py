"""Real git repositories on disk, and what people do to them."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """A repository that others push to; `folder` is its working tree."""

    folder: Path

    @classmethod
    def new(cls, folder: Path) -> Upstream:
        folder.mkdir(parents=True)
        upstream = cls(folder=folder)
        upstream.git("init", "--quiet", "--initial-branch=main")
        upstream.git("config", "uploadpack.allowFilter", "true")
        upstream.git("config", "uploadpack.allowAnySHA1InWant", "true")
        return upstream

    def git(self, *arguments: str, author: str = "Ann Lee") -> str:
        address = f"{author.partition(' ')[0].lower()}@example.org"
        identity = ("-c", f"user.name={author}", "-c", f"user.email={address}", "-c", "commit.gpgsign=false")
        environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(
            ("git", *identity, *arguments),
            cwd=self.folder,
            env=environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout.strip()

    def write(self, path: str, text: str) -> None:
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def commit(self, *, author: str = "Ann Lee", amend: bool = False, **notes: str) -> str:
        """Write `notes` (name without `.md` to text) and commit everything; returns the commit's full name."""
        for name, text in notes.items():
            self.write(f"{name}.md", text)
        self.git("add", "--all")
        more = ("--amend",) if amend else ()
        self.git("commit", "--quiet", "--allow-empty", "--message=change", *more, author=author)
        return self.git("rev-parse", "HEAD")
