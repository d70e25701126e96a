"""Lines of the log: one an event, whatever a library puts into it."""

import asyncio
import json
import logging

import pytest

from bot.logs import JsonLines, TextLines, about


def record(name: str, message: str, *arguments: object, error: Exception | None = None) -> logging.LogRecord:
    raised = (type(error), error, None) if error else None
    return logging.LogRecord(name, logging.ERROR, "x.py", 1, message, arguments, raised)


@pytest.mark.promise("log-lines-name-their-request")
async def test_tasks_and_threads_of_a_request_log_with_its_id() -> None:
    def line() -> str:
        return str(json.loads(JsonLines().format(record("bot.x", "said"))).get("request"))

    with about("r1"):
        task = asyncio.create_task(asyncio.to_thread(line))
    with about("r2"):
        assert line() == "r2"
    assert (await task, line()) == ("r1", "None")


@pytest.mark.promise("logs-and-figures-without-words-or-names")
@pytest.mark.parametrize("lines", [TextLines(), JsonLines()])
def test_what_a_library_raises_and_quotes_is_left_out(lines: logging.Formatter) -> None:
    quoting = record(
        "asyncio", "Task exception was never retrieved\nfuture: <Task exception=ValueError('zanzibar')>",
        error=ValueError("zanzibar"),
    )  # fmt: skip
    line = lines.format(quoting)
    assert "Task exception was never retrieved ValueError at" in line
    assert "zanzibar" not in line
    assert "\n" not in line


def test_a_line_stays_one_line_whatever_is_in_it() -> None:
    assert TextLines().format(record("bot.x", "%s", "two\nlines")).endswith("ERROR bot.x two lines")
