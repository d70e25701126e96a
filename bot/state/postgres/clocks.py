"""The server's clock, by which bots on several machines tell leases: their own need not agree."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clocks:
    """Our machine's clock beside the server's. `ahead_seconds`: how far the server's is known to be ahead."""

    def __init__(self, here: Callable[[], float] = time.time) -> None:
        self.here = here  # seconds since the epoch
        self.ahead_seconds = 0.0

    def compare(self, since: float, there: float) -> None:
        """The server has told its time `there` between `since`, by our clock, and now."""
        self.ahead_seconds = min(max(self.ahead_seconds, there - self.here()), there - since)
