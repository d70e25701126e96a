"""Which file is the configuration, the first of four places that has one; and where caches belong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from config.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE_NAME = "footnote.toml"
VARIABLE = "FOOTNOTE_CONFIG"


def find_config(config: Path | None, *, environ: Mapping[str, str], cwd: Path) -> Path:
    """The absolute path of the configuration file; SettingsError names the places if there is none.

    A file that was asked for, by `config` or by `$FOOTNOTE_CONFIG`, must exist: nothing stands in for it.
    Symbolic links are kept, so that relative paths count from where the link lies.
    """
    asked = {"--config": config, f"${VARIABLE}": environ.get(VARIABLE) or None}
    for name, path in asked.items():
        if path is not None:
            return _existing(absolute(path, cwd), name)
    places = (absolute(FILE_NAME, cwd), _user_folder(environ, "XDG_CONFIG_HOME", ".config") / "footnote" / FILE_NAME)
    for place in places:
        if is_file(place):
            return place
    looked = f"--config (not given), ${VARIABLE} (not set), {places[0]}, {places[1]}"
    raise SettingsError((f"No {FILE_NAME} found. Looked at: {looked}. `footnote init` writes one.",))


def cache_folder(name: str, *, environ: Mapping[str, str]) -> Path:
    """Where files are kept that can be made again: `$XDG_CACHE_HOME/footnote/NAME`, `~/.cache` if unset."""
    return _user_folder(environ, "XDG_CACHE_HOME", ".cache") / "footnote" / name


def absolute(path: str | Path, folder: Path) -> Path:
    """`path` seen from `folder`, with `~` and `..` resolved and symbolic links kept."""
    # pathlib has no counterpart that keeps links, and its expanduser raises for a user it does not know.
    return Path(os.path.abspath(folder / os.path.expanduser(path)))  # noqa: PTH100, PTH111 - as said above


def is_file(path: Path) -> bool:
    """Whether a file is there; False too where a folder above cannot be entered, for which pathlib raises."""
    return os.path.isfile(path)  # noqa: PTH113 - as the docstring says


def is_folder(path: Path) -> bool:
    """The same of a folder."""
    return os.path.isdir(path)  # noqa: PTH112 - as the docstring of is_file says


def _existing(path: Path, name: str) -> Path:
    if is_file(path):
        return path
    found = "a folder" if is_folder(path) else "no such file"
    raise SettingsError((f"{name}: {path}: found {found}, allowed: a {FILE_NAME}. `footnote init` writes one.",))


def _user_folder(environ: Mapping[str, str], variable: str, otherwise: str) -> Path:
    """What an XDG variable names, which counts only if absolute, or a folder in the home folder."""
    folder = Path(environ.get(variable, ""))
    return folder if folder.is_absolute() else absolute(environ.get("HOME") or "~", Path("/")) / otherwise
