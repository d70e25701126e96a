"""Looks at everything an installation needs, one finding a thing, each with its fix."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE, slack_client, slack_reason
from bot.compose import is_local, is_multilingual, library_of, local_folder, open_knowledge
from bot.findings import Finding
from bot.slack_app import check_scopes, check_written
from config.settings import Settings
from knowledge.chat.gateway import ModelGateway
from knowledge.chat.integrity import planted_start_files
from knowledge.chat.library import Target
from knowledge.embedding.e5 import find_network, verify_network
from knowledge.embedding.files import find_files
from knowledge.errors import KnowledgeError
from knowledge.reading import scan
from knowledge.rerank.local import CROSS_ENCODER
from knowledge.store.connection import choose_driver

SOCKET_SCOPE = "connections:write"


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Findings in the order a newcomer would mend them. Never raises for what is wrong with the installation."""
    yield Finding(name="settings", ok=True, detail=str(settings.source))
    for finding in await asyncio.to_thread(lambda: [*check_collections(settings), check_driver(), check_packages()]):
        yield finding
    yield await check_embeddings(settings)
    yield await check_reranker(settings)
    yield await check_index(settings)
    yield await check_chat(settings)
    async for finding in check_slack(settings):
        yield finding


def check_collections(settings: Settings) -> Iterable[Finding]:
    """Each collection's notes, counted as `index` would."""
    if not settings.collections:
        yield Finding(
            name="collections",
            ok=False,
            detail="none is configured",
            fix="Add a [[collections]] table to the settings.",
        )
    for collection in library_of(settings).collections:
        found = scan(collection)
        skipped = f"; files left out: {len(found.skipped):,}" if found.skipped else ""
        detail = f"notes in {collection.root}: {len(found.files):,}{skipped}"
        fix = "" if found.files else "Look at its path, include and exclude."
        yield Finding(name=f"collection {collection.name}", ok=bool(found.files), detail=detail, fix=fix)


def check_driver() -> Finding:
    """A SQLite that can load extensions."""
    try:
        return Finding(
            name="sqlite", ok=True, detail=f"{choose_driver(vectors=True).connect.__module__} loads extensions"
        )
    except KnowledgeError as error:
        return Finding(name="sqlite", ok=False, detail=str(error), fix=error.hint)


def check_packages() -> Finding:
    """No trace of the malicious LiteLLM releases."""
    planted = planted_start_files()
    if not planted:
        return Finding(name="packages", ok=True, detail="no planted start-up files")
    return Finding(
        name="packages",
        ok=False,
        detail=f"{planted[0]} should not exist",
        fix="Treat this machine's secrets as stolen, and install the locked packages into a new environment.",
    )


async def check_embeddings(settings: Settings) -> Finding:
    """The embedded model's files, or the key of a remote one."""
    model = settings.embeddings.model
    if is_multilingual(model):
        return await check_multilingual()
    if not is_local(model):
        return await check_key("embeddings", model, settings.embeddings.api_base)
    try:
        found = await asyncio.to_thread(find_files, local_folder(model))
        await asyncio.to_thread(found.verify)
    except KnowledgeError as error:
        return Finding(name="embeddings", ok=False, detail=str(error), fix=error.hint)
    return Finding(name="embeddings", ok=True, detail=f"the embedded model, in {found.folder}")


async def check_multilingual() -> Finding:
    """A machine that can run the multilingual model, and its files."""
    try:
        found = await asyncio.to_thread(find_network)
        await asyncio.to_thread(verify_network, found)
    except KnowledgeError as error:
        return Finding(name="embeddings", ok=False, detail=str(error), fix=error.hint)
    return Finding(name="embeddings", ok=True, detail=f"the embedded multilingual model, in {found.parent}")


async def check_reranker(settings: Settings) -> Finding:
    """The embedded cross-encoder's files, where it is used."""
    if settings.retrieval.rerank == "off":
        return Finding(name="rerank", ok=True, detail="switched off")
    try:
        found = await asyncio.to_thread(find_files, model=CROSS_ENCODER)
        await asyncio.to_thread(found.verify)
    except KnowledgeError as error:
        return Finding(name="rerank", ok=False, detail=str(error), fix=error.hint)
    return Finding(name="rerank", ok=True, detail=f"the embedded cross-encoder, in {found.folder}")


