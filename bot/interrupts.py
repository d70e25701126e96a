"""Answers that are being written, by conversation, so that a person can stop them. Of this running bot alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Interrupts:
    """At most one answer a conversation is being written, since its questions are worked on one after the other."""

    def __init__(self) -> None:
        self._running: dict[str, Callable[[], None]] = {}

    @contextmanager
    def may_stop(self, conversation: str, stop: Callable[[], None]) -> Iterator[None]:
        """While the block runs, `stop` ends the answer of this conversation; an empty name has none."""
        if conversation:
            self._running[conversation] = stop
        try:
            yield
        finally:
            self._running.pop(conversation, None)

    def stop(self, conversation: str) -> bool:
        """End the answer that is being written there; False where none is."""
        stop = self._running.get(conversation)
        if stop is not None:
            stop()
        return stop is not None
