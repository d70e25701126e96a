"""Many notes are prepared on every processor: in processes, since Python runs one thread at a time."""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

from knowledge.embedding.cpus import usable_cpus
from knowledge.errors import ModelError
from knowledge.indexing.delta import Job
from knowledge.indexing.preparing import Outcome, Preparation

WORTH_PROCESSES = 400  # notes; fewer are read in the time that processes take to start

_OWN_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # Windows alone has it
_ENDED = (EOFError, OSError, pickle.UnpicklingError)  # what a conversation with a process that died ends in
_log = logging.getLogger(__name__)


class Preparer:
    """Prepares notes in the calling thread, or in processes where there are many notes and several processors.

    A process that dies costs time and no note: what it had, and all that comes, is prepared here. Several threads
    may use it. Close it.
    """

    def __init__(self, preparation: Preparation, notes: int) -> None:
        self._preparation = preparation
        count = usable_cpus()
        self._told = _pickled(preparation) if sys.executable and notes >= WORTH_PROCESSES and count > 1 else b""
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._closed = False
        self.at_once = count if self._told else 1
        self._places = threading.Semaphore(self.at_once)

    def run(self, jobs: Sequence[Job], dates: Mapping[str, datetime]) -> list[Outcome]:
        """As `Preparation.run`; nothing after `close`. Raises ModelError."""
        with self._places:
            return self._run(jobs, dates)

    def _run(self, jobs: Sequence[Job], dates: Mapping[str, datetime]) -> list[Outcome]:
        process = self._take()
        if process is not None:
            try:
                return process.ask(jobs, _of(jobs, dates))
            except _ENDED:
                self._say_ended()
                process.end()
            finally:
                self._give_back(process)
        return [] if self._closed else self._preparation.run(jobs, dates)

    @property
    def processes(self) -> frozenset[int]:
        """The ids of those that it has started and not lost."""
        with self._lock:
            return frozenset(process.id for process in (*self._idle, *self._busy))

    def close(self) -> None:
        """End the processes, whatever they are at."""
        with self._lock:
            self._closed = True
            for process in self._idle:
                process.end()
            for process in self._busy:
                process.kill()

    def _take(self) -> _Process | None:
        with self._lock:
            if self._closed or not self._told:
                return None
            try:
                process = self._idle.pop() if self._idle else _Process(self._told)
            except OSError as error:  # no memory, or no right to start one
                self._told = b""
                _log.warning("Notes are read on one processor (%s).", type(error).__name__)
                return None
            self._busy.add(process)
            return process

    def _give_back(self, process: _Process) -> None:
        with self._lock:
            self._busy.discard(process)
            if self._closed:
                process.end()
            elif process.runs:
                self._idle.append(process)

    def _say_ended(self) -> None:
        with self._lock:
            if not self._closed:
                self._told = b""
                _log.warning("A process that read notes has ended; reading goes on on one processor.")


class _Process:
    """One `knowledge.indexing.worker`. An interrupt at the terminal is for this process alone to handle."""

    def __init__(self, told: bytes) -> None:
        self._popen = subprocess.Popen(
            [sys.executable, "-P", "-m", "knowledge.indexing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)},
            start_new_session=True,
            creationflags=_OWN_GROUP,
        )
        try:
            self._send(told)
        except OSError:  # it died at once, as where there is no memory for it
            self.end()
            raise

    @property
    def id(self) -> int:
        return self._popen.pid

    @property
    def runs(self) -> bool:
        return self._popen.returncode is None

    def ask(self, jobs: Sequence[Job], dates: Mapping[str, datetime]) -> list[Outcome]:
        """Raises ModelError, or one of `_ENDED`."""
        self._send(pickle.dumps((jobs, dates), pickle.HIGHEST_PROTOCOL))
        answer: list[Outcome] | ModelError = pickle.load(self._pipe(self._popen.stdout))  # noqa: S301 - our own words
        if isinstance(answer, ModelError):
            raise answer
        return answer

    def kill(self) -> None:
        """End it; whoever waits for its answer is told."""
        self._popen.kill()

    def end(self) -> None:
        """End it where nobody waits for its answer."""
        self._popen.kill()
        self._popen.wait()
        self._pipe(self._popen.stdout).close()
        with suppress(OSError):  # what it never read
            self._pipe(self._popen.stdin).close()

    def _send(self, told: bytes) -> None:
        pipe = self._pipe(self._popen.stdin)
        pipe.write(told)
        pipe.flush()

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        if pipe is None:
            raise OSError("There is no pipe to the process.")
        return pipe


def _of(jobs: Sequence[Job], dates: Mapping[str, datetime]) -> dict[str, datetime]:
    """The dates of these notes alone: all others need not be sent."""
    paths = (job.source.ref.path for job in jobs)
    return {path: dates[path] for path in paths if path in dates}


def _pickled(preparation: Preparation) -> bytes:
    """What a process is told first; nothing where a part, such as a tokenizer, cannot be sent."""
    try:
        return pickle.dumps(preparation, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, TypeError, AttributeError):
        return b""
