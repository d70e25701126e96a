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
from knowledge.ports.store import Store
from knowledge.ports.stored import (
    CollectionStatus,
    Entry,
    Failure,
    IndexStatus,
    NoteInfo,
    NoteRecord,
    PendingChunk,
    PutResult,
    Snapshot,
    TermCandidates,
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
    "NoteRecord",
    "PendingChunk",
    "PutResult",
    "Reranker",
    "Snapshot",
    "Store",
    "Task",
    "TermCandidates",
    "TermStatistics",
    "Tokenizer",
    "Usage",
    "Vector",
]
