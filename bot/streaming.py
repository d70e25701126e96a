"""An answer that grows in Slack while it is written.

It is a stream as long as Slack takes one: steady appends, and another message before Slack ends the first. Whatever
goes wrong, the words so far go on by post and update, and what is not whole at the end is put in order by whoever
posts the answer: the ledger knows every message that was begun.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Literal, Self

from slack_sdk.errors import SlackApiError

from bot.blocks.continuing import fitting, seam, whole_rows
from bot.blocks.message import Block, markdown, pack
from bot.client import UNREACHABLE, failure
from bot.errors import StateUnavailable
from bot.growing import Growing
from bot.metrics import Metrics
from bot.pacing import Pace
from bot.text import Piecewise, size
from knowledge.errors import ModelError
from knowledge.faults import fault

OPEN_CHARS = 256  # a shorter answer is posted at once
PART_LIMIT = 9_000  # UTF-16 units of text in one stream: its sources find room beside them
FINISH_SECONDS = 10.0  # for the call under way, before the end is posted instead
LEAVE_SECONDS = 2.0
_FAILURES = (SlackApiError, StateUnavailable, *UNREACHABLE)
_log = logging.getLogger(__name__)


class Unwanted(ModelError):
    """Somebody stopped the answer."""


class Stream:
    """`async with Stream(...) as stream`: feed it with `add`, end it with `finish`. One task makes all its calls."""

    def __init__(self, growing: Growing, *, pace: Pace, metrics: Metrics) -> None:
        self._growing, self._pace, self._metrics = growing, pace, metrics
        # "post": by post and update; "nothing": the end says it all.
        self._mode: Literal["stream", "post", "nothing"] = "stream" if growing.place.thread_ts else "post"
        self._raw, self._inert = "", Piecewise()
        self._text, self._shown = "", 0  # what may be shown, and how many characters of it are
        self._ts, self._opening, self._start, self._since = "", "", 0, 0.0  # the message that grows now
        self._sealed = False
        self._news, self._closing = asyncio.Event(), asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self.stopped = False  # a person wants no more of it
        self._told = False

    async def __aenter__(self) -> Self:
        self._pump = asyncio.create_task(self._run())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close(within_seconds=LEAVE_SECONDS)

    @property
    def begun(self) -> bool:
        """Whether words of the answer have come."""
        return bool(self._raw)

    @property
    def open(self) -> bool:
        """Whether there is a stream that `finish` may complete."""
        return self._mode == "stream" and bool(self._growing.stamps)

    async def add(self, piece: str) -> None:
        """Take the next words of the answer. Raises Unwanted, once, where it was stopped."""
        self._raw += piece
        self._text += self._inert.feed(piece)
        self._news.set()
        if self.stopped and not self._told:
            self._told = True
            raise Unwanted

    async def close(self, *, within_seconds: float = FINISH_SECONDS) -> None:
        """Let it grow no more; the call under way may end, since nobody knows what comes of a broken one."""
        self._closing.set()
        self._news.set()
        if self._pump is None:
            return
        done, late = await asyncio.wait([self._pump], timeout=within_seconds)
        for task in late:
            task.cancel()
            await asyncio.wait([task])
        if late or any(task.cancelled() for task in done):
            self._mode = "nothing"

    async def finish(self, text: str, tail: Sequence[Block]) -> str:
        """Complete the stream with the rest of `text`, and with `tail` below it; the first message's timestamp.

        Empty where that cannot be done: then the answer has to be posted over what was begun.
        """
        await self.close()
        if not self.open or not text.startswith(self._raw):
            return ""
        self._text += self._inert.finish(text[len(self._raw) :])
        try:
            return self._growing.stamps[0] if await self._complete(tail) else ""
        except _FAILURES as error:
            self._fail(error)
            return ""

    async def _complete(self, tail: Sequence[Block]) -> bool:
        while size(self._part) + size(self._left) > PART_LIMIT or (self._left and not self._ts):
            await self._grow(self._next(at_end=True))
        if not self._ts or len(pack([markdown(self._part + self._left), *tail])) > 1:
            return False
        await self._growing.stop(self._ts, self._left, blocks=tail, whole=True)
        self._metrics.streams.labels("finished").inc()
        return True

    async def _run(self) -> None:
        while not self._closing.is_set():
            await _set_within(self._news, self._seconds_left())
            self._news.clear()
            if not self._closing.is_set():
                await self._step()
            if not self._short:
                await _set_within(self._closing, self._pace.pause_seconds)

    async def _step(self) -> None:
        try:
            if self._mode == "stream":
                await self._grow(self._next())
            elif self._mode == "post":
                await self._show()
        except _FAILURES as error:
            self._fail(error)
        except Exception as error:  # noqa: BLE001 - the answer is posted whole, whatever this was
            _log.error("An answer cannot grow: %s", fault(error))
            self._mode = "nothing"
        if self._left and not self._short and self._mode != "nothing":
            self._news.set()  # the rest, after a pause

    def _fail(self, error: Exception) -> None:
        reason = failure(error)
        self._metrics.streams.labels("failed").inc()
        self._metrics.stream_failures.labels(reason or "unknown").inc()
        self.stopped = self.stopped or reason == "stopped_by_user"
        goes_on = self._mode == "stream" and not self.stopped and not self._growing.uncertain
        self._mode = "post" if goes_on else "nothing"

    async def _grow(self, piece: str) -> None:
        """Append, or begin a message, or end one that is full or old."""
        if self._ts and (self._seconds_left() == 0 or (self._left and not piece and self._full)):
            await self._roll()
        elif piece and self._ts and (self._closing.is_set() or self._pace.appends.take()):
            await self._growing.append(self._ts, piece)
            self._shown += len(piece)
        elif piece and not self._ts:
            await self._open(piece)

    async def _open(self, piece: str) -> None:
        if not self._growing.stamps and not self._pace.starts.take():
            self._mode = "post"
            return
        self._ts = await self._growing.start(self._opening + piece)
        self._start, self._since = self._shown, time.monotonic()
        self._shown += len(piece)
        self._metrics.streams.labels("started").inc()

    async def _roll(self) -> None:
        """End this message; the next words begin another."""
        closing, opening = seam(self._part)
        await self._growing.stop(self._ts, closing, part=True)
        self._ts, self._opening, self._start = "", opening, self._shown

    async def _show(self) -> None:
        """The words so far, in a message that is written anew each time."""
        if not self._left or (not self._ts and self._short) or not self._pace.updates.take():
            return
        shown = len(self._text)
        said = self._opening + self._text[self._start : shown]
        if not self._ts:
            self._ts, self._sealed = await self._growing.post(said), True
        else:
            if not self._sealed:
                await self._growing.seal(self._ts)
                self._sealed = True
            await self._growing.rewrite(self._ts, said)
        self._shown = shown

    @property
    def _left(self) -> str:
        return self._text[self._shown :]

    @property
    def _part(self) -> str:
        """What the message that grows now says."""
        return self._opening + self._text[self._start : self._shown]

    @property
    def _short(self) -> bool:
        return not self._growing.stamps and len(self._text) < OPEN_CHARS

    @property
    def _full(self) -> bool:
        return not self._next(at_end=True)

    def _next(self, *, at_end: bool = False) -> str:
        """What can be shown now; an answer that may stay short waits."""
        if self._short:
            return ""
        ready = self._left if at_end else whole_rows(self._part, self._left)
        piece = fitting(ready, PART_LIMIT - size(self._part), tear=not self._ts)
        if len(piece) < len(ready):
            piece = whole_rows(self._part, piece)
        return piece if piece or self._ts else ready[: PART_LIMIT // 2]  # one endless word is torn

    def _seconds_left(self) -> float | None:
        """Until the message has to be ended; None where no stream is open."""
        if not self._ts or self._mode != "stream":
            return None
        return max(0.0, self._since + self._pace.part_seconds - time.monotonic())


async def _set_within(event: asyncio.Event, seconds: float | None) -> None:
    """Until the event is set, or the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
