"""The SQLite store keeps the contract of stores."""

from __future__ import annotations

from tests.knowledge.store.contract import StoreContract


class TestSqliteStore(StoreContract):
    """Nothing of its own."""
