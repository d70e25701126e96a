"""Notes, candidates and a scripted chat model for the answering tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

from knowledge.answering.answerer import Answerer
from knowledge.answering.evidence import Evidence, gather
from knowledge.ports import ChatRequest, TermStatistics
from knowledge.text import index_terms
from knowledge.types import Candidate, Contribution, NoteRef, StoredChunk

COMMON = 50  # of 100 chunks
TODAY = datetime(2026, 11, 2, tzinfo=UTC)


class WordTokenizer:
    """Every run without spaces is a token."""

    def count(self, text: str) -> int:
        return len(self.offsets(text))

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        spans, start = [], 0
        for word in text.split():
            start = text.index(word, start)
            spans.append((start, start + len(word)))
            start += len(word)
        return spans


class ScriptedChat:
    """Yields its pieces, then raises the failure, if any; keeps the requests and whether the stream was closed."""

    model = "scripted"

    def __init__(self, *pieces: str, failure: Exception | None = None) -> None:
        self._pieces, self._failure = pieces, failure
        self.requests: list[ChatRequest] = []
        self.closed = False

    async def stream(self, request: ChatRequest) -> AsyncIterator[str]:
        self.requests.append(request)
        try:
            for piece in self._pieces:
                yield piece
            if self._failure is not None:
                raise self._failure
        finally:
            self.closed = True

    async def complete(self, request: ChatRequest) -> str:
        raise AssertionError("An answer is always streamed.")


_ids = iter(range(1, 1_000_000))


def chunk(
    text: str,
    *,
    path: str = "vacation.md",
    title: str = "Vacation",
    headings: Sequence[str] = ("Vacation",),
    position: int = 0,
    line: int = 1,
    header: str = "",
    updated: datetime | None = datetime(2026, 2, 3, tzinfo=UTC),
) -> StoredChunk:
    return StoredChunk(
        id=next(_ids),
        ref=NoteRef(collection="handbook", path=path),
        title=title,
        position=position,
        text=text,
        plain=text,
        lines=(line, line + text.count("\n")),
        heading_path=tuple(headings),
        header=header,
        updated=updated,
        note_hash="revision-1",
    )


def candidates(*chunks: StoredChunk, cosine: float | None = 0.8) -> list[Candidate]:
    """Best first; the best one has this cosine, each further one .01 less."""
    return [
        Candidate(
            chunk=one,
            score=1 / (60 + rank),
            contributions=()
            if cosine is None
            else (Contribution(source="dense", rank=rank, score=cosine - rank / 100 + 0.01, share=1 / (60 + rank)),),
        )
        for rank, one in enumerate(chunks, start=1)
    ]


def evidence_of(*chunks: StoredChunk, context_tokens: int = 3_000, limit: int = 8) -> Evidence:
    return gather(candidates(*chunks), {}, tokenizer=WordTokenizer(), context_tokens=context_tokens, limit=limit)


def link(ref: NoteRef, line: int, heading: str) -> str | None:
    return f"https://notes.example/{ref.path}#L{line}"


def answerer(*chunks: StoredChunk, chat: ScriptedChat | None = None) -> Answerer:
    """Answers over an index that holds these chunks and others, in which every other word is common."""
    indexed = [frozenset(index_terms(one.title, one.heading_path, one.plain)) for one in chunks]

    async def statistics(terms: Sequence[str]) -> TermStatistics:
        frequencies = {term: sum(term in chunk_terms for chunk_terms in indexed) or COMMON for term in terms}
        return TermStatistics(chunks=100, mean_length=20, frequencies=frequencies)

    async def neighbours(one: StoredChunk) -> Sequence[StoredChunk]:
        return [other for other in chunks if other.ref == one.ref and abs(other.position - one.position) == 1]

    return Answerer(
        chat=chat,
        tokenizer=WordTokenizer(),
        link=link,
        neighbours=neighbours,
        statistics=statistics,
        now=lambda: TODAY,
    )
