"""The same index searched with each library's own plain query, without Footnote."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import numpy.typing as npt
import sqlite_vec
from rank_bm25 import BM25Okapi

from knowledge.ports import Vector
from knowledge.store.connection import choose_driver

TERMS = "SELECT rowid, terms FROM chunk_terms ORDER BY rowid"
BY_WORDS = "SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ? ORDER BY rank LIMIT ?"
BY_MEANING = "SELECT rowid, distance FROM vectors WHERE embedding MATCH ? AND k = ? ORDER BY distance"
VECTORS = "SELECT rowid, embedding FROM vectors ORDER BY rowid"
TEXTS = "SELECT plain FROM chunks ORDER BY content_hash LIMIT ?"  # by hash: a sample of all notes
TEXT_BYTES = "SELECT sum(length(CAST(text AS BLOB))) FROM chunks"


class PlainIndex:
    """An index file, read by its own connection."""

    def __init__(self, database: Path) -> None:
        driver = choose_driver(vectors=True)
        self._connection: sqlite3.Connection = driver.connect(f"{database.as_uri()}?mode=ro", uri=True)
        self._connection.enable_load_extension(True)
        sqlite_vec.load(self._connection)
        self._connection.enable_load_extension(False)

    def close(self) -> None:
        self._connection.close()

    def fts5(self, terms: Sequence[str], limit: int) -> list[int]:
        """Chunk ids in the order of FTS5's own rank."""
        expression = " OR ".join('"{}"'.format(term.replace('"', '""')) for term in terms)
        return [row[0] for row in self._connection.execute(BY_WORDS, (expression, limit))] if terms else []

    def sqlite_vec(self, vector: Vector, limit: int) -> list[int]:
        """Chunk ids in the order of sqlite-vec's own search."""
        return [row[0] for row in self._connection.execute(BY_MEANING, (vector.tobytes(), limit))]

    def vectors(self) -> list[tuple[int, bytes]]:
        """Every chunk id with its vector."""
        return [(row[0], row[1]) for row in self._connection.execute(VECTORS)]

    def neighbours(self, embedding: bytes, limit: int) -> list[tuple[int, float]]:
        """Chunk ids and cosines in the order of sqlite-vec's own search."""
        return [(row[0], 1 - row[1]) for row in self._connection.execute(BY_MEANING, (embedding, limit))]

    def terms(self) -> dict[int, list[str]]:
        """Every chunk's terms."""
        return {row[0]: row[1].split(" ") for row in self._connection.execute(TERMS)}

    def text_bytes(self) -> int:
        """What the chunks' texts alone take, in UTF-8."""
        return int(self._connection.execute(TEXT_BYTES).fetchone()[0] or 0)

    def texts(self, count: int) -> list[str]:
        """Texts of chunks from all over the notes."""
        return [row[0] for row in self._connection.execute(TEXTS, (count,))]


class RankBM25:
    """rank-bm25's Okapi over everything, as its manual uses it."""

    def __init__(self, corpus: Mapping[int, Sequence[str]]) -> None:
        self._ids = list(corpus)
        self._scores = BM25Okapi(list(corpus.values()))

    def scores(self, terms: Sequence[str]) -> npt.NDArray[np.float64]:
        """The score of every chunk, by position."""
        scores: npt.NDArray[np.float64] = self._scores.get_scores(list(terms))
        return scores

    def best(self, terms: Sequence[str], limit: int) -> list[int]:
        """Chunk ids, best first, ties by position; those that share no term are left out."""
        scores = self.scores(terms)
        order = np.argsort(-scores, kind="stable")[:limit]
        return [self._ids[int(position)] for position in order if scores[position] > 0]

    def by_id(self, terms: Sequence[str]) -> dict[int, float]:
        """The score of every chunk that has one."""
        return {each: float(score) for each, score in zip(self._ids, self.scores(terms), strict=True) if score > 0}


def agreement(ours: Sequence[int], scores: Mapping[int, float], depth: int) -> float:
    """Share of our best `depth` that belong to the best by these scores; equal scores may swap places."""
    expected = sorted(scores.values(), reverse=True)[:depth]
    if not expected:
        return float(not ours)
    worst = expected[-1] - 1e-9
    return sum(scores.get(each, 0.0) >= worst for each in ours[:depth]) / len(expected)


def database_bytes(database: Path) -> int:
    """The file's size, with everything that was written moved into it."""
    driver = choose_driver(vectors=False)
    with closing(driver.connect(str(database))) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return database.stat().st_size
