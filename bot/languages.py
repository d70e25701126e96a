"""In which language the bot speaks: a channel's, where the settings name one; else, to one person alone, theirs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from slack_sdk.errors import SlackApiError

from bot.channels import Channels
from bot.client import UNREACHABLE, failure
from bot.people import People, Person
from bot.requests import Request
from bot.rules import Language
from bot.text import ENGLISH, GERMAN, Wording

WORDINGS: Mapping[Language, Wording] = {"en": ENGLISH, "de": GERMAN}
CALL_SECONDS = 1.5  # within 3 s of a click, or never, Slack opens the modal that these words are for
_log = logging.getLogger(__name__)


class Languages:
    """What several people read is in the language of its channel, or else in `default`.

    A person's own language is that of their Slack, where the bot knows it.
    """

    def __init__(self, people: People, channels: Channels, *, default: Language = "en") -> None:
        self._people = people
        self._channels = channels
        self._default = WORDINGS[default]

    async def of(self, request: Request) -> Wording:
        """The words for the request's reply. Raises StateUnavailable."""
        rules = await self._channels.of(request)
        if rules.language:
            return WORDINGS[rules.language]
        return self._default if request.shared else await self.of_person(request.user)

    async def of_person(self, user: str) -> Wording:
        """The words for one person."""
        try:
            async with asyncio.timeout(CALL_SECONDS):
                return self._spoken(await self._people.of(user))
        except (SlackApiError, *UNREACHABLE) as error:
            _log.info("Slack did not tell the language of a person (%s).", failure(error))
            return self._default

    def known(self, user: str, channel: str) -> Wording:
        """The words for one person in that place as far as they are known, where Slack cannot be asked."""
        language = self._channels.known(channel).language
        if language:
            return WORDINGS[language]
        person = self._people.known(user)
        return self._spoken(person) if person else self._default

    def _spoken(self, person: Person) -> Wording:
        """The words in the language of their Slack."""
        locale = person.locale.partition("-")[0]
        return next((words for language, words in WORDINGS.items() if language == locale), self._default)
