"""The notes of a scenario: a small HTTP service in the test, which the bot's process asks instead of an index.

So a test sees each question exactly once per model call, and can hold the answer back for as long as it likes.
"""

import asyncio
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from aiohttp import web

WAIT_SECONDS = 20.0


@dataclass(slots=True)
class Notes:
    """`async with Notes() as notes`: answers every question with its own words, or with what `answers` says."""

    asked: list[dict[str, Any]] = field(default_factory=list)
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    url: str = ""
    _open: asyncio.Event = field(default_factory=asyncio.Event)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        application = web.Application()
        application.router.add_post("/ask", self._ask)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
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

    async def _ask(self, request: web.Request) -> web.Response:
        question = await request.json()
        self.asked.append(question)
        self._arrived.set()
        self._arrived = asyncio.Event()
        await self._open.wait()
        return web.json_response(self.answers.get(question["text"], {"text": f"About {question['text']} [1]"}))
