"""How much is allowed in a minute: calls that Slack takes of one method, which all answers share."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

_MINUTE = 60.0


class Allowance:
    """At most so many in any minute. What is not allowed now is left out or put off, never queued."""

    def __init__(self, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most
        self._clock = clock
        self._taken: deque[float] = deque()

    def take(self) -> bool:
        """Whether one more is allowed now; if so, it is counted."""
        now = self._clock()
        while self._taken and now - self._taken[0] >= _MINUTE:
            self._taken.popleft()
        if len(self._taken) >= self._most:
            return False
        self._taken.append(now)
        return True


class Pace:
    """How fast answers grow, all together. Posts of an answer's beginning count as updates."""

    def __init__(self, *, pause_seconds: float, part_seconds: float, streams_per_minute: int) -> None:
        self.pause_seconds = pause_seconds  # between two calls for one answer
        self.part_seconds = part_seconds  # then it goes on in another message
        # Slack's own ratio: 20 starts, 100 appends and 50 updates a minute.
        self.starts = Allowance(streams_per_minute)
        self.appends = Allowance(5 * streams_per_minute)
        self.updates = Allowance(2 * streams_per_minute)
