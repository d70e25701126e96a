"""*Save thread as a note*: a draft in a modal, then a file in the inbox collection, once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from slack_sdk.errors import SlackApiError

from bot import text
from bot.blocks import draft_view, sentence_view, waiting_view
from bot.client import UNREACHABLE, next_cursor, slack_reason
from bot.replies.sending import say
from bot.requests import Request
from bot.services import Services
from bot.shelf import Shelf
from bot.threads import Draft, drafted, people_in

CLOSED = "not_found"  # Slack's word for a modal that the person has closed meanwhile
_MOST_MESSAGES, _PAGE_SIZE = 1_000, 200
_SILENT = (SlackApiError, *UNREACHABLE)


async def show_draft(request: Request, services: Services) -> None:
    """Open the modal with what the thread says; where Slack opens none, say so."""
    shelf, client, words = services.shelf, services.client, await services.languages.of(request)
    if shelf is None:
        await say(request, lambda words: words.no_inbox, services)
        return
    try:
        opened = await client.views_open(trigger_id=request.trigger_id, view=waiting_view(words))
    except SlackApiError:
        await say(request, lambda words: words.no_window, services)
        return
    view = await _view(request, shelf, services, words)
    try:
        await client.views_update(view_id=opened["view"]["id"], view=view)
    except SlackApiError as error:
        if slack_reason(error) != CLOSED:
            raise


async def save(request: Request, services: Services) -> None:
    """Write the note that was sent off, and tell where it is. Raises NoteNotWritten."""
    shelf = services.shelf
    if shelf is None:
        await say(request, lambda words: words.no_inbox, services)
    elif not await _may_save(request, shelf, services):
        await say(request, lambda words: words.may_not_save, services)
    else:
        saved = await shelf.put(request.detail, request.text)
        place = f"{saved.ref.collection}/{saved.ref.path}"
        await say(request, partial(text.saved, request.subject, place, saved.url), services)


async def _view(request: Request, shelf: Shelf, services: Services, words: text.Wording) -> dict[str, Any]:
    if not await _may_save(request, shelf, services):
        return sentence_view(words.may_not_save, words)
    draft = await _draft(request, services)
    if not draft.text:
        return sentence_view(words.no_words, words)
    return draft_view(draft, shelf.name, {"channel": request.channel, "thread": request.thread_ts}, words)


async def _may_save(request: Request, shelf: Shelf, services: Services) -> bool:
    """Whether that person is one of ours, reads the inbox there, and is among those who may write."""
    if request.outside or not shelf.open_to(await services.viewers.of(request)):
        return False
    return not shelf.writers or await services.viewers.is_among(request.user, shelf.writers)


async def _draft(request: Request, services: Services) -> Draft:
    root = request.thread_ts or request.message_ts
    # What the shortcut itself told of the message, for where the thread cannot be read.
    chosen = {"ts": request.message_ts, "user": request.subject, "text": request.text}
    messages, whole = await _messages(request.channel, root, services)
    names = await services.people.names(people_in(messages or [chosen]))
    source = await _permalink(request.channel, root, services)
    return drafted(messages or [chosen], names, source=source, partial=not whole)


async def _messages(channel: str, root: str, services: Services) -> tuple[Sequence[Mapping[str, Any]], bool]:
    """The thread, oldest first, and whether that is all of it; none where Slack does not tell."""
    found: list[Mapping[str, Any]] = []
    cursor = ""
    while len(found) < _MOST_MESSAGES:
        try:
            page = await services.client.conversations_replies(
                channel=channel, ts=root, limit=_PAGE_SIZE, cursor=cursor or None
            )
        except _SILENT:
            return found, False
        seen = {one["ts"] for one in found}  # each page begins with the thread's first message
        found += [one for one in page["messages"] if one["ts"] not in seen]
        cursor = next_cursor(page)
        if not cursor:
            return found, True
    return found, False


async def _permalink(channel: str, ts: str, services: Services) -> str:
    try:
        return str((await services.client.chat_getPermalink(channel=channel, message_ts=ts))["permalink"])
    except _SILENT:
        return ""
