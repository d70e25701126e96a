"""Where output goes: one JSON value on stdout, or people's text; and how errors become exit codes."""

from __future__ import annotations

import codecs
import json
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.errors import BotError
from knowledge.errors import (
    CollectionNotFound,
    DatasetError,
    IndexUnreachable,
    KnowledgeError,
    ModelUnreachable,
    NoteNotFound,
    QueryError,
)

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 100  # columns where no terminal says otherwise
FINE, FAILED, USAGE, UNREACHABLE = 0, 1, 2, 3
INTERRUPTED = 130  # how Typer ends what Ctrl-C stops
# What JSON may hold as it is, and a terminal would obey or an encoder refuse.
_OBEYED = re.compile("[\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


class CommandFailed(Exception):
    """A command ends early with a sentence and an exit code."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def people() -> Console:
    """The console for people: stdout on a terminal, else stderr, so that stdout stays for data."""
    from rich.console import Console

    terminal = sys.stdout.isatty()
    return Console(stderr=not terminal, highlight=False, width=None if terminal else PLAIN_WIDTH)


def print_json(value: object) -> None:
    """One JSON value on stdout. Raises as `write_out`."""
    write_out(as_json(value, encoding=sys.stdout.encoding or "utf-8") + "\n")


def write_out(text: str) -> None:
    """Data on stdout. A reader that has seen enough is no error; raises CommandFailed for a full disk."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # What is still buffered would fail once more at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise CommandFailed(
                f"The result cannot be written: {error.strerror}. Look at where stdout goes."
            ) from error


def as_json(value: object, *, encoding: str) -> str:
    """The value as JSON that this encoding can hold, without characters that a terminal obeys."""
    ascii_only = not codecs.lookup(encoding).name.startswith("utf")
    text = json.dumps(value, ensure_ascii=ascii_only, indent=2)
    return _OBEYED.sub(lambda obeyed: f"\\u{ord(obeyed[0]):04x}", text)


def printable(text: str) -> str:
    """Without control characters: no note, file name or typed word can move the cursor or colour the terminal."""
    return "".join(character for character in text if character in "\n\t" or character.isprintable())


def exit_code(error: KnowledgeError) -> int:
    """2 for what the caller can word differently, 3 for a service that is not reachable, else 1."""
    if isinstance(error, (QueryError, CollectionNotFound, NoteNotFound, DatasetError)):
        return USAGE
    if isinstance(error, (ModelUnreachable, IndexUnreachable)):
        return UNREACHABLE
    return FAILED


def complain(*lines: str) -> None:
    """Sentences on stderr, plain, whatever markup they hold."""
    for line in lines:
        sys.stderr.write(printable(line).rstrip() + "\n")


@contextmanager
def exits() -> Iterator[None]:
    """Turn the errors that commands raise on purpose into a sentence and an exit code."""
    from config.errors import SettingsError

    try:
        yield
    except SettingsError as error:
        complain(*error.lines)
        raise SystemExit(USAGE) from None
    except CommandFailed as error:
        complain(str(error))
        raise SystemExit(error.code) from None
    except BotError as error:
        complain(f"{error} {error.hint}")
        raise SystemExit(error.exit_code) from None
    except KnowledgeError as error:
        complain(f"{error} {error.hint}")
        raise SystemExit(exit_code(error)) from None
    except SystemExit as leaving:
        if leaving.code == INTERRUPTED:
            complain("Stopped. What was finished is kept; the same command goes on from there.")
        raise
