"""A database of words, and its migrations."""

from __future__ import annotations

import sqlite3

from knowledge.store.migrations import Migration

ONE = Migration(number=1, name="words", statements=("CREATE TABLE words (word TEXT)",))
TWO = Migration(number=2, name="lengths", statements=("ALTER TABLE words ADD COLUMN length INTEGER",))


def add(word: str) -> object:
    return lambda connection: connection.execute("INSERT INTO words (word) VALUES (?)", (word,))


def words(connection: sqlite3.Connection) -> list[str]:
    return [row["word"] for row in connection.execute("SELECT word FROM words ORDER BY rowid")]
