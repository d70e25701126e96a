"""What `footnote doctor` says of workspaces that install the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

from slack_sdk.web.async_client import AsyncWebClient

from bot.client import with_token
from bot.errors import BotError
from bot.findings import Finding
from bot.slack_app import link_domains
from bot.token_checks import check_bot_token, check_channels
from bot.workspaces.opening import open_installations
from bot.workspaces.terms import terms_of
from config.settings import Settings


async def check_workspaces(client: AsyncWebClient, settings: Settings) -> AsyncIterator[Finding]:
    """What installing needs, and each workspace: whether the bot is there, with which scopes, in which channels."""
    try:
        terms = terms_of(settings)
        async with open_installations(settings) as installations:
            tokens = {bot.team_id: bot.bot_token for bot in await installations.bots(terms.workspaces)}
    except BotError as error:
        yield Finding(name="slack oauth", ok=False, detail=str(error), fix=error.hint)
        return
    yield Finding(name="slack oauth", ok=True, detail=f"Slack sends who installs it back to {terms.redirect}")
    if settings.secrets.bot_token:
        yield Finding(name="slack bot token", ok=True, detail="not used: workspaces install the bot themselves")
    for team in terms.workspaces:
        name = f"slack workspace {team}"
        if team not in tokens:
            fix = f"While `footnote serve` runs, open {terms.install} and choose that workspace."
            yield Finding(name=name, ok=False, detail="the bot is not installed there", fix=fix)
            continue
        there, fix = with_token(client, tokens[team]), f"Install it again at {terms.install}."
        async for finding in check_bot_token(there, link_domains(settings), name=name, fix=fix):
            yield finding
        async for finding in check_channels(there, settings, team):
            yield finding
