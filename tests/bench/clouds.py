"""Vectors made for measuring, and an index of them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import numpy as np
import sqlite_vec

from knowledge.ports import Matrix
from knowledge.store import SqliteStore
from knowledge.store.connection import choose_driver
from knowledge.store.matching import joined
from knowledge.store.schema import vector_table
from knowledge.text import readings

DIMENSION = 384
QUESTIONS = 30
A_DOCUMENT = 10  # chunks
A_GROUP = 50  # vectors, or so
COLLECTIONS = ("even", "odd")  # in turns

_DOCUMENT = """
INSERT INTO documents (id, collection, path, title, author, author_words, tags, size, mtime_ns, content_hash)
VALUES (?, ?, ?, ?, '', '', '[]', 1, 1, ?)
"""
_CHUNK = """
INSERT INTO chunks (id, document_id, position, content_hash, embedded, length, first_line, last_line, heading_path,
    header, text, plain)
VALUES (?, ?, ?, ?, 1, ?, 1, 1, '[]', '', ?, ?)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A chunk's text and the terms that it is found by."""

    text: str = "text"
    terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cloud:
    """Vectors and questions, rows of length one."""

    vectors: Matrix
    questions: Matrix


def cloud(count: int, *, questions: int = QUESTIONS) -> Cloud:
    """Vectors as the embedded model's of real notes are: in groups about one direction (their mean is .8 long).

    They reach further along some directions than along others, along the k-th by k ** -.45.
    """
    random = np.random.default_rng(count)
    widths = np.arange(1, DIMENSION + 1, dtype=np.float32) ** -0.45
    turned, _ = np.linalg.qr(random.standard_normal((DIMENSION, DIMENSION)))
    groups = random.standard_normal((max(1, count // A_GROUP), DIMENSION), dtype=np.float32)
    every = random.standard_normal((count + questions, DIMENSION), dtype=np.float32)
    every += groups[random.integers(0, len(groups), len(every))]
    every *= widths
    every = every @ turned.astype(np.float32)
    common = random.standard_normal(DIMENSION, dtype=np.float32)
    every += common * np.float32(4 / 3 * np.sqrt(2) * np.linalg.norm(widths) / np.linalg.norm(common))
    every /= np.linalg.norm(every, axis=1, keepdims=True)
    return Cloud(vectors=every[:count], questions=every[count:])


async def write_index(
    database: Path, vectors: Matrix, pieces: Iterable[Piece] = repeat(Piece()), *, model: str = "made"
) -> None:
    """An index whose chunk n + 1 has row n; ten chunks a note, every second note in the other collection."""
    await (await SqliteStore.open(database, readings=readings)).close()
    documents = range(1, 2 + (len(vectors) - 1) // A_DOCUMENT)
    driver = choose_driver(vectors=True)
    with closing(driver.connect(str(database), isolation_level=None)) as connection:
        connection.enable_load_extension(True)
        sqlite_vec.load(connection)
        connection.execute("BEGIN")
        connection.execute(vector_table(DIMENSION))
        connection.execute("UPDATE summary SET model = ?, dimension = ?, generation = 1", (model, DIMENSION))
        connection.executemany(
            _DOCUMENT, ((each, COLLECTIONS[each % 2], f"{each}.md", f"Note {each}", str(each)) for each in documents)
        )
        for row, (vector, piece) in enumerate(zip(vectors, pieces, strict=False)):
            place = (row // A_DOCUMENT + 1, row % A_DOCUMENT)
            content = (len(piece.terms), piece.text, piece.text)
            digest = hashlib.sha256(str(row).encode()).hexdigest()
            connection.execute(_CHUNK, (row + 1, *place, digest, *content))
            connection.execute("INSERT INTO chunk_terms (rowid, terms) VALUES (?, ?)", (row + 1, joined(piece.terms)))
            connection.execute("INSERT INTO vectors (rowid, embedding) VALUES (?, ?)", (row + 1, vector.tobytes()))
        connection.execute("COMMIT")
