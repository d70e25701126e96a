"""A chat model that takes its time: an OpenAI-compatible server whose every reply comes after some seconds."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from tests.model_server import delta

_EXCERPT = re.compile(r'"text": "(?P<text>[^"\\]{10,120})')
WAITING = 1_024  # connections that may wait to be accepted: as many as a crowd opens at once


@asynccontextmanager
async def slow_model(*, seconds: float) -> AsyncIterator[str]:
    """The address for `chat.api_base`, while the block runs. It says what the first excerpt says."""

    async def reply(request: web.Request) -> web.StreamResponse:
        wanted = await request.json()
        answer = repeated(str(wanted["messages"][-1]["content"]))
        await asyncio.sleep(seconds)
        return await _streamed(request, answer) if wanted.get("stream") else web.json_response(whole(answer))

    application = web.Application(client_max_size=2**24)
    application.router.add_post("/v1/chat/completions", reply)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0, backlog=WAITING).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/v1"
    finally:
        await runner.cleanup()


def repeated(prompt: str) -> str:
    """The beginning of the first excerpt, as a statement with its marker."""
    found = _EXCERPT.search(prompt)
    return f"{found['text']} [1]" if found else "Nothing is known."


async def _streamed(request: web.Request, answer: str) -> web.StreamResponse:
    response = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await response.prepare(request)
    for event in (delta(role="assistant", content=answer), delta(finish_reason="stop")):
        await response.write(f"data: {json.dumps(event)}\n\n".encode())
    await response.write(b"data: [DONE]\n\n")
    await response.write_eof()
    return response


def whole(answer: str) -> dict[str, object]:
    """A reply that comes in one piece."""
    message = {"role": "assistant", "content": answer}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "test", "choices": [choice]}
