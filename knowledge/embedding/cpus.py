"""How many processors this process may really use: in a container that is less than the machine has."""

from __future__ import annotations

import math
import os
from pathlib import Path

_CGROUP_QUOTA = Path("/sys/fs/cgroup/cpu.max")


def usable_cpus(quota: Path = _CGROUP_QUOTA) -> int:
    """Return the processors of this process's affinity, fewer if the container's quota (cgroup v2) is smaller."""
    affinity = getattr(os, "sched_getaffinity", None)
    allowed = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(allowed, _quota_cpus(quota)))


def _quota_cpus(quota: Path) -> int:
    """The quota in whole processors, rounded up; a very large number where there is none."""
    try:
        microseconds, period = quota.read_text().split()
        return math.ceil(int(microseconds) / int(period))
    except (OSError, ValueError):  # no cgroup v2, or the word "max"
        return 2**31
