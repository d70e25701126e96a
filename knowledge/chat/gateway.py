"""Model calls on an event loop of their own: deadlines, retries, cancellation, and only our errors."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from knowledge.chat import failures
from knowledge.chat.attempts import persist
from knowledge.chat.characters import Characters, whole
from knowledge.chat.library import Library, ResponseStream, Row, Target, usage_of
from knowledge.chat.loop_thread import LoopThread, Pipe
from knowledge.chat.thinking import ThinkingFilter, without_thinking
from knowledge.errors import ModelError
from knowledge.ports import Task, Usage

T = TypeVar("T")

# Preparing a call is a burst of CPU work (about 10 ms): no more than these at once keep other threads responsive.
_STARTS = 8
# A server may send nothing before its first word, so a call keeps its place among the starts no longer than this.
_START_SECONDS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A whole chat reply."""

    text: str
    usage: Usage


class ModelGateway:
    """Calls models through LiteLLM. One a process; its methods may be called from any event loop.

    Each raises ModelError, and nothing that a server or LiteLLM said is in it. `options` are LiteLLM's own arguments.
    Cancelling a call closes its connection.
    """

    def __init__(self) -> None:
        self._thread = LoopThread("footnote-models")
        self._starts = asyncio.Semaphore(_STARTS)
        self._library: Library | None = None

    async def warm(self) -> None:
        """Import LiteLLM now (seconds of CPU time, in the models' thread) instead of at the first call."""
        await self._thread.submit(self._warmed())

    async def missing_keys(self, target: Target) -> tuple[str, ...]:
        """Environment variables that the model's provider reads and that are not set."""
        return await self._thread.submit(self._missing_keys(target))

    async def stream(
        self, target: Target, task: Task, options: Mapping[str, Any], *, on_usage: Callable[[Usage], None]
    ) -> AsyncIterator[str]:
        """Yield a chat reply's text as it arrives, without reasoning. Raises ModelCut once text has arrived."""
        pipe = Pipe()
        work = self._thread.submit(self._stream(target, task, options, pipe.put))
        work.add_done_callback(lambda _: pipe.close())
        try:
            async for text in pipe:
                yield text
            on_usage(await work)
        finally:
            if not work.cancel() and not work.cancelled():
                work.exception()  # raised already, or of no interest to a caller who left

    async def complete(self, target: Target, task: Task, options: Mapping[str, Any]) -> Reply:
        """Return a whole chat reply without reasoning; its text may be empty."""
        return await self._thread.submit(self._complete(target, task, options))

    async def embed(self, target: Target, task: Task, options: Mapping[str, Any]) -> tuple[Sequence[Row], Usage]:
        """Return the vectors as the server gave them, in its order, unchecked; and what they cost."""
        return await self._thread.submit(self._embed(target, task, options))

    async def close(self) -> None:
        """Cancel running calls and close every connection."""
        if self._library is not None:
            await self._thread.submit(self._library.close())
        await self._thread.stop()

    # Everything below runs on the models' thread.

    async def _loaded(self) -> Library:
        if self._library is None:
            self._library = Library()
        return self._library

    async def _warmed(self) -> None:
        await (await self._loaded()).rehearse()

    async def _missing_keys(self, target: Target) -> tuple[str, ...]:
        return (await self._loaded()).missing_keys(target)

    async def _stream(
        self, target: Target, task: Task, options: Mapping[str, Any], put: Callable[[str], None]
    ) -> Usage:
        sent: list[str] = []

        def send(text: str) -> None:
            if text:
                sent.append(text)
                put(text)

        async def attempt(library: Library) -> Usage:
            return await _pump(await self._begin(library.stream(target, task, options)), target, send)

        try:
            return await self._call(target, attempt, may_repeat=lambda: not sent)
        except ModelError as problem:
            error = failures.cut(problem, target.model, "".join(sent)) if sent else problem
        raise error

    async def _complete(self, target: Target, task: Task, options: Mapping[str, Any]) -> Reply:
        async def attempt(library: Library) -> Reply:
            response = await self._begin(library.complete(target, task, options))
            choice = next(iter(response.choices), None)
            text = without_thinking(whole((choice.message.content if choice else None) or ""))
            if choice and choice.finish_reason == "length":
                raise failures.at_limit(target.model, text)
            return Reply(text=text, usage=usage_of(response) or Usage())

        return await self._call(target, attempt)

    async def _embed(self, target: Target, task: Task, options: Mapping[str, Any]) -> tuple[Sequence[Row], Usage]:
        return await self._call(target, lambda library: self._begin(library.embed(target, task, options)))

    async def _call(
        self,
        target: Target,
        attempt: Callable[[Library], Awaitable[T]],
        *,
        may_repeat: Callable[[], bool] = lambda: True,
    ) -> T:
        library = await self._loaded()
        missing = library.missing_keys(target)

        def read(problem: Exception) -> failures.Failure:
            # With an address of the team's own a key was sent, if only a stand-in.
            needed = () if target.api_base else missing
            return failures.read(problem, model=target.model, address=target.api_base, missing_keys=needed)

        return await persist(
            lambda: attempt(library),
            timeout_seconds=target.timeout_seconds,
            too_slow=failures.too_slow(target.model, target.timeout_seconds),
            read=read,
            may_repeat=may_repeat,
        )

    async def _begin(self, call: Coroutine[Any, Any, T]) -> T:
        async with self._starts:
            task = asyncio.ensure_future(call)
            try:
                await asyncio.wait({task}, timeout=_START_SECONDS)
            except asyncio.CancelledError:
                task.cancel()
                raise
        return await task


async def _pump(stream: ResponseStream, target: Target, send: Callable[[str], None]) -> Usage:
    """Send on a stream's text; closes the stream however that ends."""
    characters, thinking, usage, finish = Characters(), ThinkingFilter(), Usage(), None
    try:
        async for chunk in stream:
            usage = usage_of(chunk) or usage
            for choice in chunk.choices[:1]:
                send(thinking.feed(characters.feed(choice.delta.content or "")))
                finish = choice.finish_reason or finish
        send(thinking.feed(characters.end()))
        send(thinking.end())
    finally:
        await stream.aclose()
    if finish == "length":
        raise failures.at_limit(target.model)
    return usage
