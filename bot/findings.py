"""What a look at an installation found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing looked at. `fix` is the next step where it is not fine; `unreachable`: a service does not answer."""

    name: str
    ok: bool
    detail: str
    fix: str = ""
    unreachable: bool = False
