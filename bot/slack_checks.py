"""Slack as an installation meets it: tokens, scopes, channels, and what the app was made of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE, slack_client
from bot.findings import Finding
from bot.slack_app import check_written, link_domains
from bot.token_checks import check_bot_token, check_channels, refused
from bot.workspaces.checks import check_workspaces
from config.settings import Settings

SOCKET_SCOPE = "connections:write"


async def check_slack(settings: Settings) -> AsyncIterator[Finding]:
    """Tokens, the scopes that the manifest asks for, the channels that settings name, and what the mode needs."""
    secrets, several = settings.secrets, bool(settings.oauth.workspaces)
    if secrets.bot_token is None and not several:
        yield Finding(
            name="slack",
            ok=True,  # notes can be asked without Slack; `serve` itself refuses to start
            detail="not set up: `footnote serve` needs SLACK_BOT_TOKEN, and SLACK_APP_TOKEN for Socket Mode",
        )
        return
    token = secrets.bot_token.get_secret_value() if secrets.bot_token and not several else None
    async with slack_client(token, api_url=settings.slack.api_url) as client:
        async for finding in check_workspaces(client, settings) if several else check_one(client, settings):
            yield finding
        if settings.slack.mode == "socket":
            yield await check_app_token(client, secrets.app_token.get_secret_value() if secrets.app_token else "")
    if settings.slack.mode == "http":
        ok = secrets.signing_secret is not None
        fix = "" if ok else "Copy it from the app's Basic Information page into SLACK_SIGNING_SECRET."
        yield Finding(name="slack signing secret", ok=ok, detail="set" if ok else "not set", fix=fix)
    for finding in await asyncio.to_thread(lambda: [*check_manifest(settings)]):
        yield finding


async def check_one(client: AsyncWebClient, settings: Settings) -> AsyncIterator[Finding]:
    """The token of the one workspace, and its channels."""
    async for finding in check_bot_token(client, link_domains(settings)):
        yield finding
    async for finding in check_channels(client, settings):
        yield finding


def check_manifest(settings: Settings) -> Iterator[Finding]:
    """Whether the app's manifest beside the settings has what they need."""
    commands = (settings.slack.ask_command, settings.slack.search_command)
    address = settings.oauth.address if settings.oauth.workspaces else ""
    yield from check_written(settings.source.parent, commands, link_domains(settings), address)


async def check_app_token(client: AsyncWebClient, token: str) -> Finding:
    """Whether Socket Mode opens with this token."""
    fix = f"Create an app-level token with {SOCKET_SCOPE} and put it into SLACK_APP_TOKEN."
    if not token:
        return Finding(name="slack app token", ok=False, detail="SLACK_APP_TOKEN is not set", fix=fix)
    try:
        await client.apps_connections_open(app_token=token)
    except (SlackApiError, *UNREACHABLE) as error:
        return refused("slack app token", error, fix)
    return Finding(name="slack app token", ok=True, detail="Socket Mode opens")
