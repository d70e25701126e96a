"""The bot as the settings want it: of one workspace by its token, or of those that may install it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from slack_sdk.web.async_client import AsyncWebClient

from bot.beside import beside
from bot.building import Bot, Parts, build_bot, services_of
from bot.configured import bot_token
from bot.errors import PackagesMissing, SecretMissing
from bot.workspaces.terms import terms_of
from config.settings import Settings

if TYPE_CHECKING:
    from bot.workspaces.installations import Installations

PartsFor = Callable[[AsyncWebClient, str], Parts]  # a workspace's client and id; empty: of the only one


@asynccontextmanager
async def open_bot(settings: Settings, client: AsyncWebClient, parts_for: PartsFor) -> AsyncIterator[Bot]:
    """The bot; the client has a token where there is one workspace. Raises BotError."""
    if settings.oauth.workspaces:
        async with _several(settings, client, parts_for) as bot:
            yield bot
        return
    bot = build_bot(parts_for(client, ""))
    async with beside(bot.services.channels.keep_known()):
        yield bot


@asynccontextmanager
async def open_installations(settings: Settings) -> AsyncIterator[Installations]:
    """The installations on disk. Raises PackagesMissing, SecretMissing, InstallationsUnavailable."""
    try:
        from bot.workspaces.installations import Installations  # noqa: PLC0415 - of an extra
    except ImportError as error:
        raise PackagesMissing(
            "Several workspaces need packages that are not installed.",
            hint="Run `pip install 'footnote-bot[oauth]'`, or in a checkout `pip install -e '.[oauth]'`.",
        ) from error
    async with Installations.open(settings.oauth.database, client_id=terms_of(settings).client_id) as installations:
        yield installations


async def token_at_home(settings: Settings) -> str:
    """The token of the one workspace, or of the first of several. Raises BotError where there is none."""
    home = settings.oauth.home
    if not home:
        return bot_token(settings)
    async with open_installations(settings) as installations:
        for bot in await installations.bots([home]):
            return bot.bot_token
    install = terms_of(settings).install
    raise SecretMissing(f"The bot is not installed in {home}.", hint=f"While `footnote serve` runs, open {install}.")


@asynccontextmanager
async def _several(settings: Settings, client: AsyncWebClient, parts_for: PartsFor) -> AsyncIterator[Bot]:
    home = settings.oauth.home
    async with open_installations(settings) as installations:
        from bot.workspaces.several import SeveralWorkspaces  # noqa: PLC0415 - of the same extra

        async with SeveralWorkspaces.open(
            installations,
            terms_of(settings),
            home=home,
            client=client,
            furnish=lambda client, team: services_of(parts_for(client, team)),
        ) as workspaces:
            parts = parts_for(client, home)
            if parts.timetable is not None:
                find_channel = partial(workspaces.digest_channel, settings.digest.channel)
                parts = replace(parts, timetable=replace(parts.timetable, find_channel=find_channel))
            yield build_bot(parts, workspaces)
