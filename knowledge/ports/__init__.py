"""What the library needs from outside: a store, an embedder, a tokenizer, a reranker, a chat model."""

from knowledge.ports.models import (
    ChatModel,
    ChatRequest,
    Embedder,
    Matrix,
    Reranker,
    Task,
    Tokenizer,
    Usage,
    Vector,
)
from knowledge.ports.store import (
    CollectionStatus,
    Entry,
    Failure,
    IndexStatus,
    NoteInfo,
    PendingChunk,
    PutResult,
    Snapshot,
    Store,
    TermCandidate,
    TermStatistics,
)

__all__ = [
    "ChatModel",
    "ChatRequest",
    "CollectionStatus",
    "Embedder",
    "Entry",
    "Failure",
    "IndexStatus",
    "Matrix",
    "NoteInfo",
    "PendingChunk",
    "PutResult",
    "Reranker",
    "Snapshot",
    "Store",
    "Task",
    "TermCandidate",
    "TermStatistics",
    "Tokenizer",
    "Usage",
    "Vector",
]
