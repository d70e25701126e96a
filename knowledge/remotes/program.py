"""The git program, bounded in time, in what it says and in what it writes."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from knowledge.errors import RemoteUnavailable, RemoteUnreachable
from knowledge.remotes.configuring import environment, options
from knowledge.remotes.failing import failure
from knowledge.remotes.remote import Bounds, Remote

# Bytes kept of what git writes and says; the rest is read and dropped.
_WRITTEN, _SAID = 64_000_000, 64_000
_WEIGH_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Git:
    """Runs of git for one remote, whose files all lie in `folder`."""

    remote: Remote
    folder: Path
    bounds: Bounds
    held: Sequence[int] = field(default=())  # file descriptors that the program keeps open too

    async def run(self, *arguments: str) -> str:
        """What git wrote to stdout. Raises RemoteUnavailable, and CloneDamaged for what nobody foresaw."""
        code, out, err = await self._bounded(arguments)
        if code:
            raise failure(self.remote, err)
        if len(out) >= _WRITTEN:  # cut, and half a list is worse than none
            raise self._too_large()
        return out

    async def weigh(self) -> None:
        """Raises RemoteUnavailable where there is more on disk than may be."""
        if await self._is_too_large():
            raise self._too_large()

    async def _bounded(self, arguments: Sequence[str]) -> tuple[int, str, str]:
        process = await self._started(arguments)
        ending = asyncio.create_task(_ended(process))
        growing = asyncio.create_task(self._outgrown())
        try:
            await asyncio.wait({ending, growing}, timeout=self.bounds.seconds, return_when=asyncio.FIRST_COMPLETED)
            if ending.done():
                return await ending
            raise self._too_large() if growing.done() else self._too_slow()
        finally:
            if not ending.done():
                _kill(process)
            growing.cancel()
            await asyncio.gather(ending, growing, return_exceptions=True)

    async def _started(self, arguments: Sequence[str]) -> asyncio.subprocess.Process:
        try:
            return await asyncio.create_subprocess_exec(
                "git", *options(self.remote), *arguments, cwd=self.folder, env=environment(self.remote),
                stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
                start_new_session=True, pass_fds=self.held,
            )  # fmt: skip
        except OSError as error:
            raise RemoteUnavailable(
                "The notes of {name} need the program git, which cannot be started here.",
                hint="Install git 2.31 or newer for the user that runs the bot.",
                name=self.remote.name,
            ) from error

    async def _outgrown(self) -> None:
        """Returns once there is more on disk than may be."""
        while not await self._is_too_large():  # noqa: ASYNC110 - files tell nobody that they grow
            await asyncio.sleep(_WEIGH_SECONDS)

    async def _is_too_large(self) -> bool:
        return await asyncio.to_thread(weight, self.folder) > self.bounds.size

    def _too_large(self) -> RemoteUnavailable:
        return RemoteUnavailable(
            "The repository of {name} takes more than {megabytes:,} MB.",
            hint="Raise git.max_megabytes, or keep the notes in a repository of their own.",
            name=self.remote.name,
            megabytes=round(self.bounds.size / 1e6),
        )

    def _too_slow(self) -> RemoteUnreachable:
        return RemoteUnreachable(
            "The remote of {name} did not give its notes within {seconds:,} s.",
            hint="Look at the network, or raise git.timeout_seconds.",
            name=self.remote.name,
            seconds=round(self.bounds.seconds),
        )


def weight(folder: Path) -> int:
    """Bytes of all files below a folder; those that vanish meanwhile do not count."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += os.lstat(f"{place}/{name}").st_size
    return total


async def _ended(process: asyncio.subprocess.Process) -> tuple[int, str, str]:
    out, err, code = await asyncio.gather(
        _head(process.stdout, _WRITTEN), _head(process.stderr, _SAID), process.wait()
    )
    return code, out, err


async def _head(stream: asyncio.StreamReader | None, most: int) -> str:
    kept = bytearray()
    while stream is not None and (piece := await stream.read(65_536)):
        kept += piece[: most - len(kept)]
    return kept.decode("utf-8", "surrogateescape")


def _kill(process: asyncio.subprocess.Process) -> None:
    """The program and what it started, which may outlive it and hold its output open."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
