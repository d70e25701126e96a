"""The one workspace of the token that is set. Once Slack does not know that token any more, the bot ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app
from bot.client import REVOKED, UNREACHABLE, failure, refused, slack_reason
from bot.errors import SlackRefused
from bot.health import Check, kept
from bot.services import Identity, Services
from bot.slack_app import warn_of_scopes
from bot.socket_mode import REFUSED, backoff_seconds
from bot.workspaces.ports import SURE, Arrival, PageOf
from knowledge.remarks import Remark

SLACK_SECONDS = 10.0  # how long a call that Slack took counts as readiness
_log = logging.getLogger(__name__)


class OneWorkspace:
    """Which workspace that is, Slack tells. Bots of others may keep their requests in the same state."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._team, self._arrived = "", asyncio.Event()
        self._ask = kept(self._call, SLACK_SECONDS)

    @property
    def pages(self) -> Mapping[str, PageOf]:
        """None: whoever runs the bot has installed it."""
        return {}

    def named(self, team: str) -> bool:
        """Whether it is this one, as far as Slack has told."""
        return team == self._team or not self._arrived.is_set()

    def services(self, team: str) -> Services | None:
        """Those of the one workspace."""
        return self._services if self.named(team) else None

    async def find(self, team: str) -> Services | None:
        """The same, once Slack has told which that is: nothing of another one may be said here."""
        await self._arrived.wait()
        return self.services(team)

    async def arrive(self, *, signing_secret: str, domains: Sequence[str]) -> Arrival:
        """Once Slack has told who the bot is, however long it cannot be reached. Raises SlackRefused."""
        identity = await self._identity(domains)
        self._team = identity.team
        self._arrived.set()
        app = build_app(self._services, identity, signing_secret=signing_secret)
        return Arrival(app=app, team=identity.team, greeting=f"Ready as {identity.user} in {identity.team}.")

    async def watch(self, every_seconds: float) -> None:
        """Return never. Raises SlackRefused once Slack has said twice in a row that it does not know the token."""
        refusals, reason = 0, ""
        while refusals < SURE:
            await asyncio.sleep(every_seconds)
            reason = await revocation(self._services.client) if self._arrived.is_set() else ""
            refusals = refusals + 1 if reason else 0
        raise SlackRefused(
            f"Slack does not accept SLACK_BOT_TOKEN any more ({reason}).",
            hint="Install the app again and set the new token; what is still open is answered after that.",
        )

    async def check(self) -> Check:
        """Events may arrive where no answer can leave: the token revoked, the network shut."""
        return await self._ask()

    async def _call(self) -> Check:
        try:
            await self._services.client.auth_test()
        except SlackApiError as error:
            return Check(ok=False, detail=refused(error))
        return Check(ok=True, detail=Remark("takes calls"))

    async def _identity(self, domains: Sequence[str]) -> Identity:
        attempt = 0
        while True:
            attempt += 1
            try:
                who = await self._services.client.auth_test()
                warn_of_scopes(who.headers, domains)
                return Identity(team=who["team_id"], user=who["user_id"], bot=str(who.get("bot_id") or ""))
            except SlackApiError as error:
                reason = slack_reason(error) or type(error).__name__
                if reason in REFUSED:
                    raise SlackRefused(
                        f"Slack does not accept SLACK_BOT_TOKEN ({reason}).",
                        hint="Copy the Bot User OAuth Token from the app's OAuth page, or install the app again.",
                    ) from None
            except UNREACHABLE as error:
                reason = type(error).__name__
            wait = backoff_seconds(attempt)
            _log.warning("Slack cannot be reached (%s); trying again in %g s.", reason, wait)
            await asyncio.sleep(wait)


async def revocation(client: AsyncWebClient, token: str | None = None) -> str:
    """Slack's name for why it does not know the token; empty where it does, or says nothing of it."""
    try:
        await client.auth_test(token=token)
    except (SlackApiError, *UNREACHABLE) as error:
        reason = failure(error)
        return reason if reason in REVOKED else ""
    return ""
