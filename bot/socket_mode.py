"""Socket Mode that notices when it has gone deaf: it watches the connection and builds a new one."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from aiohttp import ClientWebSocketResponse, WSMessage
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.adapter.socket_mode.async_internals import send_async_response
from slack_bolt.adapter.socket_mode.internals import build_headers
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.client import REVOKED, UNREACHABLE, proxy_for, slack_reason
from bot.entrance import Entrance
from bot.errors import SlackRefused
from bot.health import Check
from bot.logs import hushed
from knowledge.remarks import Remark

PING_SECONDS = 5.0  # the client calls a socket stale after four of them without a pong
CONNECT_SECONDS = 10.0
GOODBYE_SECONDS = 2.0
WATCH_SECONDS = 1.0
LOST_SECONDS = 8.0  # how long the SDK may repair a lost connection itself
QUIET_SECONDS = 1800.0  # sockets have been seen that answer pings and carry nothing, for hours
LONGEST_WAIT_SECONDS = 30.0
# Slack's words for a token that will not do, however often it is tried.
REFUSED = REVOKED | {"missing_scope", "no_permission", "not_allowed_token_type"}
_log = logging.getLogger(__name__)


class SocketConnection:
    """Keeps one working socket until cancelled.

    `on_connected` is called after each connection; `quiet_seconds` without a word from Slack are suspicious.
    """

    def __init__(
        self,
        entrance: Entrance,
        app_token: str,
        *,
        on_connected: Callable[[], None] = lambda: None,
        quiet_seconds: float = QUIET_SECONDS,
    ) -> None:
        self._entrance = entrance
        self._app_token = app_token
        self._on_connected = on_connected
        self._quiet_seconds = quiet_seconds
        self._handler: _Handler | None = None

    async def run(self) -> None:
        """Connect, watch, and connect again. Raises SlackRefused where the app token is not accepted."""
        attempt = 0
        while True:
            try:
                self._handler = await self._connect()
                attempt = 0
                _log.warning("%s; building a new one.", await self._watch(self._handler))
            except SlackApiError as error:
                _refuse(error)
                _log.warning("Slack opens no connection now (%s).", slack_reason(error))
            except UNREACHABLE as error:
                _log.warning("Slack cannot be reached (%s).", type(error).__name__)
            finally:
                await self._close()
            attempt += 1
            await asyncio.sleep(backoff_seconds(attempt))

    async def check(self) -> Check:
        """Whether events can arrive."""
        connected = self._handler is not None and await self._handler.client.is_connected()
        return Check(ok=connected, detail=Remark("connected" if connected else "no connection to Slack"))

    def ages(self) -> tuple[float, float]:
        """Seconds since the connection was opened, and since Slack's last word over it; zeros where there is none."""
        if self._handler is None:
            return 0.0, 0.0
        now = asyncio.get_running_loop().time()
        return now - self._handler.opened_at, now - self._handler.heard_at

    async def _connect(self) -> _Handler:
        handler = _Handler(self._entrance, self._app_token, self._on_connected)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                # Asked here, since the client itself would ask for ever with a token that Slack refuses.
                handler.client.wss_uri = await handler.client.issue_new_wss_url()
                handler.client.proxy = proxy_for(handler.client.wss_uri)
                await handler.connect_async()  # type: ignore[no-untyped-call]  # Bolt has no types here
        except BaseException:
            await handler.leave()
            raise
        _log.info("Connected to Slack.")
        return handler

    async def _watch(self, handler: _Handler) -> str:
        """Return, in words, when the connection is lost for too long, or so quiet that it may be deaf."""
        loop = asyncio.get_running_loop()
        seen = loop.time()
        while loop.time() - seen < LOST_SECONDS:
            await asyncio.sleep(min(WATCH_SECONDS, self._quiet_seconds))
            if (await self.check()).ok:
                seen = loop.time()
            if loop.time() - handler.heard_at > self._quiet_seconds:
                return "The connection to Slack has been silent for long"
        return "The connection to Slack is lost"

    async def _close(self) -> None:
        """Take no more events. Slack gives what it has not yet handed over to another connection, or later."""
        handler, self._handler = self._handler, None
        if handler is not None:
            await handler.leave()


class _Handler(AsyncSocketModeHandler):
    """Bolt's handler, through our entrance. It opens a connection after the other, as Slack asks for.

    `on_opened` is called with Slack's first word over each. `opened_at`, `heard_at`: loop times of it and the last.
    """

    def __init__(self, entrance: Entrance, app_token: str, on_opened: Callable[[], None]) -> None:
        super().__init__(entrance.app, app_token, logger=_silent(), ping_interval=PING_SECONDS)
        self._entrance = entrance
        self._on_opened = on_opened
        self._session: ClientWebSocketResponse | None = None
        self.opened_at = self.heard_at = asyncio.get_running_loop().time()
        self.client.on_message_listeners.append(self._hear)

    async def leave(self) -> None:
        """Close the socket politely, or without Slack where it does not say goodbye in time."""
        try:
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self.close_async()  # type: ignore[no-untyped-call]  # as above
        except TimeoutError:
            for task in (
                self.client.message_processor,
                self.client.current_session_monitor,
                self.client.message_receiver,
            ):
                if task is not None:
                    task.cancel()
            await self.client.aiohttp_client_session.close()

    async def _hear(self, _: WSMessage) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        if self.client.current_session is not self._session:
            self._session, self.opened_at = self.client.current_session, self.heard_at
            self._on_opened()

    async def handle(self, client: SocketModeClient, req: SocketModeRequest) -> None:  # type: ignore[override]  # as Bolt
        start = time.time()
        payload = AsyncBoltRequest(mode="socket_mode", body=req.payload, headers=build_headers(req))

        async def acknowledge(response: BoltResponse) -> None:
            await send_async_response(client, req, response, start)

        await self._entrance.take(payload, acknowledge)


def backoff_seconds(attempt: int) -> float:
    """1, 2, 4 ... seconds, at most half a minute."""
    return float(min(2 ** (attempt - 1), LONGEST_WAIT_SECONDS))


def _refuse(error: SlackApiError) -> None:
    reason = slack_reason(error)
    if reason in REFUSED:
        raise SlackRefused(
            f"Slack does not accept SLACK_APP_TOKEN ({reason}).",
            hint="Create an app-level token with the scope connections:write and set SLACK_APP_TOKEN to it.",
        ) from None


def _silent() -> logging.Logger:
    # The client logs each attempt with a traceback; the watch says the same in one line.
    return hushed(f"{__name__}.sdk")
