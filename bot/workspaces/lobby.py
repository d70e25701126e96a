"""Where everything from Slack comes in first, and is led to the app of its workspace by one look into a table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import bolt_app

AGAIN = 503  # Slack tells an event again that was answered so


class Lobby(AsyncMiddleware):
    """Bolt's middleware that leads on. What is of no workspace that is served is acknowledged, and no more.

    `app` is that of a team, `expected` says whether a team without one may get one any moment, and `departed` is
    called with a team that seems to have removed the bot. None of them waits for anything.
    """

    def __init__(
        self,
        *,
        app: Callable[[str], AsyncApp | None],
        expected: Callable[[str], bool],
        departed: Callable[[str], None],
    ) -> None:
        self._app = app
        self._expected = expected
        self._departed = departed

    async def async_process(
        self,
        *,
        req: AsyncBoltRequest,
        resp: BoltResponse,  # noqa: ARG002 - Bolt names what it gives
        next: Callable[[], Awaitable[BoltResponse]],  # noqa: A002 - Bolt's name
    ) -> BoltResponse | None:
        """Lead on, or acknowledge; Slack's question whether the address is ours is Bolt's to answer."""
        if req.body.get("type") == "url_verification":
            return await next()
        team = str(req.context.team_id or "")
        if _departs(req.body):
            self._departed(team)
            return BoltResponse(status=200)
        app = self._app(team)
        if app is not None:
            return await app.async_dispatch(req)
        return BoltResponse(status=AGAIN if self._expected(team) else 200)


def lobby_app(client: AsyncWebClient, lobby: Lobby, *, signing_secret: str) -> AsyncApp:
    """The Bolt app in front of those of the workspaces."""
    return bolt_app(client, first=lobby, authorize=_nobody, signing_secret=signing_secret)


async def _nobody(**_: object) -> AuthorizeResult:
    """Beyond the lobby nothing acts for anybody."""
    return AuthorizeResult(enterprise_id=None, team_id=None)


def _departs(body: Mapping[str, Any]) -> bool:
    event: Mapping[str, Any] = body.get("event") or {}
    if event.get("type") == "tokens_revoked":
        return bool((event.get("tokens") or {}).get("bot"))
    return event.get("type") == "app_uninstalled"
