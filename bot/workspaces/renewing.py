"""Tokens that end are renewed before that; an app need not have such tokens."""

from __future__ import annotations

import logging

from slack_sdk.errors import SlackTokenRotationError
from slack_sdk.oauth.installation_store.models.bot import Bot
from slack_sdk.oauth.token_rotation.async_rotator import AsyncTokenRotator
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE
from bot.workspaces.installations import Installations
from bot.workspaces.terms import Terms

RENEW_MINUTES = 120  # before a token ends
_log = logging.getLogger(__name__)


class Renewing:
    """Renews the tokens of bots that are kept."""

    def __init__(self, installations: Installations, terms: Terms, client: AsyncWebClient) -> None:
        self._installations = installations
        self._rotator = AsyncTokenRotator(client_id=terms.client_id, client_secret=terms.client_secret, client=client)
        # By the token to renew with, which Slack takes once: what it gave, until the database has it.
        self._unkept: dict[str, Bot] = {}

    async def renewed(self, bot: Bot) -> Bot:
        """The bot with another token, where its own is about to end. Raises InstallationsUnavailable."""
        once = bot.bot_refresh_token
        if not once or (renewed := self._unkept.get(once) or await self._ask(bot)) is None:
            return bot
        self._unkept[once] = renewed
        await self._installations.renew(renewed)
        del self._unkept[once]
        return renewed

    async def _ask(self, bot: Bot) -> Bot | None:
        try:
            return await self._rotator.perform_bot_token_rotation(bot=bot, minutes_before_expiration=RENEW_MINUTES)
        except (SlackTokenRotationError, *UNREACHABLE) as error:
            # Another running bot may have done it just now: then the new one is read in a moment.
            _log.warning("The token of workspace %s was not renewed (%s).", bot.team_id, type(error).__name__)
            return None
