"""Keywords: candidates by full text, and the counts that BM25 needs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Hashable, Sequence
from functools import partial

from knowledge.ports import TermCandidates, TermStatistics
from knowledge.store import search_statements, statements
from knowledge.store.blocks import Ids
from knowledge.store.by_chunk import ByChunk, among, documents_after, lengths_after
from knowledge.store.choosing import Scores, best_of, choosing_terms, columns, scores_by
from knowledge.store.conditions import Condition
from knowledge.store.places import ChunkPlaces
from knowledge.store.postings import PostingLists
from knowledge.store.remembered import Remembered
from knowledge.store.scoping import documents_of

FREQUENCIES_KEPT = 32_768  # terms; about 4 MB
_AFTER_ALL_TERMS = "\U0010ffff"


class TermSearch:
    """Searches for terms, each a part of a read transaction, and what they remember. Thread-safe."""

    def __init__(self, memory_bytes: int, places: ChunkPlaces) -> None:
        """`memory_bytes`: of the lists."""
        self._frequencies: Remembered[str, int] = Remembered(FREQUENCIES_KEPT)
        self._lists = PostingLists(memory_bytes)
        self._documents = ByChunk(documents_after)
        self._lengths = ByChunk(lengths_after)
        self._places = places

    def statistics(self, connection: sqlite3.Connection, terms: Sequence[str]) -> TermStatistics:
        """Return the counts of the whole index for these terms."""
        summary = connection.execute(statements.SUMMARY).fetchone()
        chunks = summary["chunks"]
        counted = self._counted(connection, terms, summary["generation"])
        return TermStatistics(
            chunks=chunks,
            mean_length=summary["terms"] / chunks if chunks else 0.0,
            frequencies={term: frequency for term, frequency in counted.items() if frequency},
            notes=connection.execute(statements.NOTES_COUNTED).fetchone()[0],
            generation=summary["generation"],
        )

    def candidates(
        self, connection: sqlite3.Connection, terms: Sequence[str], scope: Condition, limit: int
    ) -> TermCandidates:
        """Return the best chunks of the scope by FTS5's own BM25.

        Where common terms chose no candidates and the rarer ones find nothing in the scope, all terms choose.
        """
        statistics = self.statistics(connection, terms)
        if not statistics.frequencies or limit < 1:
            return TermCandidates.none(terms)
        horizon = int(connection.execute(search_statements.LAST_CHUNK).fetchone()[0] or 0)
        lists = {term: self._lists.of(connection, term, horizon) for term in statistics.frequencies}
        lengths = self._lengths.up_to(connection, horizon)[: horizon + 1]
        documents = documents_of(connection, scope)
        choosers = choosing_terms(statistics.frequencies, statistics.chunks)
        for chosen in (choosers, statistics.frequencies) if len(choosers) < len(lists) else (choosers,):
            scores = scores_by({term: lists[term] for term in chosen}, lengths, statistics)
            ids = self._best(connection, scores, documents, limit=limit, generation=statistics.generation)
            if len(ids):
                return columns(ids, lists, terms, lengths)
        return TermCandidates.none(terms)

    def _best(
        self,
        connection: sqlite3.Connection,
        scores: Scores,
        documents: Ids | None,
        *,
        limit: int,
        generation: Hashable,
    ) -> Ids:
        """The best of the chunks with a score, without those that are gone or outside the documents."""
        scores[[chunk_id for chunk_id in self._lists.gone if chunk_id < len(scores)]] = 0
        if documents is not None:
            owners = self._documents.up_to(connection, len(scores) - 1)[: len(scores)]
            scores[~among(owners, documents)] = 0
        while True:
            ids = best_of(scores, limit)
            gone = self._places.gone(connection, ids, generation)
            if not len(gone):
                return ids
            self._lists.pass_over(gone.tolist())
            scores[gone] = 0

    def _counted(self, connection: sqlite3.Connection, terms: Sequence[str], generation: int) -> dict[str, int]:
        """In how many chunks each term is."""
        distinct = list(dict.fromkeys(terms))
        load = partial(_frequencies, connection)
        return self._frequencies.get(distinct, generation=generation, load=load)


def vocabulary(connection: sqlite3.Connection, prefix: str) -> dict[str, int]:
    """Return each term with that prefix and the number of chunks that hold it."""
    return dict(map(tuple, connection.execute(search_statements.VOCABULARY, (prefix, prefix + _AFTER_ALL_TERMS))))


def _frequencies(connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
    counted = dict.fromkeys(terms, 0)
    counted.update(map(tuple, connection.execute(search_statements.FREQUENCIES, (json.dumps(terms),))))
    return counted
