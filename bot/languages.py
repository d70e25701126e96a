"""In which language the bot speaks: a channel's, where the settings name one; else, to one person alone, theirs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from cachetools import TTLCache
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.channels import Channels
from bot.client import UNREACHABLE, failure
from bot.requests import Request
from bot.rules import Language
from bot.text import ENGLISH, GERMAN, Wording

WORDINGS: Mapping[Language, Wording] = {"en": ENGLISH, "de": GERMAN}
KEEP_SECONDS = 3_600.0
CALL_SECONDS = 3.0
_MOST_PEOPLE = 10_000
_log = logging.getLogger(__name__)


class Languages:
    """What several people read is in the language of its channel, or else in `default`.

    A person's own language is that of their Slack, where the bot knows it. Slack is asked for it once an hour.
    """

    def __init__(self, client: AsyncWebClient, channels: Channels, *, default: Language = "en") -> None:
        self._client = client
        self._channels = channels
        self._default = WORDINGS[default]
        self._people: TTLCache[str, Wording] = TTLCache(_MOST_PEOPLE, KEEP_SECONDS)

    async def of(self, request: Request) -> Wording:
        """The words for the request's reply. Raises sqlite3.Error."""
        rules = await self._channels.of(request)
        if rules.language:
            return WORDINGS[rules.language]
        return self._default if request.shared else await self.of_person(request.user)

    async def of_person(self, user: str) -> Wording:
        """The words for one person."""
        known = self._people.get(user)
        return known if known is not None else await self._look_up(user)

    def known(self, user: str, channel: str) -> Wording:
        """The words for one person in that place as far as they are known, where Slack cannot be asked."""
        language = self._channels.known(channel).language
        return WORDINGS[language] if language else self._people.get(user, self._default)

    async def _look_up(self, user: str) -> Wording:
        try:
            async with asyncio.timeout(CALL_SECONDS):
                response = await self._client.users_info(user=user, include_locale=True)
        except (SlackApiError, *UNREACHABLE) as error:
            _log.info("Slack did not tell the language of a person (%s).", failure(error))
            return self._default
        locale = str(response["user"].get("locale") or "").partition("-")[0]
        spoken = (words for language, words in WORDINGS.items() if language == locale)
        self._people[user] = next(spoken, self._default)
        return self._people[user]
