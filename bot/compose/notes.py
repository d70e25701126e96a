"""The configured notes, and how they are cut."""

from __future__ import annotations

from pathlib import Path

from bot.compose.remotes import checkout_of
from config.collections import CollectionSettings
from config.settings import Settings
from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library


def library_of(settings: Settings) -> Library:
    """The configured collections."""
    return Library(collections=tuple(_collection(one, settings.git.path) for one in settings.collections))


def _collection(settings: CollectionSettings, clones: Path) -> Collection:
    """One configured collection; `clones` is where those of git remotes lie."""
    checkout = checkout_of(settings, clones)
    return Collection(
        name=settings.name,
        root=checkout.root(settings.subfolder) if settings.git else settings.path,
        commit=checkout.commit,
        include=settings.include,
        exclude=settings.exclude,
        url=settings.url,
        default=settings.default,
        channels=frozenset(settings.channels),
        users=frozenset(settings.users),
        workspaces=frozenset(settings.workspaces),
        min_score=settings.min_score,
    )


def chunking_of(settings: Settings) -> ChunkingOptions:
    """How notes are cut."""
    return ChunkingOptions(
        strategy=settings.index.chunking,
        target_tokens=settings.index.chunk_tokens,
        max_tokens=settings.index.chunk_max_tokens,
        overlap=settings.index.chunk_overlap,
    )
