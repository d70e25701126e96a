"""LocalSlack: one workspace on a port of this machine, as strict as Slack."""

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.slack.acknowledgements import apply_response
from tests.slack.backend import Backend
from tests.slack.clock import Clock
from tests.slack.delivery import Delivery, Dispatcher
from tests.slack.faults import Faults
from tests.slack.http_mode import Forgery, HttpMode, encode
from tests.slack.journal import Journal
from tests.slack.limits import ACK_SECONDS
from tests.slack.people import People
from tests.slack.records import Records
from tests.slack.response_url import ResponseUrls
from tests.slack.socket_mode import SocketMode
from tests.slack.web_api import WebApi
from tests.slack.workspace import Identity, Workspace

SCOPES = (
    "app_mentions:read", "channels:history", "groups:history", "im:history", "mpim:history", "chat:write",
    "commands", "reactions:write", "users:read", "channels:read", "groups:read", "im:write", "usergroups:read",
    "assistant:write",
)  # fmt: skip


class LocalSlack(People, Records):
    """A Slack for tests: `async with LocalSlack() as slack`.

    Args:
        identity: ids and tokens; invented where not given.
        ack_seconds: how long the app may take to acknowledge.
        scopes: what the bot token says it was granted.
        unfurl_domains: domains whose links are announced as `link_shared`.
        port: 0 picks a free one.
        ticking: the clock runs by itself; else it moves only by `clock.advance`.
    """

    def __init__(
        self,
        *,
        identity: Identity | None = None,
        ack_seconds: float = ACK_SECONDS,
        scopes: Sequence[str] = SCOPES,
        unfurl_domains: Sequence[str] = (),
        port: int = 0,
        ticking: bool = False,
    ) -> None:
        self.identity = identity or Identity()
        self.clock = Clock(ticking=ticking)
        self.faults = Faults()
        journal = Journal()
        self.dispatcher = Dispatcher(journal, self._apply, ack_seconds=ack_seconds)
        self.sockets = SocketMode(self.identity.app_id, self.dispatcher, journal)
        self.dispatcher.transport = self.sockets
        self.backend = Backend(
            workspace=Workspace(self.identity, self.clock),
            clock=self.clock,
            journal=journal,
            faults=self.faults,
            dispatcher=self.dispatcher,
            sockets=self.sockets,
            scopes=scopes,
            unfurl_domains=unfurl_domains,
        )
        self._port = port
        self._http: HttpMode | None = None
        self._runner = web.AppRunner(self._application(), access_log=None, shutdown_timeout=1.0)

    @property
    def url(self) -> str:
        return self.backend.base_url

    @property
    def api_url(self) -> str:
        """What `SLACK_API_URL` is set to."""
        return f"{self.url}/api/"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that point an app at this workspace."""
        return {
            "SLACK_API_URL": self.api_url,
            "SLACK_BOT_TOKEN": self.identity.bot_token,
            "SLACK_APP_TOKEN": self.identity.app_token,
            "SLACK_SIGNING_SECRET": self.identity.signing_secret,
        }

    async def __aenter__(self) -> Self:
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.backend.base_url = f"http://{host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.dispatcher.close()
        await self.sockets.close()
        if self._http is not None:
            await self._http.close()
        await self._runner.cleanup()

    # Transports and their troubles

    async def use_http(self, url: str) -> HttpMode:
        """From now on payloads go to `url` as signed requests."""
        if self._http is not None:
            await self._http.close()
        self._http = HttpMode(url, self.identity.signing_secret, self.dispatcher)
        self.dispatcher.transport = self._http
        return self._http

    async def redeliver(self, delivery: Delivery, *, reason: str = "timeout") -> None:
        """The same payload once more, now, with the next retry number."""
        await self.dispatcher.redeliver(delivery, reason=reason)

    async def post_forged(self, delivery: Delivery, forgery: Forgery) -> int:
        """Sends a payload again with a wrong signature or an old timestamp; the app's HTTP status."""
        assert self._http is not None, "a forged request needs use_http first"
        body, content_type = encode(delivery)
        status, _ = await self._http.request(body, content_type, forgery=forgery)
        return status

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Announces the end of every socket: `warning`, `refresh_requested` or `link_disabled`."""
        await self.sockets.announce_disconnect(reason)

    def drop_connections(self) -> None:
        """Every socket ends without a word."""
        self.sockets.drop()

    def go_silent(self, *, pongs: bool = True) -> None:
        """Today's sockets stay open and carry nothing any more."""
        self.sockets.go_silent(pongs=pongs)

    async def _apply(self, delivery: Delivery, response: dict[str, Any]) -> None:
        await apply_response(self.backend, delivery, response)

    def _application(self) -> web.Application:
        application = web.Application(client_max_size=4 * 1024 * 1024)
        api, answers = WebApi(self.backend), ResponseUrls(self.backend)
        application.router.add_route("*", "/api/{method}", api.handle)
        application.router.add_post("/response/{url_id}", answers.handle)
        application.router.add_get("/link/", self.sockets.handle)
        return application
