"""Times of repeated work. What is compared runs in turns, so that a busy moment hits every side."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from knowledge.evaluation.metrics import percentile

Work = Callable[[str], Awaitable[object]]  # one question through one way of answering it


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Milliseconds of the same work, again and again; also of processor time, of all threads together."""

    milliseconds: Sequence[float]
    processor: Sequence[float] = ()

    @property
    def p50(self) -> float:
        return percentile(self.milliseconds, 0.5)

    @property
    def p95(self) -> float:
        return percentile(self.milliseconds, 0.95)

    @property
    def p99(self) -> float:
        return percentile(self.milliseconds, 0.99)

    @property
    def cpu(self) -> float:
        return percentile(self.processor, 0.5)


async def in_turns(ways: Mapping[str, Work], questions: Sequence[str], *, rounds: int = 1) -> dict[str, Times]:
    """Each question through each way, `rounds` times, after one round that is not counted."""
    taken: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in ways}
    for number in range(rounds + 1):
        for question in questions:
            for name, work in ways.items():
                started, worked = time.perf_counter(), time.process_time()
                await work(question)
                if number:
                    taken[name][0].append((time.perf_counter() - started) * 1_000)
                    taken[name][1].append((time.process_time() - worked) * 1_000)
    return {name: Times(milliseconds=wall, processor=cpu) for name, (wall, cpu) in taken.items()}


def best_of(work: Callable[[], object], rounds: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The shortest of several runs, in seconds: what the work costs where nothing disturbs it."""
    shortest = float("inf")
    for _ in range(rounds):
        started = clock()
        work()
        shortest = min(shortest, clock() - started)
    return shortest
