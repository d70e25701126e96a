"""The git remotes that the settings name, with what opens them."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from config.collections import CollectionSettings
from config.settings import Settings
from knowledge.remotes import Bounds, Checkout, Remote, Source


def sources_of(settings: Settings) -> tuple[Source, ...]:
    """Every collection whose notes come from git. Tokens are looked for in the environment now."""
    bounds = Bounds(seconds=settings.git.timeout_seconds, size=settings.git.max_megabytes * 1_000_000)
    return tuple(
        Source(remote=remote_of(one), checkout=checkout_of(one, settings.git.path), bounds=bounds)
        for one in settings.collections
        if one.git
    )


def remote_of(settings: CollectionSettings) -> Remote:
    """Where the notes of this collection come from."""
    return Remote(
        name=settings.name,
        url=settings.git,
        branch=settings.branch,
        subfolder=settings.subfolder,
        key=settings.deploy_key,
        token=os.environ.get(settings.token_variable, "").strip() if settings.token_variable else "",
        variable=settings.token_variable,
    )


def checkout_of(settings: CollectionSettings, clones: Path) -> Checkout:
    """Where they lie on this machine: a folder whose name tells the collection, whatever that is called."""
    readable = re.sub(r"[^a-z0-9]+", "-", settings.name.casefold()).strip("-")[:40]
    digest = hashlib.sha256(settings.name.encode()).hexdigest()[:8]
    return Checkout(folder=clones / "-".join(filter(None, (readable, digest))))
