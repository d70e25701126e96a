import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

import pytest

from bot.metrics import Metrics
from bot.state.database import StateDatabase
from bot.state.inbox import Claimed, Inbox, Taken
from bot.workers import Workers
from tests.bot.conftest import MakeRequest


@dataclass(slots=True)
class Desk:
    """Work that waits until it is released, and notes what happened."""

    open: asyncio.Event = field(default_factory=asyncio.Event)
    started: list[str] = field(default_factory=list)
    ended: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)
    together: str = ""  # such a request ends with the one before it
    most_at_once: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for it; asked again whenever work starts or ends. Raises TimeoutError."""
        async with asyncio.timeout(10):
            while not true():
                await self._changed.wait()

    async def work(self, taken: Taken) -> tuple[str, ...]:
        self.started.append(taken.request.text)
        self._change()
        self.most_at_once = max(self.most_at_once, len(self.started) - len(self.ended))
        await self.open.wait()
        self.ended.append(taken.request.text)
        self._change()
        return tuple(one.request.id for one in taken.behind if one.request.text == self.together)

    def _change(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def stop(self, taken: Taken) -> None:
        self.stopped.append(taken.request.text)


def workers_of(inbox: Inbox, desk: Desk, *, at_once: int = 100, lease_seconds: float = 15.0) -> Workers:
    return Workers(
        inbox, desk.work, desk.stop, owner="me", metrics=Metrics(), at_once=at_once, lease_seconds=lease_seconds
    )


async def running(workers: Workers, then: Callable[[], Awaitable[None]]) -> None:
    task = asyncio.create_task(workers.run())
    try:
        await then()
    finally:
        task.cancel()
        await asyncio.wait([task])


async def test_questions_of_one_thread_are_worked_on_in_order(inbox: Inbox, request_of: MakeRequest) -> None:
    desk = Desk()
    workers = workers_of(inbox, desk)
    for number in range(3):
        workers.submit(Claimed(request=request_of(f"{number}.1", thread_ts="9.0", text=str(number))))
    await desk.until(lambda: desk.started == ["0"])
    desk.open.set()
    await workers.stop(grace_seconds=10)
    assert (desk.started, desk.most_at_once) == (["0", "1", "2"], 1)


async def test_what_was_answered_with_another_is_not_worked_on_again(inbox: Inbox, request_of: MakeRequest) -> None:
    desk = Desk(together="2")
    workers = workers_of(inbox, desk)
    for number in range(4):
        workers.submit(Claimed(request=request_of(f"{number}.1", thread_ts="9.0", text=str(number))))
    await desk.until(lambda: desk.started == ["0"])
    desk.open.set()
    await workers.stop(grace_seconds=10)
    assert desk.started == ["0", "1", "3"]


async def test_different_threads_are_worked_on_together_up_to_the_bound(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    desk = Desk()
    workers = workers_of(inbox, desk, at_once=3)
    for number in range(8):
        workers.submit(Claimed(request=request_of(f"{number}.1", text=str(number))))
    await desk.until(lambda: len(desk.started) == 3)
    desk.open.set()
    await workers.stop(grace_seconds=10)
    assert sorted(desk.ended) == [str(number) for number in range(8)]
    assert desk.most_at_once == 3


async def test_what_a_dead_bot_left_is_worked_on(inbox: Inbox, request_of: MakeRequest) -> None:
    desk = Desk()
    desk.open.set()
    await inbox.claim(request_of(text="left"), owner="dead", lease_until=0.0)

    async def then() -> None:
        await desk.until(lambda: desk.ended == ["left"])

    await running(workers_of(inbox, desk), then)
    assert desk.ended == ["left"]


@dataclass(slots=True)
class Clock:
    passed: float = 0.0

    def monotonic(self) -> float:
        return self.passed

    def time(self) -> float:
        return time.time()


class Outage(Inbox):
    """A state whose server is away at the first extension, for so long that every lease has run out."""

    def __init__(self, database: StateDatabase, clock: Clock) -> None:
        super().__init__(database)
        self._clock = clock
        self.asked: list[str] = []
        self.asked_enough = asyncio.Event()

    async def extend(self, owner: str, request_ids: Sequence[str], lease_until: float) -> None:
        self._clock.passed += 0.0 if self.asked else 20.0
        self.asked.append("extend")

    async def take_over(self, owner: str, *, now: float, lease_until: float) -> list[Taken]:
        self.asked.append("take over")
        self.asked_enough.set()
        return []


@pytest.mark.promise("every-request-has-one-outcome")
async def test_after_an_outage_every_bot_extends_its_leases_before_anybody_takes_over(
    database: StateDatabase, request_of: MakeRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("bot.workers.time", clock)
    inbox = Outage(database, clock)
    desk = Desk()
    workers = workers_of(inbox, desk, lease_seconds=0.03)
    workers.submit(Claimed(request=request_of()))

    async def then() -> None:
        async with asyncio.timeout(10):
            await inbox.asked_enough.wait()

    await running(workers, then)
    assert inbox.asked == ["extend", "extend", "extend", "take over"]
    desk.open.set()
    await workers.stop(grace_seconds=10)


async def test_stopping_says_so_to_those_at_work_and_those_in_line(inbox: Inbox, request_of: MakeRequest) -> None:
    desk = Desk()
    workers = workers_of(inbox, desk)
    for number in range(2):
        workers.submit(Claimed(request=request_of(f"{number}.1", thread_ts="9.0", text=str(number))))
    await desk.until(lambda: desk.started == ["0"])
    await workers.stop(grace_seconds=0)
    assert sorted(desk.stopped) == ["0", "1"]
    assert desk.ended == []
