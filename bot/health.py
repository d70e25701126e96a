"""Whether the bot can answer now, and if not, what is missing."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from knowledge.remarks import Remark

CHECK_SECONDS = 2.0
KEEP_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that answering needs. `detail` is a few words for the operator, without secrets or note text."""

    ok: bool
    detail: str


Probe = Callable[[], Awaitable[Check]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All checks by name."""

    checks: Mapping[str, Check]

    @property
    def ready(self) -> bool:
        """Whether every one is fine."""
        return all(check.ok for check in self.checks.values())


def kept(probe: Probe, seconds: float) -> Probe:
    """The probe, not asked again for so long after it was fine."""
    fine: tuple[float, Check] | None = None

    async def ask() -> Check:
        nonlocal fine
        if fine is None or time.monotonic() - fine[0] > seconds:
            check = await probe()
            fine = (time.monotonic(), check) if check.ok else None
            return check
        return fine[1]

    return ask


class Health:
    """Asks every probe, at most once a second however often it is asked; a probe that hangs or fails is not ok."""

    def __init__(self, probes: Mapping[str, Probe]) -> None:
        self._probes = dict(probes)
        self._asking = asyncio.Lock()
        self._known: tuple[float, Report] | None = None
        self._last: Report | None = None

    async def report(self) -> Report:
        """The state of things, not older than a second."""
        if self._last is not None:
            return self._last
        async with self._asking:
            if self._known is None or time.monotonic() - self._known[0] > KEEP_SECONDS:
                checks = await asyncio.gather(*(_ask(probe) for probe in self._probes.values()))
                report = Report(checks=dict(zip(self._probes, checks, strict=True)))
                self._known = (time.monotonic(), report)
            return self._last or self._known[1]

    def close(self, name: str, check: Check) -> None:
        """Say this and nothing else from now on, to those who wait for an answer too: nobody is asked any more."""
        self._last = Report(checks={name: check})


async def _ask(probe: Probe) -> Check:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await probe()
    except TimeoutError:
        return Check(ok=False, detail=Remark("no answer within {seconds:g} s", seconds=CHECK_SECONDS))
    except Exception as error:  # noqa: BLE001 - a probe's failure is its answer
        return Check(ok=False, detail=type(error).__name__)
