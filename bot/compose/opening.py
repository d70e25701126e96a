"""Opens what a knowledge base consists of, and closes it again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from bot.compose.answering import answerer_of
from bot.compose.models import OnUsage, chat_of, cross_encoder_of, embedder_of, former_of
from bot.compose.notes import chunking_of, library_of
from bot.compose.retrieval import look_again_of, pipeline_of, remembered, reranked
from bot.compose.store import open_store
from config.settings import Settings
from knowledge.base import KnowledgeBase
from knowledge.chat.gateway import ModelGateway
from knowledge.collections import Library
from knowledge.duplicates import Auditor
from knowledge.indexing import Indexer
from knowledge.ports import ChatModel, Embedder, Reranker, Store
from knowledge.traces import Trace, TraceSink
from knowledge.traces.keeping import TraceKeeper
from knowledge.traces.redaction import Redactor
from knowledge.traces.shapes import Privacy


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    """What a knowledge base shares with the one that quotes in its place."""

    library: Library
    store: Store
    embedder: Embedder
    former: Embedder | None  # None: the index's vectors are of `embedder`, or there are none
    cross_encoder: Reranker | None
    indexer: Indexer
    traces: TraceSink | None


@asynccontextmanager
async def open_knowledge(
    settings: Settings,
    *,
    write: bool = False,
    gateway: ModelGateway | None = None,
    on_usage: OnUsage | None = None,
    sink: TraceSink | None = None,
) -> AsyncIterator[KnowledgeBase]:
    """The knowledge base of these settings, closed at the end.

    `write`: create the index where it is missing. `gateway`: one to share, which its owner closes. `on_usage` hears
    what each call of a remote model cost; `sink` gets every trace, also where none are kept.
    """
    async with AsyncExitStack() as stack:
        if gateway is None:
            gateway = ModelGateway()
            stack.push_async_callback(gateway.close)
        parts = await _opened(settings, gateway, stack, write=write, on_usage=on_usage, sink=sink)
        quoting, chat = _base(settings, parts), chat_of(settings, gateway, on_usage=on_usage)
        yield _base(settings, parts, chat=chat, quoting=quoting) if chat else quoting


@asynccontextmanager
async def open_auditor(settings: Settings) -> AsyncIterator[Auditor]:
    """What finds duplicates, without models, and with a store that leaves every file as it is."""
    store = await open_store(settings, untouched=True)
    try:
        yield Auditor(library_of(settings), store)
    finally:
        await store.close()


async def _opened(
    settings: Settings,
    gateway: ModelGateway,
    stack: AsyncExitStack,
    *,
    write: bool,
    on_usage: OnUsage | None,
    sink: TraceSink | None,
) -> _Parts:
    embedder, library = embedder_of(settings, gateway, stack, on_usage=on_usage), library_of(settings)
    store = await open_store(settings, write=write)
    stack.push_async_callback(store.close)
    recorded = (await store.status()).model
    return _Parts(
        library=library,
        store=store,
        embedder=embedder,
        former=former_of(settings, recorded, gateway, stack, on_usage=on_usage)
        if recorded != embedder.model
        else None,
        cross_encoder=cross_encoder_of(settings, stack),
        indexer=Indexer(
            library,
            store,
            embedder,
            chunking=chunking_of(settings),
            exclude_status=settings.index.exclude_status,
        ),
        traces=_together(traces_of(settings, stack), sink),
    )


def _base(
    settings: Settings, parts: _Parts, *, chat: ChatModel | None = None, quoting: KnowledgeBase | None = None
) -> KnowledgeBase:
    """One that writes answers with `chat`, or quotes the notes without it; `quoting` takes its place at times."""
    library, store, embedder = parts.library, parts.store, parts.embedder
    pipeline = pipeline_of(settings, library, store, embedder, chat, former=parts.former)
    finder = remembered(settings, reranked(settings, pipeline, store, parts.cross_encoder, chat), store)
    look_again = look_again_of(settings, library, store, chat, finder=finder, tokenizer=embedder.tokenizer)
    return KnowledgeBase(
        library=library,
        store=store,
        embedder=embedder,
        pipeline=finder,
        indexer=parts.indexer,
        answerer=answerer_of(
            settings, library, store, embedder, chat, look_again=look_again, cross_encoder=parts.cross_encoder
        ),
        max_question_chars=settings.answers.max_question_chars,
        plan=settings.retrieval.plan,
        traces=parts.traces,
        quoting=quoting,
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


def _together(*sinks: TraceSink | None) -> TraceSink | None:
    """One sink for all of these; None where there is none, so that nothing is recorded."""
    there = tuple(sink for sink in sinks if sink is not None)
    return _Each(there) if there else None


class _Each:
    """A sink that hands every trace to several."""

    def __init__(self, sinks: tuple[TraceSink, ...]) -> None:
        self._sinks = sinks

    def keep(self, trace: Trace) -> None:
        """Hand it on."""
        for sink in self._sinks:
            sink.keep(trace)
