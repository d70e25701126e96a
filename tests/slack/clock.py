"""A clock that tests move by hand, so that "30 minutes later" takes no time."""

import time


class Clock:
    """Seconds since the epoch. Stands still until `advance` is called, unless it is `ticking`."""

    def __init__(self, *, ticking: bool = False) -> None:
        self._ticking = ticking
        self._start = time.time()
        self._advanced_seconds = 0.0

    def now(self) -> float:
        base = time.time() if self._ticking else self._start
        return base + self._advanced_seconds

    def advance(self, seconds: float) -> None:
        if seconds < 0:
            raise ValueError("a clock cannot be moved back")
        self._advanced_seconds += seconds
