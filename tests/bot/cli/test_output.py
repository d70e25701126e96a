"""What reaches a terminal, a pipe and a full disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.output import as_json
from tests.bot.cli.command import footnote

COMMAND = (sys.executable, "-m", "bot")
HOSTILE = "\x1b]0;owned\x07\x9b31m\u202e"


def run(*arguments: object, stdout: int = subprocess.PIPE, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        stdout=stdout, stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, **environment},
    )  # fmt: skip


def test_no_file_name_note_or_typed_word_steers_the_terminal(small: Path) -> None:
    notes = small.parent / "notes"
    (notes / f"tea{HOSTILE}.md").write_text(
        f"# Tea {HOSTILE}\n\nTea {HOSTILE} tea.\n{'Green tea. ' * 50}\n", encoding="utf-8"
    )
    (notes / f"empty{HOSTILE}.md").write_text("", encoding="utf-8")
    shown = [
        footnote("index", "--config", small),
        footnote("search", "tea", "--full", "--config", small),
        footnote("search", "tea", "--json", "--full", "--config", small),
        footnote("ask", "what about tea?", "--config", small),
        footnote("related", f"{HOSTILE}.md", "--config", small),
        footnote("search", f"after:{HOSTILE}", "--config", small),
        footnote("search", f"in:{HOSTILE} tea", "--config", small),
    ]
    for outcome in shown:
        text = outcome.out + outcome.err
        assert text
        assert all(character == "\n" or character.isprintable() for character in text)
    assert f"tea{HOSTILE}.md" in {hit["file"] for hit in shown[2].json}


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_json_is_whole_in_whatever_encoding_stdout_has(encoding: str) -> None:
    value = {"file": "Büro/退款 🏖️.md", "text": f"{HOSTILE} lone \udcff"}

    written = as_json(value, encoding=encoding).encode(encoding)

    assert json.loads(written) == value


def test_a_search_prints_json_where_stdout_knows_ascii_only(small: Path) -> None:
    (small.parent / "notes" / "büro.md").write_text("# Büro\n\nDas Büro hat 🏖️ und Tee.\n", encoding="utf-8")
    footnote("index", "--config", small)

    outcome = run("search", "Büro", "--json", "--config", small, PYTHONIOENCODING="ascii")

    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout)[0]["file"] == "büro.md"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_under_stdout_is_one_sentence_and_exit_code_1(sample: Path) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    outcome = run("search", "tea", "--json", "--config", sample, stdout=full)
    os.close(full)

    assert outcome.returncode == 1
    assert outcome.stderr == "The result cannot be written: No space left on device. Look at where stdout goes.\n"


def test_a_reader_that_has_seen_enough_is_no_error(sample: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    outcome = run("search", "tea", "--json", "--config", sample, stdout=writing)
    os.close(writing)

    assert (outcome.returncode, outcome.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C reaches a whole console")
def test_ctrl_c_ends_indexing_with_one_sentence_and_the_next_run_does_the_rest(small: Path) -> None:
    program = (
        "import asyncio, os, signal, sys\n"
        "from bot.cli import main\n"
        "from knowledge.indexing.embedding import VectorFiller\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # in the background, shells have it ignored
        "async def interrupted(self, progress):\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n"
        "    await asyncio.Event().wait()\n"  # as embedding would: the signal ends what waits
        f"sys.argv = ['footnote', 'index', '--config', {str(small)!r}]\n"
        "VectorFiller.fill = interrupted\n"
        "main()\n"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert outcome.returncode == 128 + signal.SIGINT
    assert outcome.stderr == "Stopped. What was finished is kept; the same command goes on from there.\n"
    status = footnote("status", "--json", "--config", small).json["collections"][0]
    assert (status["documents"], status["embedded"]) == (2, 0)
    assert footnote("index", "--json", "--config", small).json["collections"][0]["unchanged"] == 2
    status = footnote("status", "--json", "--config", small).json["collections"][0]
    assert (status["chunks"], status["embedded"]) == (2, 2)
