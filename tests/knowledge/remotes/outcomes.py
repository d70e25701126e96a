"""What a pull left behind, and what it said."""

from __future__ import annotations

import pytest

from knowledge.errors import RemoteUnavailable
from knowledge.remotes import Bounds, Checkout, Remote, pull
from tests.knowledge.remotes.conftest import BOUNDS


def notes(checkout: Checkout, subfolder: str = "") -> dict[str, str]:
    """The text of each note, by its path."""
    root = checkout.root(subfolder)
    return {path.relative_to(root).as_posix(): path.read_text() for path in sorted(root.rglob("*.md"))}


async def problem(remote: Remote, checkout: Checkout, bounds: Bounds = BOUNDS) -> RemoteUnavailable:
    """The error of a pull that must fail."""
    with pytest.raises(RemoteUnavailable) as caught:
        await pull(remote, checkout, bounds)
    return caught.value
