"""An audit of collections, and two notes that it finds."""

from __future__ import annotations

from pathlib import Path

from knowledge.duplicates import Audit, AuditOptions, Auditor
from knowledge.store import SqliteStore
from tests.knowledge.duplicates.builders import at_cosine, direction, library, passage, put


async def audit(store: SqliteStore, root: Path, *names: str, **options: object) -> Audit:
    for name in names or ("handbook",):
        (root / name).mkdir(exist_ok=True)
    return await Auditor(library(root, *names), store).audit(AuditOptions(**options))  # type: ignore[arg-type]


def pairs(found: Audit) -> list[tuple[str, str]]:
    return [(cluster.members[0].ref.path, cluster.members[1].ref.path) for cluster in found.clusters]


async def alike(store: SqliteStore, left: str, right: str, seeds: range, *, cosine: float = 0.97) -> None:
    """Two notes of these passages, worded differently."""
    await put(store, left, [passage(seed) for seed in seeds], [direction(seed) for seed in seeds])
    await put(store, right, [passage(seed + 500) for seed in seeds], [at_cosine(seed, cosine) for seed in seeds])
