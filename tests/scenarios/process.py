"""Starts the bot's process, reads what it says, and ends it."""

import asyncio
import io
import json
import os
import re
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

ROOT = Path(__file__).parents[2]
WAIT_SECONDS = 60.0
END_SECONDS = 31.0  # what the bot promises, and one


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a scenario may set."""

    state: Path | str  # a file, or the address of a server
    notes: str
    mode: str = "socket"
    port: int = 0
    lease_seconds: float = 1.0
    grace_seconds: float = 14.0
    drain_seconds: float = 0.0
    token_seconds: float = 60.0
    groups: tuple[str, ...] = ()
    at_once: int = 100
    behaviour: Mapping[str, Any] = field(default_factory=dict)
    digest: Mapping[str, str] | None = None  # see digests.py
    channels: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # rules by id or name
    limits: Mapping[str, int] | None = None
    lines: str = "text"

    def as_json(self) -> str:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return json.dumps(values | {"state": str(self.state), "behaviour": dict(self.behaviour)})


class BotProcess:
    """One run of the bot. `lines` is everything that it logged so far."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.lines: list[str] = []
        self._process = process
        self._said = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, setup: Setup, environment: Mapping[str, str]) -> "BotProcess":
        """The bot with the notes of a scenario (see runner.py)."""
        return await cls.launch(["tests.scenarios.runner", setup.as_json()], environment)

    @classmethod
    async def launch(cls, module: Sequence[str], environment: Mapping[str, str]) -> "BotProcess":
        """`python -m MODULE ...`."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            *module,
            cwd=ROOT,
            env={**os.environ, **environment},
            stderr=asyncio.subprocess.PIPE,
        )
        return cls(process)

    async def wait_for_line(self, pattern: str, *, since: int = 0) -> re.Match[str]:
        """The first line that matches, past or to come, after so many. Raises TimeoutError with all."""
        try:
            async with asyncio.timeout(WAIT_SECONDS), self._said:
                while not (found := self._find(pattern, since)):
                    await self._said.wait()
                return found
        except TimeoutError:
            raise TimeoutError("\n".join([f"never said {pattern!r}:", *self.lines])) from None

    async def port(self) -> int:
        """Where health, figures and events are."""
        return int((await self.wait_for_line(r"Health and metrics at http://[^:]+:(\d+)"))[1])

    async def get(self, path: str) -> tuple[int, str]:
        """Status and body."""
        url = f"http://127.0.0.1:{await self.port()}{path}"
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return response.status, await response.text()

    async def post(self, path: str, body: bytes) -> int:
        """The status that an unsigned JSON body gets."""
        url = f"http://127.0.0.1:{await self.port()}{path}"
        headers = {"content-type": "application/json"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(url, data=io.BytesIO(body), headers=headers) as response,
        ):
            return response.status

    @property
    def memory_mb(self) -> float:
        """Of the process, as it lies in memory now."""
        pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def running(self) -> bool:
        return self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._process.pid

    def terminate(self) -> None:
        self._process.send_signal(signal.SIGTERM)

    async def end(self) -> int:
        """Wait until it has ended by itself; the exit code."""
        async with asyncio.timeout(END_SECONDS):
            code = await self._process.wait()
            await self._reading
            return code

    async def kill(self) -> None:
        """SIGKILL: no time for anything."""
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        await self._reading

    def _find(self, pattern: str, since: int) -> re.Match[str] | None:
        return next((found for line in self.lines[since:] if (found := re.search(pattern, line))), None)

    async def _read(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            async with self._said:
                self.lines.append(line.decode().rstrip())
                self._said.notify_all()
