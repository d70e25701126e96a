"""How many processors this process may really use, and who gives way where they are few."""

from __future__ import annotations

import math
import os
import sys
import threading
from pathlib import Path

_NICER = 3  # than the thread that began it: where both want the same processor, half its share
_CGROUP_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def usable_cpus(quota: Path = _CGROUP_QUOTA) -> int:
    """Return the processors of this process's affinity, fewer if the container's quota (cgroup v2) is smaller."""
    affinity = getattr(os, "sched_getaffinity", None)
    allowed = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(allowed, _quota_cpus(quota)))


def give_way() -> None:
    """From now on this thread computes when threads that somebody waits for leave a processor free.

    Networks compute without Python's lock, so whoever acknowledges a question has to win the processor alone. Only
    Linux ranks threads one by one; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICER)


def _quota_cpus(quota: Path) -> int:
    """The quota in whole processors, rounded up; a very large number where there is none."""
    try:
        microseconds, period = quota.read_text().split()
        return math.ceil(int(microseconds) / int(period))
    except (OSError, ValueError):  # no cgroup v2, or the word "max"
        return 2**31
