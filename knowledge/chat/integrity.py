"""Looks for what the malicious LiteLLM releases 1.82.7 and 1.82.8 left behind: code that runs at every start."""

from __future__ import annotations

import site
from collections.abc import Iterable
from pathlib import Path


def planted_start_files(folders: Iterable[Path] | None = None) -> tuple[Path, ...]:
    """Return the `litellm*.pth` files in the site-packages folders; a sound installation has none."""
    if folders is None:
        folders = [Path(folder) for folder in {*site.getsitepackages(), site.getusersitepackages()}]
    return tuple(sorted(path for folder in folders for path in folder.glob("litellm*.pth")))
