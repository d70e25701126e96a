"""How far a file's time can be trusted: one written a moment ago may be written again within the same tick."""

from __future__ import annotations

import time

TICK_NS = 2_000_000_000  # FAT counts in two seconds, some network shares in one; local disks far more finely


def time_to_remember(mtime_ns: int) -> int:
    """The file's time as an index keeps it: a nanosecond early where the file is too young to be trusted.

    So the next run looks at its bytes once more. Call it after reading them.
    """
    return mtime_ns if time.time_ns() - mtime_ns > TICK_NS else mtime_ns - 1
