"""Several workspaces, each with services, caches and a token of its own; what they share knows no workspace."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store.models.bot import Bot
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.beside import beside
from bot.client import refused, with_token
from bot.digest.place import channel_id
from bot.errors import InstallationsUnavailable
from bot.health import Check, kept
from bot.services import Identity, Services
from bot.workspaces.installations import Installations
from bot.workspaces.installing import Installing
from bot.workspaces.lobby import Lobby, lobby_app
from bot.workspaces.ports import SURE, Arrival, PageOf
from bot.workspaces.renewing import Renewing
from bot.workspaces.single import SLACK_SECONDS, revocation
from bot.workspaces.terms import INSTALL_PATH, Terms
from config.starter import REDIRECT_PATH
from knowledge.faults import fault
from knowledge.remarks import Remark

REST_SECONDS = 1.0  # between two looks at the installations, however many unknown teams ask for one
Furnish = Callable[[AsyncWebClient, str], Services]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """A workspace that is served. `work` goes on beside it until it is closed."""

    identity: Identity
    services: Services
    app: AsyncApp
    work: AsyncExitStack


class SeveralWorkspaces:
    """Those that are named in the terms and have installed the bot.

    `home` is the one in which digests go; `furnish` makes the services for a client and a team. What is installed is
    read at the start, after each installation and every now and then, since another running bot may have added one.
    """

    def __init__(
        self, installations: Installations, terms: Terms, *, home: str, client: AsyncWebClient, furnish: Furnish
    ) -> None:
        self._installations = installations
        self._terms = terms
        self._home = home
        self._client = client
        self._furnish = furnish
        self._renewing = Renewing(installations, terms, client)
        self._installing = Installing(client, installations, terms, self._installed)
        self._places: dict[str, _Place] = {}
        self._refusals: Counter[str] = Counter()  # of Slack, in a row, by team
        self._changing = asyncio.Lock()
        self._knocked, self._at_home = asyncio.Event(), asyncio.Event()
        self._departures: set[asyncio.Task[None]] = set()
        self._ask = kept(self._call, SLACK_SECONDS)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, installations: Installations, terms: Terms, *, home: str, client: AsyncWebClient, furnish: Furnish
    ) -> AsyncIterator[SeveralWorkspaces]:
        """Serve what is installed already. Raises InstallationsUnavailable."""
        several = cls(installations, terms, home=home, client=client, furnish=furnish)
        try:
            await several._refresh()
            yield several
        finally:
            await several._close()

    @property
    def pages(self) -> Mapping[str, PageOf]:
        """Where people install it, and where Slack sends them back to."""
        return {INSTALL_PATH: self._installing.begin, REDIRECT_PATH: self._installing.end}

    def named(self, team: str) -> bool:
        """Whether the terms name it."""
        return team in self._terms.workspaces

    def services(self, team: str) -> Services | None:
        """What works on requests of that workspace; None: the bot is not known to be there."""
        place = self._places.get(team)
        return place.services if place else None

    async def find(self, team: str) -> Services | None:
        """The same, after a look at the installations where it is not known. Raises InstallationsUnavailable."""
        if team not in self._places and self.named(team):
            await self._refresh()
        return self.services(team)

    async def digest_channel(self, name: str) -> str:
        """The id of a channel at home, once the bot is there. Raises as `bot.digest.place.channel_id`."""
        await self._at_home.wait()
        return await channel_id(self._places[self._home].services.client, name)

    async def arrive(self, *, signing_secret: str, domains: Sequence[str]) -> Arrival:  # noqa: ARG002 - in the terms
        """At once: who the bot is in each workspace is known since it was installed there."""
        lobby = Lobby(app=self._app, expected=self._expected, departed=self._departed)
        app = lobby_app(self._client, lobby, signing_secret=signing_secret)
        greeting = f"Ready as installed in {self._count()}; others install it at {self._terms.install}."
        return Arrival(app=app, team=self._home, greeting=greeting)

    async def watch(self, every_seconds: float) -> None:
        """Return never. A workspace whose token Slack refuses twice in a row is served no more; the others are."""
        loop, due = asyncio.get_running_loop(), 0.0
        while True:
            if loop.time() >= due:
                await self._safely(self._ask_all)
                due = loop.time() + every_seconds
            self._knocked.clear()
            await self._safely(self._refresh)
            await asyncio.sleep(min(REST_SECONDS, every_seconds))
            with suppress(TimeoutError):
                async with asyncio.timeout_at(due):
                    await self._knocked.wait()

    async def check(self) -> Check:
        """Whether Slack takes calls, and in how many workspaces the bot is."""
        return await self._ask()

    async def _call(self) -> Check:
        try:
            await self._client.api_test()
        except SlackApiError as error:
            return Check(ok=False, detail=refused(error))
        return Check(ok=True, detail=Remark("takes calls; installed in {count}", count=self._count()))

    def _count(self) -> Remark:
        return Remark("{served} of {all} workspaces", served=len(self._places), all=len(self._terms.workspaces))

    def _app(self, team: str) -> AsyncApp | None:
        place = self._places.get(team)
        return place.app if place else None

    def _expected(self, team: str) -> bool:
        """Another running bot may have let it in: then its events come again, and find it."""
        if self.named(team):
            self._knocked.set()
            return True
        return False

    def _departed(self, team: str) -> None:
        task = asyncio.create_task(self._safely(lambda: self._forget(team)))
        self._departures.add(task)
        task.add_done_callback(self._departures.discard)

    async def _forget(self, team: str) -> None:
        """Delete its tokens, if Slack refuses the latest: it may have been installed again meanwhile."""
        for bot in await self._installations.bots([team]):
            if await revocation(self._client, bot.bot_token):
                await self._installations.forget(team)
                _log.info("Removed from workspace %s.", team)
        await self._refresh()

    async def _installed(self, team: str) -> None:
        self._refusals.pop(team, None)
        await self._safely(self._refresh)

    async def _ask_all(self) -> None:
        for kept_bot in await self._installations.bots(self._terms.workspaces):
            bot, team = await self._renewing.renewed(kept_bot), kept_bot.team_id or ""
            reason = await revocation(self._client, bot.bot_token)
            self._refusals[team] = self._refusals[team] + 1 if reason else 0
            if self._refusals[team] == SURE:
                _log.error("Slack does not accept the token of workspace %s any more (%s).", team, reason)
        await self._installations.forget_unfinished()

    async def _refresh(self) -> None:
        """Serve those that are installed, and no others."""
        async with self._changing:
            found = await self._installations.bots(self._terms.workspaces)
            bots = {bot.team_id or "": bot for bot in found}
            for team in [team for team in self._places if team not in bots or self._refusals[team] >= SURE]:
                await self._leave(team)
                _log.info("Workspace %s is served no more.", team)
            for team, bot in bots.items():
                if self._refusals[team] < SURE:
                    await self._serve(team, bot)

    async def _serve(self, team: str, bot: Bot) -> None:
        identity = Identity(team=team, user=bot.bot_user_id, bot=bot.bot_id)
        place = self._places.get(team)
        if place is not None and place.identity == identity:
            place.services.client.token = bot.bot_token  # another one, where it was installed again
            return
        if place is not None:
            await self._leave(team)
        services, work = self._furnish(with_token(self._client, bot.bot_token), team), AsyncExitStack()
        await work.enter_async_context(beside(services.channels.keep_known()))
        app = build_app(services, identity, signing_secret=None)
        self._places[team] = _Place(identity=identity, services=services, app=app, work=work)
        if team == self._home:
            self._at_home.set()
        self._tell(team, bot)

    async def _leave(self, team: str) -> None:
        place = self._places.pop(team)
        if team == self._home:
            self._at_home.clear()
        await place.work.aclose()

    def _tell(self, team: str, bot: Bot) -> None:
        _log.info("Serving workspace %s as %s.", team, bot.bot_user_id)
        if missing := sorted(set(self._terms.scopes) - set(bot.bot_scopes)):
            scopes = ", ".join(missing)
            _log.warning("Workspace %s grants no %s: install it again at %s.", team, scopes, self._terms.install)

    async def _safely(self, change: Callable[[], Awaitable[None]]) -> None:
        try:
            await change()
        except InstallationsUnavailable as error:
            _log.error("%s %s", error, error.hint)
        except Exception as error:  # noqa: BLE001 - whatever it is, those that are served go on
            _log.error("The workspaces could not be looked at: %s", fault(error))

    async def _close(self) -> None:
        for task in self._departures:
            task.cancel()
        for team in list(self._places):
            await self._leave(team)
