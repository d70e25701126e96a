"""Stages note what they did into the trace that is open around them; where none is, nothing happens."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from knowledge.ports import Task, Usage
from knowledge.traces.values import Asked, ModelCall, Origin, Outcome, Step, Trace, TraceSink

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class _Open:
    """A stage that is still running. Stages at the same time add to their common parent, from several threads."""

    name: str
    started: float
    figures: dict[str, Any] = field(default_factory=dict)
    calls: list[ModelCall] = field(default_factory=list)
    inner: list[_Open] = field(default_factory=list)
    seconds: float = 0.0
    failed: str = ""


# The two values that this module keeps, both of the running task alone: tasks and `asyncio.to_thread` copy them from
# whoever starts them. A recorder handed through every function on the way would burden all that is never traced.
_current: ContextVar[_Open | None] = ContextVar("footnote_stage", default=None)
_origin: ContextVar[Origin | None] = ContextVar("footnote_origin", default=None)
_NOTHING: AbstractContextManager[None] = nullcontext()


def tracing() -> bool:
    """Whether a trace is open: for figures that cost something to make."""
    return _current.get() is not None


def stage(name: str, **figures: Any) -> AbstractContextManager[None]:  # noqa: ANN401 - see `values.Figures`
    """Time what happens in the block as a stage of the open trace. What is raised passes through and is noted."""
    around = _current.get()
    return _NOTHING if around is None else _timed(around, _Open(name=name, started=0.0, figures=figures))


def staged(name: str) -> Callable[[Callable[P, Awaitable[T]]], Callable[P, Awaitable[T]]]:
    """Make every call of a coroutine function a stage of that name."""

    def wrap(work: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        @wraps(work)
        async def timed(*arguments: P.args, **named: P.kwargs) -> T:
            with stage(name):
                return await work(*arguments, **named)

        return timed

    return wrap


def note(**figures: Any) -> None:  # noqa: ANN401 - see `values.Figures`
    """Add figures to the stage that is running."""
    if (running := _current.get()) is not None:
        running.figures.update(figures)


def note_usage(model: str, task: Task, usage: Usage) -> None:
    """Add a model call to the stage that is running."""
    if (running := _current.get()) is not None:
        call = ModelCall(
            task=task,
            model=model,
            prompt_tokens=usage.prompt_tokens,
            completion_tokens=usage.completion_tokens,
            dollars=usage.dollars,
        )
        running.calls.append(call)


@contextmanager
def asked_from(origin: Origin) -> Iterator[None]:
    """What is asked in the block comes from there."""
    token = _origin.set(origin)
    try:
        yield
    finally:
        _origin.reset(token)


class Recording:
    """A trace while it is open, or nothing where none is wanted."""

    def __init__(self, trace_id: str = "") -> None:
        self.id = trace_id
        self.outcome = Outcome()

    def end(self, outcome: Callable[[], Outcome]) -> None:
        """Say how it ended; the outcome is made only where it is kept."""
        if self.id:
            self.outcome = outcome()


@contextmanager
def recorded(asked: Asked, sink: TraceSink | None) -> Iterator[Recording]:
    """Record the block and hand the trace to the sink at its end, whatever that end is.

    Without a sink nothing is recorded; inside another trace the block is one of its stages.
    """
    if sink is None or tracing():
        with stage(asked.kind):
            yield Recording()
        return
    origin = _origin.get() or Origin()
    recording, started = Recording(origin.id or secrets.token_hex(8)), datetime.now(UTC)
    root = _Open(name=asked.kind, started=time.perf_counter())
    try:
        with _timed(None, root):
            yield recording
    except BaseException as error:
        recording.outcome = Outcome(failed=type(error).__name__)
        raise
    finally:
        sink.keep(
            Trace(
                id=recording.id,
                started=started,
                origin=origin,
                asked=asked,
                outcome=recording.outcome,
                root=_frozen(root, root.started),
            )
        )


@contextmanager
def _timed(around: _Open | None, one: _Open) -> Iterator[None]:
    one.started = time.perf_counter()
    if around is not None:
        around.inner.append(one)
    token = _current.set(one)
    try:
        yield
    except BaseException as error:
        one.failed = type(error).__name__
        raise
    finally:
        _current.reset(token)
        one.seconds = time.perf_counter() - one.started


def _frozen(one: _Open, beginning: float) -> Step:
    """The stage as it is now: what still runs in the background adds nothing any more."""
    return Step(
        name=one.name,
        at=one.started - beginning,
        seconds=one.seconds or time.perf_counter() - one.started,
        figures=dict(one.figures),
        calls=tuple(one.calls),
        steps=tuple(_frozen(inner, beginning) for inner in list(one.inner)),
        failed=one.failed,
    )
