"""The models of an installation, each called once as it will be called later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from bot.compose import chat_of, embedder_of, is_local, is_multilingual, local_folder
from bot.findings import Finding
from config.settings import Settings
from knowledge.chat.gateway import ModelGateway
from knowledge.chat.library import Target
from knowledge.embedding.e5 import find_network, verify_network
from knowledge.embedding.files import find_files
from knowledge.errors import KnowledgeError, ModelCut, ModelUnreachable
from knowledge.ports import ChatRequest
from knowledge.rerank.local import CROSS_ENCODER

TRY_SECONDS = 20.0
# A few tokens, whatever the model has to say.
TRIAL = ChatRequest(
    task="answer", system="Answer with one word.", user="Say yes.", max_output_tokens=16, timeout_seconds=TRY_SECONDS
)


async def check_embeddings(settings: Settings) -> Finding:
    """The embedded model's files, or a vector of a remote one."""
    model = settings.embeddings.model
    if is_multilingual(model):
        return await check_multilingual()
    if not is_local(model):
        async with AsyncExitStack() as stack:
            gateway = ModelGateway()
            stack.push_async_callback(gateway.close)
            embedder = embedder_of(settings, gateway, stack)
            target = Target(model=model, api_base=settings.embeddings.api_base)
            return await _called("embeddings", gateway, target, lambda: embedder.embed_query(TRIAL.user))
    try:
        found = await asyncio.to_thread(find_files, local_folder(model))
        await asyncio.to_thread(found.verify)
    except KnowledgeError as error:
        return _failed("embeddings", error)
    return Finding(name="embeddings", ok=True, detail=f"the embedded model, in {found.folder}")


async def check_multilingual() -> Finding:
    """A machine that can run the multilingual model, and its files."""
    try:
        found = await asyncio.to_thread(find_network)
        await asyncio.to_thread(verify_network, found)
    except KnowledgeError as error:
        return _failed("embeddings", error)
    return Finding(name="embeddings", ok=True, detail=f"the embedded multilingual model, in {found.parent}")


async def check_reranker(settings: Settings) -> Finding:
    """The embedded cross-encoder's files, where it is used."""
    if settings.retrieval.rerank == "off":
        return Finding(name="rerank", ok=True, detail="switched off")
    try:
        found = await asyncio.to_thread(find_files, model=CROSS_ENCODER)
        await asyncio.to_thread(found.verify)
    except KnowledgeError as error:
        return _failed("rerank", error)
    return Finding(name="rerank", ok=True, detail=f"the embedded cross-encoder, in {found.folder}")


async def check_chat(settings: Settings) -> Finding:
    """A word of the chat model; without a model, a note that answers are quoted."""
    gateway = ModelGateway()
    try:
        chat = chat_of(settings, gateway)
        if chat is None:
            return Finding(name="chat", ok=True, detail="no model: answers are quoted from the notes")
        target = Target(model=settings.chat.model, api_base=settings.chat.api_base)
        return await _called("chat", gateway, target, lambda: chat.complete(TRIAL))
    finally:
        await gateway.close()


async def _called(name: str, gateway: ModelGateway, target: Target, call: Callable[[], Awaitable[object]]) -> Finding:
    """Whether the environment holds the model's key, and the model does its work."""
    try:
        missing = await gateway.missing_keys(target)
        if missing and not target.api_base:
            return _without_key(name, target.model, missing)
        async with asyncio.timeout(TRY_SECONDS):
            await call()
    except ModelCut:  # it said more than it was allowed to, so it works
        pass
    except KnowledgeError as error:
        return _failed(name, error)
    except TimeoutError:
        detail = f"{target.model} did not answer within {TRY_SECONDS:g} s"
        return Finding(name=name, ok=False, detail=detail, fix="Look at its server and api_base.", unreachable=True)
    return Finding(name=name, ok=True, detail=f"{target.model} answers")


def _without_key(name: str, model: str, missing: tuple[str, ...]) -> Finding:
    keys = " and ".join(missing)
    return Finding(name=name, ok=False, detail=f"{model} needs {keys}", fix=f"Set {keys} in the environment or .env.")


def _failed(name: str, error: KnowledgeError) -> Finding:
    return Finding(
        name=name, ok=False, detail=str(error), fix=error.hint, unreachable=isinstance(error, ModelUnreachable)
    )
