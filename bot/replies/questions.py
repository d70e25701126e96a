"""A question gets one cited answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from slack_sdk.errors import SlackApiError

from bot import text
from bot.blocks import answer_message, sentence_message
from bot.client import slack_reason
from bot.digest.questions import Asked
from bot.earlier import said_before
from bot.interrupts import withdrawn
from bot.origin import opaque, surface_of
from bot.replies.sending import post_once, say
from bot.replies.status import Status
from bot.replies.streams import end, growing
from bot.requests import Request
from bot.rules import ChannelRules
from bot.services import Services
from bot.state.records import AnswerRecord
from bot.streaming import Stream
from bot.text import Wording
from knowledge.answering.answerer import BROKE_OFF
from knowledge.remarks import Remark, exchanged
from knowledge.types import Answer, NoteRef

STOPPED_HERE = Remark("Stopped on request, so this answer is incomplete.")
NOT_A_MEMBER = {"not_in_channel", "channel_not_found", "restricted_action"}


class _Writing:
    """An answer on its way: what Slack shows of it, and whether somebody stopped it."""

    def __init__(self, status: Status, stream: Stream | None, words: Wording) -> None:
        self.words = words
        self._status = status
        self._stream = stream
        self._stopped = False

    @property
    def stopped(self) -> bool:
        return self._stopped or (self._stream is not None and self._stream.stopped)

    def read(self, notes: int) -> None:
        self._status.say(self.words.counted(self.words.reading, notes))

    async def text(self, piece: str) -> None:
        self._status.say(self.words.writing)
        if self._stream is not None:
            await self._stream.add(text.answer_text(piece, self.words))

    def stop(self, asking: asyncio.Future[Answer]) -> None:
        """End it with what is there; where nothing is, at once."""
        self._stopped = True
        if self._stream is not None:
            self._stream.stopped = True
        if self._stream is None or not self._stream.begun:
            asking.cancel()


async def answer(request: Request, services: Services, *, within: NoteRef | None = None) -> None:
    """Answer where the question was asked; a visible command opens a thread first. `within`: from that note alone."""
    if not request.ephemeral and not request.message_ts:
        request = await _ask_aloud(request, services)
    rules = await services.channels.of(request)
    # Others must be able to read the question, else those who are called find nothing.
    escalate = bool(rules.escalation) and (request.shared or bool(request.message_ts))
    words = await services.languages.of(request)
    async with Status(request, services, words) as status, growing(request, services) as stream:
        record = await services.records.answer(request.id)
        if record is None or record.shared != request.shared:
            # After a crash a visible command may have become a private one, or the other way round.
            record = await _ask(request, services, _Writing(status, stream, words), within, rules)
        if record is None:
            # Of a question that somebody took back no word is left.
            if await services.inbox.owns(services.owner, request.id):
                await say(request, lambda words: words.stopped_before, services)
            return
        # In a thread: a hundred answers that are ready at once must not hold back an acknowledgement.
        messages = await asyncio.to_thread(
            answer_message,
            record.answer,
            request_id=request.id,
            private=request.ephemeral,
            escalate=escalate,
            words=words,
        )
        with services.metrics.stage("deliver"):
            await end(request, record.answer, messages, stream, services, escalate=escalate, words=words)
    await services.assistant.remember(
        request.conversation, request.id, question=request.question, answer=record.answer
    )


async def _ask(
    request: Request, services: Services, writing: _Writing, within: NoteRef | None, rules: ChannelRules
) -> AnswerRecord | None:
    """The answer, kept; None where a person stopped it before its first word."""
    given = await _stoppable(request, services, writing, within, rules)
    if given is None:
        return None
    if writing.stopped:
        given = replace(given, degraded=exchanged(given.degraded, BROKE_OFF, STOPPED_HERE))
    given = replace(given, notices=(*given.notices, *_notices(request, writing.words)))
    services.metrics.answers.labels(surface_of(request), given.mode).inc()
    record = AnswerRecord(
        id=request.id,
        user=request.user,
        channel=request.channel,
        question=request.question,
        answer=given,
        shared=request.shared,
        thread_ts=request.thread_ts or request.message_ts,
        others=tuple({one.user for one in request.others} - {request.user}),
        team=request.team,
    )
    await _note_unanswered(request, given, services)
    # Kept before it is sent: after a crash the same answer goes out, not a second opinion.
    await services.records.save_answer(record, now=time.time())
    return record


async def _stoppable(
    request: Request, services: Services, writing: _Writing, within: NoteRef | None, rules: ChannelRules
) -> Answer | None:
    """The answer, or as much of it as there was when a person stopped it; None where no word was written."""
    viewer = await services.viewers.of(request)
    asking = asyncio.ensure_future(
        services.assistant.ask(
            request.question,
            viewer,
            conversation=request.conversation,
            earlier=partial(said_before, request, services.client, limit=services.conversations.history_turns),
            on_text=writing.text,
            on_read=writing.read,
            within=within,
            collections=rules.collections,
            instructions=rules.instructions,
        )
    )
    with services.interrupts.may_stop(
        request.conversation, withdrawn(request.occasion), stop=partial(writing.stop, asking)
    ):
        try:
            return await asking
        except asyncio.CancelledError:
            if writing.stopped and asking.cancelled():
                return None
            raise


def _notices(request: Request, words: Wording) -> Iterator[str]:
    """What whoever asked must know of how this was asked."""
    if request.others:
        yield text.together(1 + len(request.others), words)
    if any(one.with_files for one in (request, *request.others)):
        yield words.files_not_read


async def _note_unanswered(request: Request, given: Answer, services: Services) -> None:
    """Keep what the notes do not answer for the digest, where that tells of it."""
    if services.digests is None or given.mode != "none":
        return
    for one in (request, *request.others):
        asked = Asked(id=one.id, question=one.text, person=opaque(one.user))
        await services.digests.questions.note(asked, now=time.time())


async def _ask_aloud(request: Request, services: Services) -> Request:
    """The request as one of a thread under the posted question; private where the bot may not post."""
    words = await services.languages.of(request)
    question = sentence_message(text.asked(request.user, request.text, words))
    try:
        thread_ts = await post_once(
            request.channel,
            "",
            [question],
            services,
            delivery_id=f"{request.id}-question",
            since=request.no_reply_before,
        )
    except SlackApiError as error:
        if slack_reason(error) not in NOT_A_MEMBER:
            raise
        return replace(request, ephemeral=True)
    aloud = replace(request, thread_ts=thread_ts)
    rules = await services.channels.of(aloud)
    await services.conversations.engage(
        aloud.conversation, since=float(thread_ts), only_mentions=rules.follow_up == "mention"
    )
    return aloud
