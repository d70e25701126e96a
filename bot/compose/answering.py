"""What makes answers of what was found, as configured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.compose.models import is_local, is_multilingual
from config.settings import Settings
from knowledge.answering.answerer import Answerer
from knowledge.answering.gate import Gate, MultilingualGate, WordGate
from knowledge.collections import Library
from knowledge.ports import ChatModel, Embedder, Reranker, Store
from knowledge.rerank.reading import Reader
from knowledge.retrieval.agentic import LookAgain
from knowledge.types import StoredChunk


def answerer_of(
    settings: Settings,
    library: Library,
    store: Store,
    embedder: Embedder,
    chat: ChatModel | None,
    *,
    look_again: LookAgain | None = None,
    cross_encoder: Reranker | None = None,
) -> Answerer:
    """What makes answers of the evidence, as configured."""
    return Answerer(
        chat=chat,
        embedder=embedder,
        tokenizer=embedder.tokenizer,
        link=lambda ref, line, heading: library.link(ref, line=line, heading=heading),
        neighbours=partial(neighbours, store),
        statistics=store.term_statistics,
        reader=Reader(reranker=cross_encoder, seconds=settings.retrieval.rerank_seconds) if cross_encoder else None,
        gate=gate_of(settings.embeddings.model),
        context_tokens=settings.chat.context_tokens,
        max_output_tokens=settings.chat.max_output_tokens,
        limit=settings.retrieval.limit,
        look_again=look_again,
    )


def gate_of(model: str) -> Gate:
    """Whether notes can answer, by limits that are known for an embedding model."""
    if is_local(model):
        return Gate()
    return MultilingualGate() if is_multilingual(model) else WordGate()


async def neighbours(store: Store, chunk: StoredChunk) -> Sequence[StoredChunk]:
    """The chunks just before and after one, of the same note."""
    return [one for one in await store.note_chunks(chunk.ref) if abs(one.position - chunk.position) == 1]
