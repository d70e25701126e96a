"""*Share*: what one person saw is shown to others, if they all may see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from slack_sdk.errors import SlackApiError

from bot import text
from bot.blocks import Message, answer_message
from bot.client import slack_reason
from bot.replies.questions import NOT_A_MEMBER
from bot.replies.searches import page_message, page_number
from bot.replies.sending import post_once, say
from bot.requests import Request
from bot.services import Services
from knowledge.types import Citation, Hit, NoteRef


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parcel:
    """What is to be shared, and the notes that it shows."""

    id: str
    messages: tuple[Message, ...]
    notes: tuple[tuple[NoteRef, str], ...]  # with their titles


async def share_answer(request: Request, services: Services) -> None:
    """Show a private answer where it was asked."""
    record = await services.records.answer(request.subject)
    if record is None or record.user != request.user:
        await say(request, lambda words: words.expired, services)
        return
    words = await services.languages.of(replace(request, ephemeral=False))
    # Notices name the collections that exist for the person who asked, and others may not even know of them.
    answer = replace(record.answer, notices=())
    messages = answer_message(
        answer, request_id=record.id, private=False, question=record.question, shared_by=request.user, words=words
    )
    shown: tuple[Citation | Hit, ...] = (*answer.citations, *answer.nearest)
    notes = tuple((one.ref, one.title) for one in shown)
    await _share(request, _Parcel(id=record.id, messages=tuple(messages), notes=notes), services)


async def share_results(request: Request, services: Services) -> None:
    """Show one page of results, as the person who presses sees it now."""
    record = await services.records.search(request.subject)
    if record is None:
        await say(request, lambda words: words.expired, services)
        return
    number = page_number(request, record, default=1)
    viewer = await services.viewers.of(request)
    rules = await services.channels.of(request)
    page = await services.assistant.search(
        record.text, viewer, page=number, plus=record.plus, collections=rules.collections
    )
    page = replace(page, result=replace(page.result, notices=()))  # as with answers
    words = await services.languages.of(replace(request, ephemeral=False))
    message = page_message(page, record, private=False, shared_by=request.user, words=words)
    notes = tuple((hit.ref, hit.title) for hit in page.result.hits)
    await _share(request, _Parcel(id=f"{record.id}-{number}", messages=(message,), notes=notes), services)


async def _share(request: Request, parcel: _Parcel, services: Services) -> None:
    """Every note is checked again, for everybody who reads that channel."""
    viewer = await services.viewers.at(request.user, request.channel, shared=not request.direct)
    hidden = services.assistant.hidden((ref for ref, _ in parcel.notes), viewer)
    if hidden:
        await say(request, partial(text.may_not_share, _titles(parcel.notes, hidden)), services)
        return
    await say(request, await _post(request, parcel, services), services)


async def _post(request: Request, parcel: _Parcel, services: Services) -> text.Sentence:
    """Post it and return what to tell the person who pressed; a second press posts nothing new."""
    try:
        await post_once(
            request.channel,
            request.thread_ts,
            parcel.messages,
            services,
            delivery_id=f"share-{parcel.id}-{request.channel}",
            since=0.0,
        )
    except SlackApiError as error:
        if slack_reason(error) not in NOT_A_MEMBER:
            raise
        return lambda words: words.not_in_channel
    return lambda words: words.shared


def _titles(notes: Sequence[tuple[NoteRef, str]], hidden: Iterable[NoteRef]) -> tuple[str, ...]:
    names = dict(notes)
    return tuple(names[ref] for ref in hidden)
