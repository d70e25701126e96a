"""The values that travel between the rooms: notes, chunks, queries, candidates, answers. All frozen."""

from knowledge.types.answers import (
    Answer,
    AnswerMode,
    Candidate,
    Citation,
    Confidence,
    Contribution,
    Hit,
    MatchedChunk,
    SearchResult,
)
from knowledge.types.notes import Block, BlockKind, Chunk, Document, Fingerprint, NoteRef, StoredChunk
from knowledge.types.questions import MAX_QUERY_CHARS, OPERATOR, CarriedWord, Expansion, Query, Scope, Turn, Viewer

__all__ = [
    "MAX_QUERY_CHARS",
    "OPERATOR",
    "Answer",
    "AnswerMode",
    "Block",
    "BlockKind",
    "Candidate",
    "CarriedWord",
    "Chunk",
    "Citation",
    "Confidence",
    "Contribution",
    "Document",
    "Expansion",
    "Fingerprint",
    "Hit",
    "MatchedChunk",
    "NoteRef",
    "Query",
    "Scope",
    "SearchResult",
    "StoredChunk",
    "Turn",
    "Viewer",
]
