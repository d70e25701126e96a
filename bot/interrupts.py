"""Answers that this bot is writing, so that a person can stop them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


def withdrawn(occasion: str) -> str:
    """The name of the answer to a question that nobody wants answered any more."""
    return f"occasion {occasion}"


def told(team: str, name: str) -> str:
    """That the answer of that name is to end, as bots tell each other."""
    return f"{team} {name}"


def heard(notice: str) -> tuple[str, str]:
    """Team and name of such a notice."""
    team, _, name = notice.partition(" ")
    return team, name


class Interrupts:
    """Each answer has names: its conversation, where its questions are worked on one after the other, and its own."""

    def __init__(self) -> None:
        self._running: dict[str, Callable[[], None]] = {}

    @contextmanager
    def may_stop(self, *names: str, stop: Callable[[], None]) -> Iterator[None]:
        """While the block runs, `stop` ends the answer of any of these names; an empty one names nothing."""
        running = dict.fromkeys(filter(None, names), stop)
        self._running |= running
        try:
            yield
        finally:
            for name in running:
                del self._running[name]

    def stop(self, name: str) -> bool:
        """End the answer of that name; False where none is being written."""
        stop = self._running.get(name)
        if stop is not None:
            stop()
        return stop is not None
