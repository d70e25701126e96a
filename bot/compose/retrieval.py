"""The search over an index, as configured."""

from __future__ import annotations

from config.settings import Settings
from knowledge.collections import Library
from knowledge.planning.expanding import ModelExpander
from knowledge.planning.parts import PartsByRule
from knowledge.planning.remembering import CachedExpander
from knowledge.ports import ChatModel, Embedder, Reranker, Store, Tokenizer
from knowledge.rerank.cached import CachedReranker
from knowledge.rerank.finder import RerankingFinder
from knowledge.rerank.model import ModelReranker
from knowledge.rerank.refiner import RerankRefiner
from knowledge.retrieval.agentic import Budget, LookAgain
from knowledge.retrieval.found import Finder
from knowledge.retrieval.pipeline import Pipeline
from knowledge.retrieval.remembering import RememberingFinder
from knowledge.retrieval.weights import Depths, Weights
from knowledge.stages import Expander


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


def reranked(
    settings: Settings, finder: Finder, store: Store, cross_encoder: Reranker | None, chat: ChatModel | None
) -> Finder:
    """The search with a reranker's voice, as configured; "auto" has none, since on most notes it costs hits."""
    chosen = settings.retrieval.rerank
    reranker = cross_encoder if chosen == "local" else None
    if chosen == "model" and chat is not None:
        reranker = CachedReranker(ModelReranker(chat))
    if reranker is None:
        return finder
    retrieval = settings.retrieval
    refiner = RerankRefiner(reranker, depth=retrieval.rerank_depth, seconds=retrieval.rerank_seconds)
    return RerankingFinder(finder, store, refiner)


def remembered(settings: Settings, finder: Finder, store: Store) -> Finder:
    """The search with its last results kept, as configured."""
    size = settings.retrieval.cached_searches
    return RememberingFinder(finder, store, size=size) if size else finder
