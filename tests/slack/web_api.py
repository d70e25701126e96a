"""The HTTP face of the Web API: tokens, arguments, faults, answers."""

from collections.abc import Mapping

from aiohttp import web

from tests.slack.arguments import Arguments, read_arguments
from tests.slack.backend import Backend
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.faults import ConnectionDropped, HttpFailure, suffer
from tests.slack.journal import Call, Violation
from tests.slack.method import Answer, Method
from tests.slack.methods import assistant, chat, conversations, identity, people, streams, views

_ROOMS = (assistant, chat, conversations, identity, people, streams, views)
_APP_TOKEN_METHODS = {"apps.connections.open"}
_OPEN_METHODS = {"api.test"}


class WebApi:
    """Answers `/api/<method>`, by GET and POST, in every content type that Slack takes."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._methods: Mapping[str, Method] = {
            name: method for room in _ROOMS for name, method in room.METHODS.items()
        }

    async def handle(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        fault = self._backend.faults.next(method)
        try:
            await suffer(fault, after=False)
            answer = await self._answer(method, request)
            await suffer(fault, after=True)
        except SlackError as error:
            # A fault's error: the call itself was never looked at.
            answer = self._record(method, Arguments({}), error)
        except HttpFailure as failure:
            self._record(method, Arguments({}), SlackError(f"http_{failure.response.status}"))
            return failure.response
        except ConnectionDropped:
            return drop_connection(request)
        return web.json_response(answer, headers={"x-oauth-scopes": ",".join(self._backend.scopes)})

    async def _answer(self, method: str, request: web.Request) -> Answer:
        args = Arguments({})
        try:
            args = await read_arguments(request)
            self._check_token(method, _token(request, args))
            if method not in self._methods:
                raise PayloadRefused("unknown_method")
            answer = await self._methods[method](self._backend, args)
        except SlackError as error:
            return self._record(method, args, error)
        self._record(method, args, None)
        return {"ok": True, **answer}

    def _check_token(self, method: str, token: str) -> None:
        identity = self._backend.workspace.identity
        if method in _OPEN_METHODS:
            return
        if not token:
            raise SlackError("not_authed")
        if token not in (identity.bot_token, identity.app_token):
            raise SlackError("invalid_auth")
        if (token == identity.app_token) != (method in _APP_TOKEN_METHODS):
            raise SlackError("not_allowed_token_type")

    def _record(self, method: str, args: Arguments, error: SlackError | None) -> Answer:
        journal = self._backend.journal
        journal.record(Call(method=method, arguments=args.values, error=error.code if error else None))
        if isinstance(error, PayloadRefused):
            refused = Violation(method=method, error=error.code, messages=error.messages, arguments=args.values)
            journal.refuse(refused)
        return error.body() if error else {}


def drop_connection(request: web.Request) -> web.Response:
    """Ends the caller's connection without an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _token(request: web.Request, args: Arguments) -> str:
    """The token, which never stays among the recorded arguments."""
    in_form = args.values.pop("token", None)
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else str(in_form or "")
