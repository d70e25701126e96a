"""What a figure was measured on, without saying whose machine it is."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from knowledge.embedding.cpus import usable_cpus


def machine() -> dict[str, str | int | float]:
    """Processor, usable cores, memory, system, versions, load and date; no host name and no path."""
    return {
        "cpu": _cpu_name(),
        "cores": usable_cpus(),
        "memory_gb": _memory_gb(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load_at_start": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else 0.0,
        "date": datetime.now(UTC).date().isoformat(),
    }


def _cpu_name(info: Path = Path("/proc/cpuinfo")) -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", info.read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or platform.machine()


def _memory_gb() -> float:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)
    except (AttributeError, OSError, ValueError):  # Windows has no sysconf
        return 0.0