async def check_chat(settings: Settings) -> Finding:
    """The chat model's key; without a model, a note that answers are quoted."""
    if not settings.chat.model:
        return Finding(name="chat", ok=True, detail="no model: answers are quoted from the notes")
    return await check_key("chat", settings.chat.model, settings.chat.api_base)


async def check_key(name: str, model: str, api_base: str) -> Finding:
    """Whether the environment holds the key that this model needs. Nothing is sent."""
    gateway = ModelGateway()
    try:
        missing = await gateway.missing_keys(Target(model=model, api_base=api_base))
    except KnowledgeError as error:
        return Finding(name=name, ok=False, detail=str(error), fix=error.hint)
    finally:
        await gateway.close()
    if missing:
        keys = " and ".join(missing)
        return Finding(
            name=name, ok=False, detail=f"{model} needs {keys}", fix=f"Set {keys} in the environment or .env."
        )
    return Finding(name=name, ok=True, detail=model)


async def check_index(settings: Settings) -> Finding:
    """Whether the index opens and covers what is configured."""
    try:
        async with open_knowledge(settings) as knowledge:
            status = await knowledge.status()
    except KnowledgeError as error:
        return Finding(name="index", ok=False, detail=str(error), fix=error.hint)
    documents = sum(part.documents for part in status.collections)
    chunks = sum(part.chunks for part in status.collections)
    embedded = sum(part.embedded for part in status.collections)
    detail = f"notes: {documents:,}, chunks: {chunks:,}, with vectors: {embedded:,}"
    fine = documents > 0 and embedded == chunks
    return Finding(name="index", ok=fine, detail=detail, fix="" if fine else "Run `footnote index`.")


async def check_slack(settings: Settings) -> AsyncIterator[Finding]:
    """Tokens, the scopes that the manifest asks for, and what the mode needs."""
    secrets = settings.secrets
    if secrets.bot_token is None:
        yield Finding(
            name="slack",
            ok=True,  # notes can be asked without Slack; `serve` itself refuses to start
            detail="not set up: `footnote serve` needs SLACK_BOT_TOKEN, and SLACK_APP_TOKEN for Socket Mode",
        )
        return
    async with slack_client(secrets.bot_token.get_secret_value(), api_url=settings.slack.api_url) as client:
        async for finding in check_bot_token(client):
            yield finding
        if settings.slack.mode == "socket":
            yield await check_app_token(client, secrets.app_token.get_secret_value() if secrets.app_token else "")
    if settings.slack.mode == "http":
        ok = secrets.signing_secret is not None
        fix = "" if ok else "Copy it from the app's Basic Information page into SLACK_SIGNING_SECRET."
        yield Finding(name="slack signing secret", ok=ok, detail="set" if ok else "not set", fix=fix)
    for finding in await asyncio.to_thread(lambda: [*check_written(settings.source.parent, commands_of(settings))]):
        yield finding


def commands_of(settings: Settings) -> tuple[str, ...]:
    """The commands by their configured names."""
    return settings.slack.ask_command, settings.slack.search_command


async def check_bot_token(client: AsyncWebClient) -> AsyncIterator[Finding]:
    """The bot's name, and each scope that the app lacks."""
    try:
        response = await client.auth_test()
    except (SlackApiError, *UNREACHABLE) as error:
        yield refused("slack bot token", error, "Copy the Bot User OAuth Token into SLACK_BOT_TOKEN.")
        return
    yield Finding(name="slack bot token", ok=True, detail=f"{response['user']} in {response['team']}")
    for finding in check_scopes(response.headers):
        yield finding


async def check_app_token(client: AsyncWebClient, token: str) -> Finding:
    """Whether Socket Mode opens with this token."""
    fix = f"Create an app-level token with {SOCKET_SCOPE} and put it into SLACK_APP_TOKEN."
    if not token:
        return Finding(name="slack app token", ok=False, detail="SLACK_APP_TOKEN is not set", fix=fix)
    try:
        await client.apps_connections_open(app_token=token)
    except (SlackApiError, *UNREACHABLE) as error:
        return refused("slack app token", error, fix)
    return Finding(name="slack app token", ok=True, detail="Socket Mode opens")


def refused(name: str, error: Exception, fix: str) -> Finding:
    """Slack's own word for it, or that nobody answered."""
    if isinstance(error, SlackApiError) and (reason := slack_reason(error)):
        return Finding(name=name, ok=False, detail=f"Slack says {reason}", fix=fix)
    return Finding(
        name=name, ok=False, detail="Slack does not answer", fix="Look at the network, HTTPS_PROXY and slack.api_url."
    )
