"""The HTTP side: health for orchestrators, figures for Prometheus, and Slack's events where they come by HTTP."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from functools import partial

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.response import BoltResponse

from bot.entrance import Entrance
from bot.errors import PortUnavailable
from bot.health import Health
from bot.metrics import Metrics
from bot.workspaces.ports import PageOf
from config.starter import EVENTS_PATH

MAX_BODY_BYTES = 1024 * 1024  # Slack's own payloads stay far below


class WebServer:
    """Listens from `start` to `stop`. `entrance` is None while Slack's events cannot be taken; `pages` by path."""

    def __init__(
        self,
        health: Health,
        metrics: Metrics,
        entrance: Callable[[], Entrance | None],
        *,
        pages: Mapping[str, PageOf],
    ) -> None:
        self._health = health
        self._pages = pages
        self._metrics = metrics
        self._entrance = entrance
        self._runner: web.AppRunner | None = None

    async def start(self, host: str, port: int, *, events: bool) -> int:
        """Listen, on `POST /slack/events` too where `events`; returns the port. Raises PortUnavailable."""
        application = web.Application(client_max_size=MAX_BODY_BYTES)
        application.router.add_get("/healthz", self._alive)
        application.router.add_get("/readyz", self._ready)
        application.router.add_get("/metrics", self._figures)
        for path, page in self._pages.items():
            application.router.add_get(path, partial(_show, page))
        if events:
            application.router.add_post(EVENTS_PATH, self._events)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, host, port).start()
        except OSError as error:
            await self.stop()
            raise _unavailable(host, port, error) from error
        return int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Answer what is being asked, then listen no more."""
        runner, self._runner = self._runner, None
        if runner is not None:
            await runner.cleanup()

    async def _alive(self, _: web.Request) -> web.Response:
        return web.json_response({"alive": True})

    async def _ready(self, _: web.Request) -> web.Response:
        report = await self._health.report()
        checks = {name: {"ok": check.ok, "detail": check.detail} for name, check in report.checks.items()}
        return web.json_response({"ready": report.ready, **checks}, status=200 if report.ready else 503)

    async def _figures(self, _: web.Request) -> web.Response:
        self._metrics.saw_health(await self._health.report())
        return web.Response(body=self._metrics.render(), headers={"Content-Type": "text/plain; version=0.0.4"})

    async def _events(self, request: web.Request) -> web.Response:
        entrance = self._entrance()
        if entrance is None:
            return web.json_response({"error": "not ready"}, status=503)
        try:
            bolt_request = await to_bolt_request(request)
        except ValueError:  # not UTF-8, or not JSON where it says so
            return web.json_response({"error": "unreadable body"}, status=400)
        response = web.Response()

        async def acknowledge(answer: BoltResponse) -> None:
            nonlocal response
            response = await to_aiohttp_response(answer)
            await response.prepare(request)
            await response.write_eof()

        await entrance.take(bolt_request, acknowledge)
        return response


async def _show(page: PageOf, request: web.Request) -> web.Response:
    return await to_aiohttp_response(await page(await to_bolt_request(request)))


def _unavailable(host: str, port: int, error: OSError) -> PortUnavailable:
    reason = "is taken" if error.errno == errno.EADDRINUSE else "cannot be listened on"
    return PortUnavailable(
        f"Port {port} on {host} {reason}.",
        hint="Stop the other program, or set another http_host or http_port in [slack].",
    )
