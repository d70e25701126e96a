"""Keywords: candidates by full text, and the counts that BM25 needs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from functools import partial

from knowledge.ports import TermCandidate, TermStatistics
from knowledge.store import statements
from knowledge.store.conditions import Condition
from knowledge.store.owners import ChunkOwners
from knowledge.store.postings import PostingLists
from knowledge.store.remembered import Remembered
from knowledge.store.scoping import documents_of

# A term is common when it is in more than this share of the chunks and in more than this many. Ranking by common
# terms is what takes the time, and hardly changes which chunks come first.
COMMON_SHARE = 0.2
COMMON_CHUNKS = 2_000
FREQUENCIES_KEPT = 32_768  # terms; about 4 MB
_AFTER_ALL_TERMS = "\U0010ffff"


class TermSearch:
    """Searches for terms, each a part of a read transaction, and what they remember. Thread-safe."""

    def __init__(self, memory_bytes: int) -> None:
        """`memory_bytes`: of the lists."""
        self._frequencies: Remembered[str, int] = Remembered(FREQUENCIES_KEPT)
        self._lists = PostingLists(memory_bytes)
        self._owners = ChunkOwners()

    @property
    def memory(self) -> int:
        """Bytes that the lists take now."""
        return self._lists.memory

    def statistics(self, connection: sqlite3.Connection, terms: Sequence[str]) -> TermStatistics:
        """Return the counts of the whole index for these terms."""
        summary = connection.execute(statements.SUMMARY).fetchone()
        chunks = summary["chunks"]
        counted = self._counted(connection, terms, summary["generation"])
        return TermStatistics(
            chunks=chunks,
            mean_length=summary["terms"] / chunks if chunks else 0.0,
            frequencies={term: frequency for term, frequency in counted.items() if frequency},
        )

    def candidates(
        self, connection: sqlite3.Connection, terms: Sequence[str], scope: Condition, limit: int
    ) -> list[TermCandidate]:
        """Return the best chunks of the scope by FTS5's own BM25.

        Where common terms chose no candidates and the rarer ones find nothing in the scope, all terms choose.
        """
        asked = [term for term in terms if term.strip()]
        if not asked or limit < 1:
            return []
        counts = self.statistics(connection, asked)
        documents = documents_of(connection, scope)
        inside = None if documents is None else partial(self._owners.within, connection, documents=documents)
        choosers = choosing_terms(counts.frequencies, counts.chunks)
        for chosen in (choosers, counts.frequencies) if choosers != counts.frequencies else (choosers,):
            best = partial(self._lists.best, connection, chosen, chunks=counts.chunks, limit=limit, inside=inside)
            while ids := best():
                found = _terms_of(connection, ids)
                gone = [chunk_id for chunk_id in ids if chunk_id not in found]
                if not gone:
                    return [TermCandidate(chunk_id=chunk_id, terms=found[chunk_id]) for chunk_id in ids]
                self._lists.pass_over(gone)
        return []

    def _counted(self, connection: sqlite3.Connection, terms: Sequence[str], generation: int) -> dict[str, int]:
        """In how many chunks each term is."""
        distinct = list(dict.fromkeys(terms))
        load = partial(_frequencies, connection)
        return self._frequencies.get(distinct, generation=generation, load=load)


def choosing_terms(frequencies: Mapping[str, int], chunks: int) -> Mapping[str, int]:
    """Return the terms that choose candidates: all but the common ones, or all where no rarer one exists."""
    common = max(COMMON_SHARE * chunks, COMMON_CHUNKS)
    return {term: frequency for term, frequency in frequencies.items() if frequency <= common} or frequencies


def vocabulary(connection: sqlite3.Connection, prefix: str) -> dict[str, int]:
    """Return each term with that prefix and the number of chunks that hold it."""
    return dict(map(tuple, connection.execute(statements.VOCABULARY, (prefix, prefix + _AFTER_ALL_TERMS))))


def _frequencies(connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
    counted = dict.fromkeys(terms, 0)
    counted.update(map(tuple, connection.execute(statements.FREQUENCIES, (json.dumps(terms),))))
    return counted


def _terms_of(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, str]:
    return dict(map(tuple, connection.execute(statements.TERMS_OF, (json.dumps(ids),))))
