"""Runs the bot: connects to Slack, takes requests until it is told to stop, and leaves nobody waiting."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from bot.beside import beside
from bot.building import Bot
from bot.entrance import Entrance
from bot.errors import SecretMissing, StateUnavailable
from bot.health import Check, Health, Probe
from bot.socket_mode import SocketConnection
from bot.web import WebServer
from knowledge.remarks import Remark

ENTRANCE_SECONDS = 3.0  # what Slack has sent is written down and acknowledged by then, or never
CLOSING_SECONDS = 1.0  # for what came while the socket was being closed: Slack did not hear of it, and repeats events
TOKEN_SECONDS = 60.0  # how often Slack is asked whether it still knows the bot
GRACE_SECONDS = 14.0  # then whoever still waits gets one sentence; all together stay below 30 s
_STOPPING = Check(ok=False, detail=Remark("stopping"))
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """How Slack reaches the bot. Secrets stay out of `repr`."""

    mode: Literal["socket", "http"] = "socket"
    host: str = "127.0.0.1"
    port: int = 3000
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    drain_seconds: float = 0.0  # how long requests are still taken over HTTP once it is told to stop
    domains: tuple[str, ...] = ()  # hosts whose links Slack is to announce

    def require_secrets(self) -> None:
        """Raise SecretMissing where the mode's own secret is not set."""
        if self.mode == "socket" and not self.app_token:
            raise SecretMissing(
                "Socket Mode needs SLACK_APP_TOKEN.", hint="Set it to an app-level token with connections:write."
            )
        if self.mode == "http" and not self.signing_secret:
            raise SecretMissing(
                "HTTP mode needs SLACK_SIGNING_SECRET.", hint="Copy it from the app's Basic Information page."
            )


async def serve(
    bot: Bot,
    front: Front,
    *,
    probes: Mapping[str, Probe],
    on_connected: Callable[[], None] = lambda: None,
    grace_seconds: float = GRACE_SECONDS,
    token_seconds: float = TOKEN_SECONDS,
) -> None:
    """Run until SIGTERM or SIGINT, then end every request. Raises BotError.

    `probes` say whether the index, the model and so on can be used; the connection to Slack is added to them.
    `on_connected` is called whenever events can arrive, the first time and after each new connection. Every
    `token_seconds` Slack is asked whether the token still holds; where no other does, this raises SlackRefused.
    """
    front.require_secrets()
    server = Server(bot, front, probes, on_connected)
    async with _stop_signals() as stop:
        await server.run(stop, grace_seconds=grace_seconds, token_seconds=token_seconds)


class Server:
    """One run of the bot."""

    def __init__(self, bot: Bot, front: Front, probes: Mapping[str, Probe], on_connected: Callable[[], None]) -> None:
        self._bot = bot
        self._front = front
        self._on_connected = on_connected
        self._entrance: Entrance | None = None
        self._socket: SocketConnection | None = None
        self._health = Health({"slack": self._check_slack, "state": self._check_state, **probes})
        self._web = WebServer(self._health, bot.services.metrics, lambda: self._entrance, pages=bot.workspaces.pages)
        bot.services.metrics.watch_socket(lambda: self._socket.ages() if self._socket else (0.0, 0.0))

    async def run(self, stop: asyncio.Event, *, grace_seconds: float, token_seconds: float) -> None:
        """Serve until `stop` is set or something essential fails. Raises BotError."""
        port = await self._web.start(self._front.host, self._front.port, events=self._front.mode == "http")
        _log.info("Health and metrics at http://%s:%d.", self._front.host, port)
        work = (stop.wait(), self._bot.workers.run(), self._connect(), self._bot.workspaces.watch(token_seconds))
        tasks = [asyncio.create_task(one) for one in work]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            await self._drain(tasks[1:])
        finally:
            await self._stop(tasks, grace_seconds)

    async def _connect(self) -> None:
        front = self._front
        arrival = await self._bot.workspaces.arrive(signing_secret=front.signing_secret, domains=front.domains)
        self._entrance = Entrance(arrival.app, self._bot.workers.submit)
        _log.info("%s", arrival.greeting)
        async with beside(self._keep_time(arrival.team)):
            await self._take_events()

    async def _keep_time(self, team: str) -> None:
        """Claim digests when they are due."""
        if self._bot.timetable is not None:
            await self._bot.timetable.run(team, self._bot.services.claims.claim, self._bot.workers.submit)

    async def _take_events(self) -> None:
        if self._entrance is None:  # stopped meanwhile
            return
        if self._front.mode == "socket":
            self._socket = SocketConnection(self._entrance, self._front.app_token, on_connected=self._connected)
            await self._socket.run()
        self._on_connected()
        await asyncio.Event().wait()

    def _connected(self) -> None:
        self._bot.services.metrics.socket_connections.inc()
        self._on_connected()

    async def _check_slack(self) -> Check:
        if self._entrance is None:
            return Check(ok=False, detail=Remark("Slack has not been reached yet"))
        if self._socket is not None and not (check := await self._socket.check()).ok:
            return check
        return await self._bot.workspaces.check()

    async def _check_state(self) -> Check:
        try:
            await self._bot.services.inbox.check()
        except StateUnavailable:
            return Check(ok=False, detail=Remark("requests cannot be written down"))
        return Check(ok=True, detail=Remark("requests can be written down"))

    async def _drain(self, tasks: Sequence[asyncio.Task[Any]]) -> None:
        """Be not ready, and take over HTTP what a balancer still sends until it has seen that."""
        self._health.close("slack", _STOPPING)
        if self._front.mode == "http" and self._front.drain_seconds and self._entrance is not None:
            _log.info("Stopping in %g s: not ready any more, requests are still taken.", self._front.drain_seconds)
            failed, _ = await asyncio.wait(
                tasks, timeout=self._front.drain_seconds, return_when=asyncio.FIRST_COMPLETED
            )
            for task in failed:
                task.result()

    async def _stop(self, tasks: Sequence[asyncio.Task[Any]], grace_seconds: float) -> None:
        """Nothing new comes in; what has been claimed ends while its lease is still being extended."""
        _log.info("Stopping: nothing new is taken, requests in progress are finished.")
        self._health.close("slack", _STOPPING)
        entrance, self._entrance = self._entrance, None
        stop, workers, connect, watch = tasks
        if entrance is not None:
            await entrance.empty(ENTRANCE_SECONDS)  # before a socket closes, which carries acknowledgements too
        await _cancel(stop, connect, watch)
        if entrance is not None:
            await entrance.empty(CLOSING_SECONDS)
        await self._bot.workers.stop(grace_seconds)
        await _cancel(workers)
        await self._web.stop()
        _log.info("Stopped.")


async def _cancel(*tasks: asyncio.Task[Any]) -> None:
    for task in tasks:
        task.cancel()
    for task in tasks:
        with suppress(asyncio.CancelledError, Exception):
            await task


@asynccontextmanager
async def _stop_signals() -> AsyncIterator[asyncio.Event]:
    """An event that SIGTERM and SIGINT set."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    for number in signals:
        loop.add_signal_handler(number, stop.set)
    try:
        yield stop
    finally:
        for number in signals:
            loop.remove_signal_handler(number)
