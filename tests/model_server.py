"""A local model server for tests: `llmock` behind a small proxy that writes every request down.

The server speaks the OpenAI HTTP API on an ephemeral port of 127.0.0.1, in threads of this process, so a bot that
runs as a process of its own can use it as well:

    def test_something(model_server):                 # the fixture; reset before each test
        model_server.reply("Blue [1].")               # the next chat call answers this
        model_server.reply("blue sky", task="rewrite", times=None)      # every call of one task (x-footnote-task)
        model_server.respond(lambda call: "Yes [1]." if "sky" in call.prompt else None)     # made from the prompt
        model_server.faults.rate_limit(times=2, retry_after=0)          # llmock's own faults, all of them:
        model_server.faults.fail(500)    .delay(5, times=None)    .stall(after_chunks=2)    .truncate(after_chunks=2)
        #               .disconnect(after_chunks=2)    .corrupt(after_chunks=2)    .slow_first_token(2)    .outage()
        ...
        LiteLLMChat(gateway, model="openai/test", api_base=model_server.base_url)
        # or, for a process: FOOTNOTE_CHAT__MODEL=openai/test FOOTNOTE_CHAT__API_BASE=<model_server.base_url>
        ...
        assert [call.task for call in model_server.calls] == ["rewrite", "answer"]
        assert "sky" in model_server.calls[0].prompt

`respond` may also return a `Canned` reply (any status, body or raw stream events). Without a script, chat calls get
llmock's own sentence and embedding calls 1,536 numbers that depend on the text alone. Outside pytest: `with
ModelServer() as server`. To use the fixture, import it into a `conftest.py`:

    from tests.model_server import model_server, running_model_server
    __all__ = ["model_server", "running_model_server"]
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp
import pytest
from aiohttp import web
from llmock.pytest_plugin import LLMock
from llmock.scenarios import Match, Reply
from llmock.testing import LLMockServer

PATIENCE_SECONDS = 10.0


@dataclass(kw_only=True)
class ModelCall:
    """One request as it arrived. `ended` is empty until it is over."""

    path: str
    headers: Mapping[str, str]  # names in lower case
    body: dict[str, Any]
    ended: str = ""  # "finished", "client left" or "server dropped"

    @property
    def task(self) -> str:
        return self.headers.get("x-footnote-task", "")

    @property
    def prompt(self) -> str:
        """All texts of the request: messages, or the embedding's inputs."""
        if "messages" in self.body:
            return "\n".join(str(message["content"]) for message in self.body["messages"])
        return "\n".join(self.body.get("input", []))


