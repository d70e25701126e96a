"""A chat model with moods: quick, slow, silent, refusing, breaking off. Each call's mood is drawn by a seed."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal

from aiohttp import web

from tests.bench.slow_model import WAITING, whole
from tests.model_server import delta

Mood = Literal["quick", "slow", "silent", "failing", "busy", "broken"]
# How often each comes, of a thousand calls.
MOODS: dict[Mood, int] = {"quick": 870, "slow": 60, "silent": 5, "failing": 30, "busy": 15, "broken": 20}
SILENT_SECONDS = 30.0  # longer than anybody waits
_EXCERPT = re.compile(r'"text": "(?P<text>[^"\\]{20,160})')


@dataclass(slots=True, kw_only=True)
class MoodyModel:
    """`counts` says how often each mood came."""

    chance: random.Random
    counts: Counter[Mood] = field(default_factory=Counter)
    url: str = ""

    async def reply(self, request: web.Request) -> web.StreamResponse:
        wanted = await request.json()
        (mood,) = self.chance.choices(list(MOODS), list(MOODS.values()))
        self.counts[mood] += 1
        if mood == "failing":
            return web.json_response({"error": {"message": "out of order"}}, status=500)
        if mood == "busy":
            return web.json_response({"error": {"message": "slow down"}}, status=429)
        if mood == "silent":
            await asyncio.sleep(SILENT_SECONDS)
        said = self._said(str(wanted["messages"][-1]["content"]))
        if not wanted.get("stream"):
            await asyncio.sleep(self._pause(mood))
            return web.json_response(whole(said))
        return await self._streamed(request, said, mood)

    async def _streamed(self, request: web.Request, said: str, mood: Mood) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        pieces = re.findall(r"\S+\s*", said)
        for number, piece in enumerate(pieces):
            if mood == "broken" and number == len(pieces) // 2:
                assert request.transport
                request.transport.abort()
                return response
            if number % 10 == 0:
                await asyncio.sleep(self._pause(mood))
            await _send(response, delta(role="assistant", content=piece))
        await _send(response, delta(finish_reason="stop"))
        with suppress(ConnectionError):
            await response.write(b"data: [DONE]\n\n")
        return response

    def _said(self, prompt: str) -> str:
        """A few statements of the excerpts, each with its marker; now and then one that no excerpt backs."""
        excerpts = [found["text"] for found in _EXCERPT.finditer(prompt)]
        if not excerpts:
            return "vacation carry over"
        count = self.chance.randint(1, min(6, len(excerpts)))
        said = [f"{text.strip()} [{number}]." for number, text in enumerate(excerpts[:count], start=1)]
        if self.chance.random() < 0.1:
            said.append("The moon is made of <!channel> cheese [9].")
        return "\n\n".join(said)

    def _pause(self, mood: Mood) -> float:
        return self.chance.uniform(0.4, 1.0) if mood == "slow" else self.chance.uniform(0.0, 0.05)


@asynccontextmanager
async def moody_model(seed: int) -> AsyncIterator[MoodyModel]:
    """An OpenAI-compatible server, while the block runs; `url` is for `chat.api_base`."""
    model = MoodyModel(chance=random.Random(seed))
    application = web.Application(client_max_size=2**24)
    application.router.add_post("/v1/chat/completions", model.reply)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=WAITING).start()
        model.url = f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
        yield model
    finally:
        await runner.cleanup()


async def _send(response: web.StreamResponse, event: dict[str, object]) -> None:
    with suppress(ConnectionError):  # whoever asked is gone
        await response.write(f"data: {json.dumps(event)}\n\n".encode())
