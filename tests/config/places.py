"""A folder with a configuration file, and the settings or the error lines it leads to."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.errors import SettingsError
from config.loading import load_settings
from config.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """`toml` and `dotenv` are written as given; the environment is what a test passes, never the real one."""

    folder: Path

    @property
    def file(self) -> Path:
        return self.folder / "footnote.toml"

    def write(self, toml: str = "", *, dotenv: str | None = None) -> "Place":
        self.file.write_text(toml, encoding="utf-8")
        if dotenv is not None:
            (self.folder / ".env").write_text(dotenv, encoding="utf-8")
        return self

    def load(self, environ: Mapping[str, str] | None = None, **overrides: object) -> Settings:
        flags = {name.replace("__", "."): value for name, value in overrides.items()}
        return load_settings(config=self.file, overrides=flags, environ=environ or {}, cwd=self.folder)

    def lines(self, environ: Mapping[str, str] | None = None, **overrides: object) -> tuple[str, ...]:
        with pytest.raises(SettingsError) as caught:
            self.load(environ, **overrides)
        return caught.value.lines

    def line(self, environ: Mapping[str, str] | None = None, **overrides: object) -> str:
        """The one line there is, without the name of the folder."""
        (line,) = self.lines(environ, **overrides)
        return line.replace(f"{self.folder}/", "")
