"""The index in PostgreSQL: the same port as the SQLite store, with pgvector and a GIN index of our own terms."""

from knowledge.store.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
