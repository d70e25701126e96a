"""Settings to objects: the only place that names concrete classes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from config.settings import CollectionSettings, Settings
from knowledge.answering.answerer import Answerer
from knowledge.answering.gate import Gate, WordGate
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.chat.model import LiteLLMChat
from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.local import LocalEmbedder
from knowledge.embedding.remote import LiteLLMEmbedder
from knowledge.indexing import Indexer
from knowledge.ports import ChatModel, Embedder, Store
from knowledge.retrieval.pipeline import Pipeline
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.types import StoredChunk

LOCAL_MODEL = "local"


def library_of(settings: Settings) -> Library:
    """The configured collections."""
    return Library(collections=tuple(collection_of(one) for one in settings.collections))


def collection_of(settings: CollectionSettings) -> Collection:
    """One configured collection."""
    return Collection(
        name=settings.name,
        root=settings.path,
        include=settings.include,
        exclude=settings.exclude,
        url=settings.url,
        default=settings.default,
        channels=frozenset(settings.channels),
        users=frozenset(settings.users),
    )


def chunking_of(settings: Settings) -> ChunkingOptions:
    """How notes are cut."""
    return ChunkingOptions(
        strategy=settings.index.chunking,
        target_tokens=settings.index.chunk_tokens,
        max_tokens=settings.index.chunk_max_tokens,
        overlap=settings.index.chunk_overlap,
    )


def local_folder(model: str) -> Path | None:
    """The folder that `local:FOLDER` names; None where the embedded model is looked for in its usual places."""
    folder = model.partition(":")[2]
    return Path(folder) if folder else None


def is_local(model: str) -> bool:
    """Whether this names the embedded model, or a folder that holds it."""
    return model == LOCAL_MODEL or model.startswith(f"{LOCAL_MODEL}:")


def embedder_of(settings: Settings, gateway: ModelGateway, stack: AsyncExitStack) -> Embedder:
    """The configured embedding model, its questions cached."""
    model = settings.embeddings.model
    if is_local(model):
        local = LocalEmbedder(folder=local_folder(model), threads=settings.embeddings.threads)
        stack.callback(local.close)
        return CachedEmbedder(local)
    remote = LiteLLMEmbedder(gateway, model=model, api_base=settings.embeddings.api_base)
    return CachedEmbedder(remote)


def uses_litellm(settings: Settings) -> bool:
    """Whether some configured model is called through LiteLLM."""
    return bool(settings.chat.model) or not is_local(settings.embeddings.model)


def chat_of(settings: Settings, gateway: ModelGateway) -> ChatModel | None:
    """The configured chat model; None where answers are quoted from the notes."""
    if not settings.chat.model:
        return None
    return LiteLLMChat(
        gateway,
        model=settings.chat.model,
        api_base=settings.chat.api_base,
        timeout_seconds=settings.chat.timeout_seconds,
    )


@asynccontextmanager
async def open_knowledge(
    settings: Settings, *, write: bool = False, gateway: ModelGateway | None = None
) -> AsyncIterator[KnowledgeBase]:
    """The knowledge base of these settings, closed at the end.

    `write`: create the index where it is missing. `gateway`: one to share, which its owner closes.
    """
    async with AsyncExitStack() as stack:
        if gateway is None:
            gateway = ModelGateway()
            stack.push_async_callback(gateway.close)
        embedder = embedder_of(settings, gateway, stack)
        store = await SqliteStore.open(settings.index.database, readings=readings, read_only=not write)
        stack.push_async_callback(store.close)
        library, chat = library_of(settings), chat_of(settings, gateway)
        yield KnowledgeBase(
            library=library,
            store=store,
            embedder=embedder,
            pipeline=Pipeline(library, store, embedder, chat=chat),
            indexer=Indexer(
                library,
                store,
                embedder,
                chunking=chunking_of(settings),
                exclude_status=settings.index.exclude_status,
            ),
            answerer=answerer_of(settings, library, store, embedder, chat),
            max_question_chars=settings.answers.max_question_chars,
        )


def answerer_of(
    settings: Settings, library: Library, store: Store, embedder: Embedder, chat: ChatModel | None
) -> Answerer:
    """What makes answers of the evidence, as configured."""
    return Answerer(
        chat=chat,
        embedder=embedder,
        tokenizer=embedder.tokenizer,
        link=lambda ref, line, heading: library.link(ref, line=line, heading=heading),
        neighbours=partial(neighbours, store),
        statistics=store.term_statistics,
        gate=Gate() if is_local(settings.embeddings.model) else WordGate(),
        context_tokens=settings.chat.context_tokens,
        max_output_tokens=settings.chat.max_output_tokens,
        limit=settings.retrieval.limit,
    )


async def neighbours(store: Store, chunk: StoredChunk) -> Sequence[StoredChunk]:
    """The chunks just before and after one, of the same note."""
    return [one for one in await store.note_chunks(chunk.ref) if abs(one.position - chunk.position) == 1]
