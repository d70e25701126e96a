"""The models that the settings name: for vectors, for answers, and for reading question and chunk together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from config.settings import Settings
from knowledge.chat.gateway import ModelGateway
from knowledge.chat.model import LiteLLMChat
from knowledge.embedding.cached import CachedEmbedder
from knowledge.embedding.e5 import MODEL as EMBEDDED_MULTILINGUAL_MODEL
from knowledge.embedding.local import MODEL as EMBEDDED_MODEL
from knowledge.embedding.local import LocalEmbedder
from knowledge.embedding.multilingual import MultilingualEmbedder
from knowledge.embedding.remote import LiteLLMEmbedder
from knowledge.ports import ChatModel, Embedder, Reranker, Task, Usage
from knowledge.rerank.cached import CachedReranker
from knowledge.rerank.local import LocalReranker
from knowledge.traces import note_usage

OnUsage = Callable[[Task, Usage], None]
LOCAL_MODEL = "local"
MULTILINGUAL_MODEL = "local-multilingual"
# The names that an index holds of the models that are set by shorter ones.
_SET_AS = {EMBEDDED_MODEL: LOCAL_MODEL, EMBEDDED_MULTILINGUAL_MODEL: MULTILINGUAL_MODEL}


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


def embedder_of(
    settings: Settings, gateway: ModelGateway, stack: AsyncExitStack, *, on_usage: OnUsage | None = None
) -> Embedder:
    """The configured embedding model, its questions cached. `on_usage` hears what calls of a remote one cost."""
    model = settings.embeddings.model
    if is_local(model):
        local = LocalEmbedder(folder=local_folder(model), threads=settings.embeddings.threads)
        stack.callback(local.close)
        return CachedEmbedder(local)
    if is_multilingual(model):
        multilingual = MultilingualEmbedder(threads=settings.embeddings.threads)
        stack.callback(multilingual.close)
        return CachedEmbedder(multilingual)
    hear = _hearing(model, on_usage)
    remote = LiteLLMEmbedder(gateway, model=model, api_base=settings.embeddings.api_base, on_usage=hear)
    return CachedEmbedder(remote)


def former_of(
    settings: Settings,
    recorded: str,
    gateway: ModelGateway,
    stack: AsyncExitStack,
    *,
    on_usage: OnUsage | None = None,
) -> Embedder | None:
    """The model of the index's vectors, which serves until those of the configured one are gathered.

    None where there is none.
    """
    model = _SET_AS.get(recorded, recorded)
    return embedder_of(with_model(settings, model), gateway, stack, on_usage=on_usage) if model else None


def with_model(settings: Settings, model: str) -> Settings:
    """The settings with another embedding model."""
    return settings.model_copy(update={"embeddings": settings.embeddings.model_copy(update={"model": model})})


def uses_litellm(settings: Settings) -> bool:
    """Whether some configured model is called through LiteLLM."""
    model = settings.embeddings.model
    return bool(settings.chat.model) or not (is_local(model) or is_multilingual(model))


def chat_of(settings: Settings, gateway: ModelGateway, *, on_usage: OnUsage | None = None) -> ChatModel | None:
    """The configured chat model; None where answers are quoted from the notes. `on_usage` hears what calls cost."""
    if not settings.chat.model:
        return None
    return LiteLLMChat(
        gateway,
        model=settings.chat.model,
        api_base=settings.chat.api_base,
        timeout_seconds=settings.chat.timeout_seconds,
        on_usage=_hearing(settings.chat.model, on_usage),
    )


def _hearing(model: str, on_usage: OnUsage | None) -> OnUsage:
    """Into the open trace, and to whoever else wants to hear it."""

    def hear(task: Task, usage: Usage) -> None:
        note_usage(model, task, usage)
        if on_usage is not None:
            on_usage(task, usage)

    return hear


def cross_encoder_of(settings: Settings, stack: AsyncExitStack) -> Reranker | None:
    """The embedded cross-encoder, its scores cached; None where nothing is to be reranked."""
    if settings.retrieval.rerank == "off":
        return None
    local = LocalReranker(threads=settings.embeddings.threads)
    stack.callback(local.close)
    return CachedReranker(local)
