"""Answers by response_url: no token, no membership, five uses, thirty minutes."""

from typing import Any

from aiohttp import web

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.content import Content, read_content
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.faults import ConnectionDropped, HttpFailure, suffer
from tests.slack.journal import Call, Violation
from tests.slack.state import Ephemeral, Message, ResponseUrl, Via
from tests.slack.web_api import drop_connection

METHOD = "response_url"
_GONE = {"invalid_url", "expired_url", "used_url"}


class ResponseUrls:
    """Answers `/response/<id>`."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def handle(self, request: web.Request) -> web.StreamResponse:
        fault = self._backend.faults.next(METHOD)
        try:
            await suffer(fault, after=False)
            answer = await self._answer(request)
            await suffer(fault, after=True)
        except SlackError as error:
            return web.json_response(error.body(), status=400)
        except HttpFailure as failure:
            return failure.response
        except ConnectionDropped:
            return drop_connection(request)
        return answer

    async def _answer(self, request: web.Request) -> web.Response:
        body: dict[str, Any] = {}
        try:
            body = await _json_body(request)
            issued = self._backend.use_response_url(request.match_info["url_id"])
            issued.bodies.append(body)
            await respond(self._backend, issued, Arguments(body))
        except SlackError as error:
            return self._refuse(body, error)
        self._backend.journal.record(Call(method=METHOD, arguments=body, error=None))
        return web.Response(text="ok")

    def _refuse(self, body: dict[str, Any], error: SlackError) -> web.Response:
        journal = self._backend.journal
        journal.record(Call(method=METHOD, arguments=body, error=error.code))
        if isinstance(error, PayloadRefused):
            journal.refuse(Violation(method=METHOD, error=error.code, messages=error.messages, arguments=body))
        return web.json_response(error.body(), status=404 if error.code in _GONE else 400)


async def _json_body(request: web.Request) -> dict[str, Any]:
    try:
        body = await request.json()
    except ValueError as error:
        raise PayloadRefused("invalid_payload") from error
    if not isinstance(body, dict):
        raise PayloadRefused("invalid_payload")
    return body


async def respond(backend: Backend, issued: ResponseUrl, args: Arguments) -> None:
    """What one answer does: it replaces or removes what was pressed, or says something new.

    A command has nothing that could be replaced or removed: there, both words are without effect.
    """
    original = issued.original
    if args.flag("delete_original"):
        if original is not None:
            await _delete(backend, original)
        return
    content = read_content(backend.workspace, args)
    if args.flag("replace_original") and original is not None:
        await _replace(backend, original, content)
    elif args.text("response_type", "ephemeral") == "in_channel":
        await _say(backend, issued, args, content)
    else:
        thread_ts = args.text("thread_ts") or None
        whisper(backend, content, channel=issued.channel, user=issued.user, thread_ts=thread_ts, via="response_url")


def whisper(
    backend: Backend, content: Content, *, channel: str, user: str, thread_ts: str | None, via: Via
) -> Ephemeral:
    ephemeral = Ephemeral(
        channel=channel,
        user=user,
        ts=backend.workspace.new_ts(),
        text=content.text,
        blocks=content.blocks,
        thread_ts=thread_ts,
        via=via,
    )
    return backend.whisper(ephemeral)


async def _say(backend: Backend, issued: ResponseUrl, args: Arguments, content: Content) -> None:
    channel = backend.workspace.channels[issued.channel]
    thread_ts = args.text("thread_ts") or None
    message = backend.bot_message(channel, thread_ts=thread_ts, arguments=args.values, **content.fields())
    await backend.post(message)


async def _replace(backend: Backend, original: Message | Ephemeral, content: Content) -> None:
    if isinstance(original, Message):
        await backend.change(original, text=content.text, blocks=content.blocks)
        return
    original.text, original.blocks = content.text, content.blocks
    original.replaced += 1
    backend.journal.notify()


async def _delete(backend: Backend, original: Message | Ephemeral) -> None:
    if isinstance(original, Message):
        await backend.remove(original)
        return
    original.deleted = True
    backend.journal.notify()
