"""The PostgreSQL store keeps the contract of stores."""

from __future__ import annotations

from tests.knowledge.store.contract import StoreContract
from tests.knowledge.store.snapshots import SnapshotContract


class TestPostgresStore(StoreContract):
    """Nothing of its own."""


class TestPostgresSnapshots(SnapshotContract):
    """Nothing of its own."""
