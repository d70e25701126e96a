"""Other searches by keywords, as their manuals use them. All but rank-bm25 only where they are installed."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol

from tests.bench.peers import RankBM25

Corpus = Mapping[int, Sequence[str]]  # chunk id to its terms


class Peer(Protocol):
    """A corpus of terms, in memory."""

    def best(self, terms: Sequence[str], limit: int) -> list[int]:
        """Chunk ids, best first."""
        ...


class BM25s:
    """Scores worked out beforehand, in sparse matrices."""

    def __init__(self, corpus: Corpus) -> None:
        bm25s: Any = importlib.import_module("bm25s")
        self._ids = list(corpus)
        self._index = bm25s.BM25(method="robertson")
        self._index.index(list(map(list, corpus.values())), show_progress=False)

    def best(self, terms: Sequence[str], limit: int) -> list[int]:
        found, _ = self._index.retrieve([list(terms)], k=min(limit, len(self._ids)), show_progress=False)
        return [self._ids[int(at)] for at in found[0]]


class Tantivy:
    """A search engine in Rust, its index in memory."""

    def __init__(self, corpus: Corpus) -> None:
        self._tantivy: Any = importlib.import_module("tantivy")
        builder = self._tantivy.SchemaBuilder().add_integer_field("id", stored=True)
        self._schema = builder.add_text_field("terms", tokenizer_name="whitespace").build()
        self._index = self._tantivy.Index(self._schema)
        writer = self._index.writer()
        for chunk_id, terms in corpus.items():
            writer.add_document(self._tantivy.Document(id=chunk_id, terms=" ".join(terms)))
        writer.commit()
        self._index.reload()

    def best(self, terms: Sequence[str], limit: int) -> list[int]:
        query, either = self._tantivy.Query, self._tantivy.Occur.Should
        any_of = query.boolean_query([(either, query.term_query(self._schema, "terms", term)) for term in terms])
        searcher = self._index.searcher()
        return [searcher.doc(place)["id"][0] for _, place in searcher.search(any_of, limit).hits]


RANK_BM25 = "rank-bm25 over all chunks"


def peers() -> dict[str, Callable[[Corpus], Peer]]:
    """Those that are here, by name."""
    here: dict[str, Callable[[Corpus], Peer]] = {RANK_BM25: RankBM25}
    if find_spec("bm25s"):
        here["bm25s"] = BM25s
    if find_spec("tantivy"):
        here["tantivy"] = Tantivy
    return here
