"""Result cards, page by page, and what their buttons do."""

from __future__ import annotations

import time
from dataclasses import replace

from bot.assistant import PAGE_SIZE, Page
from bot.blocks import Message, related_message, search_message
from bot.replies import questions
from bot.replies.sending import say, send
from bot.requests import Request
from bot.services import Services
from bot.state.records import SearchRecord
from bot.text import Wording
from knowledge.types import NoteRef


async def search(request: Request, services: Services) -> None:
    """The first page, privately."""
    record = SearchRecord(
        id=request.id, user=request.user, channel=request.channel, text=request.text, team=request.team
    )
    await _show(request, record, 1, services)


async def more(request: Request, services: Services) -> None:
    """The page that the button names."""
    record = await services.records.search(request.subject)
    if record is None:
        await say(request, lambda words: words.expired, services)
        return
    await _show(request, record, page_number(request, record, default=2), services)


async def deeper(request: Request, services: Services) -> None:
    """The same words with rewrite and keyword expansion, as a search of its own."""
    record = await services.records.search(request.subject)
    if record is None:
        await say(request, lambda words: words.expired, services)
        return
    own = replace(
        record, id=request.id, user=request.user, channel=request.channel, plus=True, shown=(), team=request.team
    )
    await _show(request, own, 1, services)


async def ask_this(request: Request, services: Services) -> None:
    """The searched words as a question."""
    record = await services.records.search(request.subject)
    if record is None:
        await say(request, lambda words: words.expired, services)
        return
    await questions.answer(replace(request, text=record.text), services)


async def related(request: Request, services: Services) -> None:
    """Notes near the one whose button was pressed."""
    chosen = await _chosen(request, services)
    if chosen is None:
        await say(request, lambda words: words.expired, services)
        return
    _, note = chosen
    hits = await services.assistant.related(note, await services.viewers.of(request))
    await send(request, [related_message(note, hits, await services.languages.of(request))], services)


async def explain(request: Request, services: Services) -> None:
    """What the note whose button was pressed says about the searched words."""
    chosen = await _chosen(request, services)
    if chosen is None:
        await say(request, lambda words: words.expired, services)
        return
    record, note = chosen
    await questions.answer(replace(request, text=record.text), services, within=note)


def page_message(page: Page, record: SearchRecord, *, private: bool, words: Wording, shared_by: str = "") -> Message:
    """One page of cards."""
    return search_message(
        page.result,
        query=record.text,
        page=page.number,
        more=page.more,
        request_id=record.id,
        private=private,
        deeper=record.plus,
        shared_by=shared_by,
        words=words,
    )


def page_number(request: Request, record: SearchRecord, *, default: int) -> int:
    """The page that a button names, from 1; never beyond the one after those that were shown."""
    if not request.detail.isdecimal():
        return default
    return min(max(1, int(request.detail)), len(record.shown) // PAGE_SIZE + 1)


async def _chosen(request: Request, services: Services) -> tuple[SearchRecord, NoteRef] | None:
    """The search and the note of it that a card's button names; None where they are not kept any more."""
    record = await services.records.search(request.subject)
    place = int(request.detail) if request.detail.isdecimal() else 0
    return (record, record.shown[place]) if record is not None and place < len(record.shown) else None


async def _show(request: Request, record: SearchRecord, number: int, services: Services) -> None:
    if record.user != request.user:
        # Shared results: another person may see other notes, and gets a list of their own.
        record = replace(record, id=request.id, user=request.user)
    viewer = await services.viewers.of(request)
    rules = await services.channels.of(request)
    page = await services.assistant.search(
        record.text, viewer, page=number, plus=record.plus, collections=rules.collections
    )
    shown = (*record.shown[: (number - 1) * PAGE_SIZE], *(hit.ref for hit in page.result.hits))
    await services.records.save_search(replace(record, shown=shown), now=time.time())
    words = await services.languages.of(request)
    await send(request, [page_message(page, record, private=True, words=words)], services)
