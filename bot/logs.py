"""What the bot says of itself: one line an event, with the request that it belongs to, and nobody's words.

Messages of ours hold ids and numbers. Those of libraries are cut to their first line, and exceptions to their type
and place: their words may be a note's, a person's, or a secret.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

from knowledge.faults import fault

OURS = ("bot", "knowledge", "config")
# Of the running task alone, and of the tasks and threads that it starts.
_request: ContextVar[str] = ContextVar("footnote_request", default="")


@contextmanager
def about(request_id: str) -> Iterator[None]:
    """What is logged in the block belongs to that request."""
    token = _request.set(request_id)
    try:
        yield
    finally:
        _request.reset(token)


def hushed(name: str, level: int = logging.CRITICAL) -> logging.Logger:
    """A logger for a library, which says nothing below that level: there it would say texts, codes or tokens."""
    logger = logging.getLogger(name)
    logger.setLevel(level)
    return logger


def log_to_stderr(lines: Literal["text", "json"]) -> None:
    """Log there from now on; of libraries only warnings and errors."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if lines == "json" else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for ours in OURS:
        logging.getLogger(ours).setLevel(logging.INFO)


class TextLines(logging.Formatter):
    """Time, level, logger, the request in brackets where there is one, and the message."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        request = _request.get()
        parts = (_time(record), record.levelname, record.name, f"[{request}]" if request else "", message_of(record))
        return " ".join(filter(None, parts))


class JsonLines(logging.Formatter):
    """The same as one JSON object a line: `time`, `level`, `logger`, `message`, and `request` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        values = {
            "time": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message_of(record),
        }
        if request := _request.get():
            values["request"] = request
        return json.dumps(values)


def message_of(record: logging.LogRecord) -> str:
    """The message on one line; what was raised as type and place."""
    message = record.getMessage()
    if record.name.partition(".")[0] not in OURS:
        message, *_ = message.splitlines() or [""]
    raised = record.exc_info[1] if record.exc_info else None
    return " ".join([*message.split(), *([fault(raised)] if raised else [])])


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
