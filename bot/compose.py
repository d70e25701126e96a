"""Settings to objects: the only place that names concrete classes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from config.settings import CollectionSettings, Settings
from knowledge.answering.answerer import Answerer
from knowledge.answering.gate import Gate, MultilingualGate, WordGate
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.chat.model import LiteLLMChat
from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection, Library
from knowledge.duplicates import Auditor
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.e5 import MODEL as EMBEDDED_MULTILINGUAL_MODEL
from knowledge.embedding.local import MODEL as EMBEDDED_MODEL
from knowledge.embedding.local import LocalEmbedder
from knowledge.embedding.multilingual import MultilingualEmbedder
from knowledge.embedding.remote import LiteLLMEmbedder
from knowledge.indexing import Indexer
from knowledge.planning.expanding import ModelExpander
from knowledge.planning.parts import PartsByRule
from knowledge.planning.remembering import CachedExpander
from knowledge.ports import ChatModel, Embedder, Reranker, Store, Task, Tokenizer, Usage
from knowledge.rerank.cached import CachedReranker
from knowledge.rerank.finder import RerankingFinder
from knowledge.rerank.local import LocalReranker
from knowledge.rerank.model import ModelReranker
from knowledge.rerank.reading import Reader
from knowledge.rerank.refiner import RerankRefiner
from knowledge.retrieval.agentic import Budget, LookAgain
from knowledge.retrieval.found import Finder
from knowledge.retrieval.pipeline import Pipeline
from knowledge.retrieval.remembering import RememberingFinder
from knowledge.retrieval.weights import Depths, Weights
from knowledge.stages import Expander
from knowledge.store import SqliteStore
from knowledge.text import readings
from knowledge.traces import TraceSink, note_usage
from knowledge.traces.keeping import TraceKeeper
from knowledge.traces.redaction import Redactor
from knowledge.traces.shapes import Privacy
from knowledge.types import StoredChunk

LOCAL_MODEL = "local"
MULTILINGUAL_MODEL = "local-multilingual"
# The names that an index holds of the models that are set by shorter ones.
_SET_AS = {EMBEDDED_MODEL: LOCAL_MODEL, EMBEDDED_MULTILINGUAL_MODEL: MULTILINGUAL_MODEL}


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
        min_score=settings.min_score,
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


def is_multilingual(model: str) -> bool:
    """Whether this names the embedded model of many languages."""
    return model == MULTILINGUAL_MODEL


def embedder_of(settings: Settings, gateway: ModelGateway, stack: AsyncExitStack) -> Embedder:
    """The configured embedding model, its questions cached."""
    model = settings.embeddings.model
    if is_local(model):
        local = LocalEmbedder(folder=local_folder(model), threads=settings.embeddings.threads)
        stack.callback(local.close)
        return CachedEmbedder(local)
    if is_multilingual(model):
        multilingual = MultilingualEmbedder(threads=settings.embeddings.threads)
        stack.callback(multilingual.close)
        return CachedEmbedder(multilingual)
    remote = LiteLLMEmbedder(gateway, model=model, api_base=settings.embeddings.api_base)
    return CachedEmbedder(remote)


def former_of(settings: Settings, recorded: str, gateway: ModelGateway, stack: AsyncExitStack) -> Embedder | None:
    """The model of the index's vectors, which serves until those of the configured one are gathered.

    None where there is none.
    """
    model = _SET_AS.get(recorded, recorded)
    return embedder_of(with_model(settings, model), gateway, stack) if model else None


def with_model(settings: Settings, model: str) -> Settings:
    """The settings with another embedding model."""
    return settings.model_copy(update={"embeddings": settings.embeddings.model_copy(update={"model": model})})


def uses_litellm(settings: Settings) -> bool:
    """Whether some configured model is called through LiteLLM."""
    model = settings.embeddings.model
    return bool(settings.chat.model) or not (is_local(model) or is_multilingual(model))


def chat_of(
    settings: Settings, gateway: ModelGateway, *, on_usage: Callable[[Usage], None] | None = None
) -> ChatModel | None:
    """The configured chat model; None where answers are quoted from the notes. `on_usage` hears what calls cost."""
    if not settings.chat.model:
        return None

    def hear(task: Task, usage: Usage) -> None:
        note_usage(settings.chat.model, task, usage)
        if on_usage is not None:
            on_usage(usage)

    return LiteLLMChat(
        gateway,
        model=settings.chat.model,
        api_base=settings.chat.api_base,
        timeout_seconds=settings.chat.timeout_seconds,
        on_usage=hear,
    )


def traces_of(settings: Settings, stack: AsyncExitStack) -> TraceSink | None:
    """Where traces are kept, started and closed by `stack`; None where nothing is recorded."""
    if not settings.traces.enabled:
        return None
    secrets = settings.secrets
    known = [one.get_secret_value() for one in (secrets.bot_token, secrets.app_token, secrets.signing_secret) if one]
    keeper = TraceKeeper(
        settings.traces.database,
        retention_days=settings.traces.retention_days,
        privacy=Privacy(raw_text=settings.traces.raw_text, redact=Redactor(known)),
    )
    keeper.start()
    stack.push_async_callback(keeper.close)
    return keeper


@asynccontextmanager
async def open_knowledge(
    settings: Settings,
    *,
    write: bool = False,
    gateway: ModelGateway | None = None,
    on_usage: Callable[[Usage], None] | None = None,
) -> AsyncIterator[KnowledgeBase]:
    """The knowledge base of these settings, closed at the end.

    `write`: create the index where it is missing. `gateway`: one to share, which its owner closes. `on_usage` hears
    what each call of the chat model cost.
    """
    async with AsyncExitStack() as stack:
        if gateway is None:
            gateway = ModelGateway()
            stack.push_async_callback(gateway.close)
        embedder = embedder_of(settings, gateway, stack)
        store = await SqliteStore.open(
            settings.index.database,
            readings=readings,
            read_only=not write,
            vector_memory_bytes=settings.index.vector_memory_mb * 2**20,
        )
        stack.push_async_callback(store.close)
        library, chat = library_of(settings), chat_of(settings, gateway, on_usage=on_usage)
        recorded = (await store.status()).model
        former = former_of(settings, recorded, gateway, stack) if recorded != embedder.model else None
        cross_encoder, traces = cross_encoder_of(settings, stack), traces_of(settings, stack)
        indexer = Indexer(
            library,
            store,
            embedder,
            chunking=chunking_of(settings),
            exclude_status=settings.index.exclude_status,
        )

        def speaking(chat: ChatModel | None, quoting: KnowledgeBase | None = None) -> KnowledgeBase:
            pipeline = pipeline_of(settings, library, store, embedder, chat, former=former)
            finder = remembered(settings, reranked(settings, pipeline, cross_encoder, chat), store)
            look_again = look_again_of(settings, library, store, chat, finder=finder, tokenizer=embedder.tokenizer)
            return KnowledgeBase(
                library=library,
                store=store,
                embedder=embedder,
                pipeline=finder,
                indexer=indexer,
                answerer=answerer_of(
                    settings, library, store, embedder, chat, look_again=look_again, cross_encoder=cross_encoder
                ),
                max_question_chars=settings.answers.max_question_chars,
                plan=settings.retrieval.plan,
                traces=traces,
                quoting=quoting,
            )

        yield speaking(chat, speaking(None) if chat else None)


@asynccontextmanager
async def open_auditor(settings: Settings) -> AsyncIterator[Auditor]:
    """What finds duplicates, without models, and with a store that leaves every file as it is."""
    store = await SqliteStore.open(settings.index.database, readings=readings, untouched=True)
    try:
        yield Auditor(library_of(settings), store)
    finally:
        await store.close()


def pipeline_of(
    settings: Settings,
    library: Library,
    store: Store,
    embedder: Embedder,
    chat: ChatModel | None,
    *,
    former: Embedder | None = None,
) -> Pipeline:
    """The search over an index, as configured."""
    return Pipeline(
        library,
        store,
        embedder,
        chat=chat,
        expander=expander_of(settings, chat),
        former=former,
        weights=weights_of(settings),
    )


def weights_of(settings: Settings) -> Weights:
    """What each list of a search counts, and how deep it is."""
    retrieval = settings.retrieval
    return Weights(
        dense=retrieval.dense_weight,
        lexical=retrieval.lexical_weight,
        notes=retrieval.notes_weight,
        rewrite=retrieval.rewrite_weight,
        keywords=retrieval.keywords_weight,
        constant=retrieval.rrf_constant,
        fusion=retrieval.fusion,
        alpha=retrieval.alpha,
        keyword_floor=retrieval.keyword_floor,
        depths=Depths(dense=retrieval.dense_depth, lexical=retrieval.lexical_depth, notes=retrieval.notes_depth),
    )


def expander_of(settings: Settings, chat: ChatModel | None) -> Expander | None:
    """What finds other ways to ask, as configured; None where plans are switched off."""
    retrieval = settings.retrieval
    if retrieval.plan == "off":
        return None
    if chat is None:
        return PartsByRule()
    planner = ModelExpander(chat, languages=retrieval.languages, timeout_seconds=retrieval.plan_timeout_seconds)
    return CachedExpander(planner)


def look_again_of(
    settings: Settings,
    library: Library,
    store: Store,
    chat: ChatModel | None,
    *,
    finder: Finder,
    tokenizer: Tokenizer,
) -> LookAgain | None:
    """What searches on where too little was found; None where no chat model can, or plans are switched off."""
    retrieval = settings.retrieval
    if chat is None or retrieval.plan == "off" or not retrieval.look_again_rounds:
        return None
    budget = Budget(
        rounds=retrieval.look_again_rounds,
        tokens=retrieval.look_again_tokens,
        seconds=retrieval.look_again_seconds,
    )
    return LookAgain(chat, finder=finder, library=library, store=store, tokenizer=tokenizer, budget=budget)


def cross_encoder_of(settings: Settings, stack: AsyncExitStack) -> Reranker | None:
    """The embedded cross-encoder, its scores cached; None where nothing is to be reranked."""
    if settings.retrieval.rerank == "off":
        return None
    local = LocalReranker(threads=settings.embeddings.threads)
    stack.callback(local.close)
    return CachedReranker(local)


def reranked(settings: Settings, finder: Finder, cross_encoder: Reranker | None, chat: ChatModel | None) -> Finder:
    """The search with a reranker's voice, as configured; "auto" has none, since on most notes it costs hits."""
    chosen = settings.retrieval.rerank
    reranker = cross_encoder if chosen == "local" else None
    if chosen == "model" and chat is not None:
        reranker = CachedReranker(ModelReranker(chat))
    if reranker is None:
        return finder
    retrieval = settings.retrieval
    return RerankingFinder(
        finder, RerankRefiner(reranker, depth=retrieval.rerank_depth, seconds=retrieval.rerank_seconds)
    )


def remembered(settings: Settings, finder: Finder, store: Store) -> Finder:
    """The search with its last results kept, as configured."""
    size = settings.retrieval.cached_searches
    return RememberingFinder(finder, store, size=size) if size else finder


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