@dataclass(frozen=True, kw_only=True)
class Canned:
    """A reply that the proxy gives itself: `json`, or server-sent `events` (objects, or raw text)."""

    status: int = 200
    json: Any = None
    events: Sequence[Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


Responder = Callable[[ModelCall], "str | Canned | None"]


def delta(**fields: Any) -> dict[str, Any]:
    """One chunk of an OpenAI chat stream, for `Canned.events`."""
    finish = fields.pop("finish_reason", None)
    choice = {"index": 0, "delta": fields, "finish_reason": finish}
    return {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "test", "choices": [choice]}


class ModelServer:
    """The proxy and llmock behind it; see the module's docstring."""

    def __init__(self) -> None:
        self._llmock = LLMockServer()
        self._responders: list[Responder] = []
        self._changed = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="model-proxy", daemon=True)
        self._runner: web.AppRunner | None = None
        self._client: aiohttp.ClientSession | None = None
        self._port = 0
        self.faults = LLMock(self._llmock)
        self.calls: list[ModelCall] = []

    # life cycle

    def __enter__(self) -> Self:
        self._llmock.start()
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(PATIENCE_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(PATIENCE_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_SECONDS)
        self._loop.close()
        # llmock's scripted delays do not end when their client leaves, and it would wait for them.
        vars(self._llmock)["_server"].force_exit = True
        self._llmock.stop()

    async def _start(self) -> None:
        app = web.Application(client_max_size=2**28)
        app.router.add_route("*", "/{path:.*}", self._handle)
        # Cancels a handler as soon as its client leaves, so that leaving is seen during a stall too.
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0, backlog=1024)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._client = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))

    async def _stop(self) -> None:
        assert self._runner
        assert self._client
        await self._runner.cleanup()
        await self._client.close()

    # scripting

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def base_url(self) -> str:
        """What `api_base` of an `openai/...` model must be."""
        return f"{self.url}/v1"

    def reset(self) -> Self:
        """Forget scripts, faults and calls."""
        self.faults.reset()
        self._responders.clear()
        self.calls.clear()
        return self

    def reply(self, text: str, *, task: str | None = None, times: int | None = 1) -> Self:
        """Answer the next `times` chat calls (None: all), of one task if given, with this text."""
        match = Match(model=f"*#{task}#*" if task else None)
        self.faults.add(Reply(text=text, times=times, match=match))
        return self

    def respond(self, responder: Responder) -> Self:
        """Decide each reply from the call; the first responder that returns something wins."""
        self._responders.append(responder)
        return self

    # inspection

    def calls_of(self, task: str) -> list[ModelCall]:
        return [call for call in self.calls if call.task == task]

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds after some call came or ended; fail after a while."""

        def wait() -> bool:
            with self._changed:
                return self._changed.wait_for(condition, PATIENCE_SECONDS)

        assert await asyncio.to_thread(wait), f"not reached; calls: {[(c.task, c.ended) for c in self.calls]}"

    # the proxy

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read() or b"{}")
        headers = {name.lower(): value for name, value in request.headers.items()}
        call = ModelCall(path=request.path, headers=headers, body=body)
        self._note(call, "")
        ended = "client left"
        try:
            response = await self._answer(request, call)
            ended = "finished"
        except aiohttp.ClientPayloadError:
            ended = "server dropped"
            assert request.transport
            request.transport.abort()
            return web.Response()
        finally:
            self._note(call, ended)
        return response

    def _note(self, call: ModelCall, ended: str) -> None:
        with self._changed:
            if not ended:
                self.calls.append(call)
            call.ended = ended
            self._changed.notify_all()

    async def _answer(self, request: web.Request, call: ModelCall) -> web.StreamResponse:
        scripted = next((reply for responder in self._responders if (reply := responder(call)) is not None), None)
        if isinstance(scripted, Canned):
            return await _canned(request, scripted)
        # llmock chooses scripts by model, so the task and the call's number travel in the model's name.
        number = str(id(call))
        body = call.body | {"model": f"{call.body.get('model', '')}#{call.task}#{number}"}
        if scripted is not None:
            self.faults.add(Reply(text=scripted, match=Match(model=f"*#{number}")))
        return await self._forward(request, body)

    async def _forward(self, request: web.Request, body: Mapping[str, Any]) -> web.StreamResponse:
        assert self._client
        passed_on = {"authorization": request.headers.get("authorization", "")}
        target = self._llmock.url + request.path
        async with self._client.request(request.method, target, json=body, headers=passed_on) as upstream:
            headers = {name: upstream.headers[name] for name in _PASSED_BACK if name in upstream.headers}
            response = web.StreamResponse(status=upstream.status, headers=headers)
            await response.prepare(request)
            async for piece in upstream.content.iter_any():
                await response.write(piece)
            await response.write_eof()
            return response


_PASSED_BACK = ("content-type", "retry-after", "retry-after-ms")


async def _canned(request: web.Request, reply: Canned) -> web.StreamResponse:
    if reply.events is None:
        return web.json_response(reply.json, status=reply.status, headers=reply.headers)
    response = web.StreamResponse(status=reply.status, headers={"content-type": "text/event-stream", **reply.headers})
    await response.prepare(request)
    for event in (*reply.events, "[DONE]"):
        text = event if isinstance(event, str) else json.dumps(event)
        await response.write(f"data: {text}\n\n".encode())
    await response.write_eof()
    return response


@pytest.fixture(scope="session")
def running_model_server() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def model_server(running_model_server: ModelServer) -> ModelServer:
    """A clean model server for one test."""
    return running_model_server.reset()
