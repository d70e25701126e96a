"""Where the notes' chunks, terms and vectors are kept: SQLite with FTS5 and sqlite-vec."""

from knowledge.store.sqlite import SqliteStore

__all__ = ["SqliteStore"]
