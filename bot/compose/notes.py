"""The configured notes, and how they are cut."""

from __future__ import annotations

from config.sections import CollectionSettings
from config.settings import Settings
from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library


def library_of(settings: Settings) -> Library:
    """The configured collections."""
    return Library(collections=tuple(collection_of(one) for one in settings.collections))


def collection_of(settings: CollectionSettings) -> Collection:
    """One configured collection."""
    return Collection(
        name=settings.name,
        root=settings.path,
        include=settings.include,
        exclude=settings.exclude,
        url=settings.url,
        default=settings.default,
        channels=frozenset(settings.channels),
        users=frozenset(settings.users),
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
