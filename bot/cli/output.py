"""Where output goes: one JSON value on stdout, or people's text; and how errors become exit codes."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bot.errors import BotError
from knowledge.errors import (
    CollectionNotFound,
    DatasetError,
    KnowledgeError,
    ModelUnreachable,
    NoteNotFound,
    QueryError,
)

if TYPE_CHECKING:
    from rich.console import Console

PLAIN_WIDTH = 100  # columns where no terminal says otherwise
FINE, FAILED, USAGE, UNREACHABLE = 0, 1, 2, 3


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
    """One JSON value on stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=2) + "\n")


def exit_code(error: KnowledgeError) -> int:
    """2 for what the caller can word differently, 3 for a service that is not reachable, else 1."""
    if isinstance(error, (QueryError, CollectionNotFound, NoteNotFound, DatasetError)):
        return USAGE
    if isinstance(error, ModelUnreachable):
        return UNREACHABLE
    return FAILED


def complain(*lines: str) -> None:
    """Sentences on stderr, plain, whatever markup they hold."""
    for line in lines:
        sys.stderr.write(line.rstrip() + "\n")


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
    except BrokenPipeError:
        raise SystemExit(FINE) from None
    except KeyboardInterrupt:
        complain("Stopped.")
        raise SystemExit(130) from None
