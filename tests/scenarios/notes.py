"""The notes of a scenario: a small HTTP service in the test, which the bot's process asks instead of an index.

So a test sees each question exactly once per model call, and can hold the answer back for as long as it likes.
"""

import asyncio
import json
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web

WAIT_SECONDS = 20.0


@dataclass(slots=True)
class Writing:
    """An answer that the test writes piece by piece, as a model would."""

    text: str = ""
    given_up: asyncio.Event = field(default_factory=asyncio.Event)  # the bot reads no more of it
    _lines: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)

    def read(self, notes: int) -> None:
        """The model is given so many notes."""
        self._lines.put_nowait({"notes": notes})

    def write(self, piece: str) -> None:
        self.text += piece
        self._lines.put_nowait({"piece": piece})

    def end(self, rest: str = "", **answer: Any) -> None:
        """The answer is there, with words that were no piece."""
        self.text += rest
        self._lines.put_nowait({"text": self.text} | answer)

    async def send(self, response: web.StreamResponse) -> None:
        """Hand the lines on until the end, or until nobody reads them."""
        try:
            line: dict[str, Any] = {}
            while "text" not in line:
                line = await self._lines.get()
                await response.write(json.dumps(line).encode() + b"\n")
        except (ConnectionError, asyncio.CancelledError):
            self.given_up.set()
            raise


@dataclass(slots=True)
class Notes:
    """`async with Notes() as notes`: answers every question with its own words, or with what `answers` says."""

    asked: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    written: dict[str, Writing] = field(default_factory=dict)
    url: str = ""
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.router.add_post("/ask", self._ask)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        self._open.set()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.set()
        if self._runner is not None:
            await self._runner.cleanup()

    def write(self, question: str) -> Writing:
        """The answer to that question comes piece by piece."""
        self.written[question] = Writing()
        return self.written[question]

    def hold(self) -> None:
        """From now on questions wait."""
        self._open.clear()

    def release(self) -> None:
        """Every waiting question is answered."""
        self._open.set()

    async def wait_until_asked(self, times: int) -> None:
        """Until that many questions have arrived. Raises TimeoutError."""
        async with asyncio.timeout(WAIT_SECONDS):
            while len(self.asked) < times:
                await self._arrived.wait()

    def questions(self) -> list[str]:
        """What was asked, in order."""
        return [one["text"] for one in self.asked]

    async def _ask(self, request: web.Request) -> web.StreamResponse:
        question = await request.json()
        self.asked.append(question)
        self._arrived.set()
        self._arrived = asyncio.Event()
        await self._open.wait()
        if question["text"] in self.written:
            response = web.StreamResponse()
            await response.prepare(request)
            await self.written[question["text"]].send(response)
            return response
        return web.json_response(self.answers.get(question["text"], {"text": f"About {question['text']} [1]"}))
