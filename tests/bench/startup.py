"""How long a person waits for the command itself, beside the least that a Typer command can cost."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.bench.notes import ROOT, settings_over
from tests.bench.options import Options, sample_notes
from tests.bench.table import Row, Table
from tests.bench.timing import Times

RUNS = 7


async def run(options: Options) -> list[Table]:
    """Processes started one after the other, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_over(sample_notes(), Path(folder))
        config = str(settings.source)
        _run(footnote("index", "--config", config))
        commands = {
            "python -c 'import typer'": [sys.executable, "-c", "import typer"],
            "footnote --help": footnote("--help"),
            "footnote search, cold": footnote("search", "carry over vacation", "--json", "--config", config),
            "footnote ask, cold": footnote("ask", "can I carry over vacation?", "--json", "--config", config),
        }
        times = started(commands)
    bare = next(iter(times.values())).p50
    rows: list[Row] = [
        {"command": name, "p50 ms": each.p50, "p95 ms": each.p95, "x import typer": each.p50 / bare}
        for name, each in times.items()
    ]
    note = f"Wall time of whole processes over the sample notes, {RUNS} runs each, files in the system's cache."
    return [Table(title="startup", note=note, rows=rows)]


def footnote(*arguments: str) -> list[str]:
    """The command as its entry point runs it."""
    return [sys.executable, "-m", "bot", *arguments]


def started(commands: Mapping[str, Sequence[str]]) -> dict[str, Times]:
    """Milliseconds of each command, after one run that is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(RUNS + 1):
        for name, command in commands.items():
            began = time.perf_counter()
            _run(command)
            if number:
                taken[name].append((time.perf_counter() - began) * 1_000)
    return {name: Times(milliseconds=each) for name, each in taken.items()}


def bare_environment() -> dict[str, str]:
    """This process's environment without anybody's own settings or tokens."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("FOOTNOTE_", "SLACK_"))}


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=bare_environment())
