"""Several workspaces behind one address, in which one app is installed over OAuth.

Each workspace is a LocalSlack. A call is led to the one whose bot token it carries; a token that no workspace has is
refused, as is that of a workspace that has removed the app.
"""

import base64
import secrets
from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.slack.server import SCOPES, LocalSlack
from tests.slack.web_api import WebApi
from tests.slack.workspace import Identity

CLIENT_ID, CLIENT_SECRET, SIGNING_SECRET = "1234.5678", "client-hush", "signing-hush"


class Slacks:
    """`async with Slacks("T1", "T2") as slacks`: `slacks["T1"]` is a workspace that has not installed the app yet."""

    def __init__(self, *teams: str) -> None:
        self._workspaces = {team: _workspace(team, number) for number, team in enumerate(teams, start=1)}
        self._installed: dict[str, str] = {}  # teams by bot token
        self._codes: dict[str, str] = {}  # teams by code, each for one use
        self.uninstalled: list[str] = []
        self.expires_in = 0  # seconds that a token is good for; 0: for ever
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)
        self.url = ""

    @property
    def _first(self) -> LocalSlack:
        return next(iter(self._workspaces.values()))

    def __getitem__(self, team: str) -> LocalSlack:
        return self._workspaces[team]

    @property
    def environment(self) -> dict[str, str]:
        """The variables of an app that is to be installed."""
        return {
            "SLACK_API_URL": f"{self.url}/api/",
            "SLACK_BOT_TOKEN": "",
            "SLACK_APP_TOKEN": self._first.identity.app_token,
            "SLACK_SIGNING_SECRET": SIGNING_SECRET,
            "SLACK_CLIENT_ID": CLIENT_ID,
            "SLACK_CLIENT_SECRET": CLIENT_SECRET,
        }

    async def __aenter__(self) -> Self:
        for slack in self._workspaces.values():
            await slack.__aenter__()
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()
        for slack in self._workspaces.values():
            await slack.__aexit__(kind, error, trace)

    def use_sockets(self) -> None:
        """From now on events of every workspace go over the same sockets, which are the app's."""
        for slack in self._workspaces.values():
            slack.dispatcher.transport = self._first.sockets

    def agree(self, team: str, query: Mapping[str, str]) -> dict[str, str]:
        """Somebody there allows what the authorization page asks for: what the browser comes back with."""
        assert query["client_id"] == CLIENT_ID
        code = secrets.token_hex(8)
        self._codes[code] = team
        return {"code": code, "state": query["state"]}

    async def uninstall(self, team: str) -> None:
        """Somebody removes the app: its token is dead, and the app hears of it."""
        slack = self[team]
        self._remove(team)
        revoked = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [slack.identity.bot_user_id]}}
        for event in (revoked, {"type": "app_uninstalled"}):
            await slack.send_event(event)

    def revoke(self, team: str) -> None:
        """The token dies, and nobody says so."""
        self._remove(team)

    def _remove(self, team: str) -> None:
        self._installed = {token: one for token, one in self._installed.items() if one != team}

    def _application(self) -> web.Application:
        application = web.Application()
        application.router.add_route("*", "/api/oauth.v2.access", self._access)
        application.router.add_route("*", "/api/apps.uninstall", self._uninstall)
        application.router.add_route("*", "/api/{method}", self._lead)
        return application

    async def _access(self, request: web.Request) -> web.Response:
        form = await request.post()
        if _basic(request) != (CLIENT_ID, CLIENT_SECRET):
            return web.json_response({"ok": False, "error": "bad_client_secret"})
        team = self._codes.pop(str(form.get("code")), None)
        if form.get("grant_type") == "refresh_token":
            team = self._installed.get(str(form.get("refresh_token")).removeprefix("xoxe-"))
        if team is None:
            return web.json_response({"ok": False, "error": "invalid_code"})
        return web.json_response(self.install(team))

    def install(self, team: str) -> dict[str, Any]:
        """What Slack says when somebody agreed: each time another token, which ends where tokens rotate."""
        workspace = self[team].backend.workspace
        identity = workspace.identity = replace(workspace.identity, bot_token=f"xoxb-{secrets.token_hex(12)}")
        self._remove(team)
        self._installed[identity.bot_token] = team
        rotating = {"refresh_token": f"xoxe-{identity.bot_token}", "expires_in": self.expires_in}
        return (rotating if self.expires_in else {}) | {
            "ok": True,
            "access_token": identity.bot_token,
            "token_type": "bot",
            "scope": ",".join(SCOPES),
            "bot_user_id": identity.bot_user_id,
            "app_id": identity.app_id,
            "team": {"id": team, "name": identity.team_domain},
            "enterprise": None,
            "is_enterprise_install": False,
            "authed_user": {"id": "U0INSTALLER"},
        }

    async def _uninstall(self, request: web.Request) -> web.Response:
        team, given = self._installed.get(_token(request)), request.query
        if (given.get("client_id"), given.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET) or team is None:
            return web.json_response({"ok": False, "error": "invalid_auth"})
        self._remove(team)
        self.uninstalled.append(team)
        return web.json_response({"ok": True})

    async def _lead(self, request: web.Request) -> web.StreamResponse:
        method, token = request.match_info["method"], _token(request)
        if method == "api.test":
            return web.json_response({"ok": True})
        if token == self._first.identity.app_token:
            return await WebApi(self._first.backend).handle(request)
        team = self._installed.get(token)
        if team is None:
            return web.json_response({"ok": False, "error": "invalid_auth" if token else "not_authed"})
        return await WebApi(self[team].backend).handle(request)


def _workspace(team: str, number: int) -> LocalSlack:
    """Bots of one app have the same ids nowhere; ids of events are different everywhere."""
    identity = Identity(
        team_id=team,
        team_domain=f"team-{number}",
        bot_user_id=f"U0FOOTNOTE{number}",
        bot_id=f"B0FOOTNOTE{number}",
        signing_secret=SIGNING_SECRET,
    )
    slack = LocalSlack(identity=identity)
    slack.backend.workspace.count_from(number * 100_000)
    return slack


def _basic(request: web.Request) -> tuple[str, str]:
    scheme, _, credentials = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return "", ""
    name, _, secret = base64.b64decode(credentials).decode().partition(":")
    return name, secret


def _token(request: web.Request) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else ""
