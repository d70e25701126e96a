"""Looks at everything an installation needs, one finding a thing, each with its fix."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace

from pydantic import SecretStr

from bot.compose import index_place, library_of, open_knowledge, postgres, shown_place, sources_of
from bot.errors import StateUnavailable, StateUnreachable
from bot.findings import Finding
from bot.model_checks import check_chat, check_embeddings, check_reranker
from bot.slack_checks import check_slack
from bot.state.places import is_kept
from config.settings import Settings
from knowledge.chat.integrity import planted_start_files
from knowledge.errors import KnowledgeError, ReadError, RemoteUnreachable
from knowledge.reading import scan
from knowledge.remotes import Source, look
from knowledge.store.connection import choose_driver

CERTIFICATES = "SSL_CERT_FILE"
LOOK_SECONDS = 30.0  # for a remote to answer
NOT_CLONED = "Run `footnote index`, which brings the notes of git remotes."


async def examine(settings: Settings) -> AsyncIterator[Finding]:
    """Findings in the order a newcomer would mend them. Never raises for what is wrong with the installation."""
    yield Finding(name="settings", ok=True, detail=str(settings.source))
    for finding in await asyncio.to_thread(
        lambda: [*check_collections(settings), check_driver(settings), check_packages(), *check_certificates()]
    ):
        yield finding
    for finding in await asyncio.gather(*(check_remote(source) for source in sources_of(settings))):
        yield finding
    yield await check_embeddings(settings)
    yield await check_reranker(settings)
    yield await check_index(settings)
    yield await check_state(settings)
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
        try:
            found = scan(collection)
        except ReadError as error:  # the clone of a git remote is not there yet
            yield Finding(name=f"collection {collection.name}", ok=False, detail=str(error), fix=NOT_CLONED)
            continue
        skipped = f"; files left out: {len(found.skipped):,}" if found.skipped else ""
        detail = f"notes in {collection.root}: {len(found.files):,}{skipped}"
        fix = "" if found.files else "Look at its path, include and exclude."
        yield Finding(name=f"collection {collection.name}", ok=bool(found.files), detail=detail, fix=fix)


async def check_remote(source: Source) -> Finding:
    """Whether the git remote of a collection answers and has its branch."""
    name = f"git {source.remote.name}"
    try:
        commit = await look(source.remote, replace(source.bounds, seconds=LOOK_SECONDS))
    except KnowledgeError as error:
        away = isinstance(error, RemoteUnreachable)
        return Finding(name=name, ok=False, detail=str(error), fix=error.hint, unreachable=away)
    return Finding(name=name, ok=True, detail=f"its remote is at {commit[:10]}")


def check_driver(settings: Settings) -> Finding:
    """A SQLite that can load extensions, or what an index in PostgreSQL needs."""
    try:
        if isinstance(settings.index.database, SecretStr):
            postgres()
            return Finding(name="postgresql", ok=True, detail=f"for {index_place(settings)}")
        return Finding(
            name="sqlite", ok=True, detail=f"{choose_driver(vectors=True).connect.__module__} loads extensions"
        )
    except KnowledgeError as error:
        return Finding(name="database driver", ok=False, detail=str(error), fix=error.hint)


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


def check_certificates() -> Iterable[Finding]:
    """The file of trusted authorities that the environment names, where it does: a wrong one is silently ignored."""
    if not (named := os.environ.get(CERTIFICATES)):
        return
    try:
        ssl.create_default_context(cafile=named)
    except OSError:  # SSLError is one too
        detail, fix = f"{CERTIFICATES} names no file of certificates", "Set it to a readable file in PEM format."
        yield Finding(name="certificates", ok=False, detail=detail, fix=fix)
    else:
        yield Finding(name="certificates", ok=True, detail=f"those of {named}")


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


async def check_state(settings: Settings) -> Finding:
    """Whether the state can be opened, as far as that changes nothing."""
    place = settings.conversation.database
    shown = shown_place(place)
    try:
        kept = await is_kept(place)
    except StateUnavailable as error:
        away = isinstance(error, StateUnreachable)
        return Finding(name="state", ok=False, detail=str(error), fix=error.hint, unreachable=away)
    return Finding(name="state", ok=True, detail=shown if kept else f"{shown}, which the bot will make")
