"""Slack as an installation meets it: tokens, scopes, channels, and what the app was made of."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

from aiohttp import ClientConnectorCertificateError, ClientConnectorSSLError, ClientProxyConnectionError
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.channels import joined_channels
from bot.client import UNREACHABLE, slack_client, slack_reason
from bot.findings import Finding
from bot.slack_app import check_scopes, check_written, link_domains
from config.settings import Settings

SOCKET_SCOPE = "connections:write"


async def check_slack(settings: Settings) -> AsyncIterator[Finding]:
    """Tokens, the scopes that the manifest asks for, the channels that settings name, and what the mode needs."""
    secrets = settings.secrets
    if secrets.bot_token is None:
        yield Finding(
            name="slack",
            ok=True,  # notes can be asked without Slack; `serve` itself refuses to start
            detail="not set up: `footnote serve` needs SLACK_BOT_TOKEN, and SLACK_APP_TOKEN for Socket Mode",
        )
        return
    async with slack_client(secrets.bot_token.get_secret_value(), api_url=settings.slack.api_url) as client:
        async for finding in check_bot_token(client, link_domains(settings)):
            yield finding
        async for finding in check_channels(client, settings):
            yield finding
        if settings.slack.mode == "socket":
            yield await check_app_token(client, secrets.app_token.get_secret_value() if secrets.app_token else "")
    if settings.slack.mode == "http":
        ok = secrets.signing_secret is not None
        fix = "" if ok else "Copy it from the app's Basic Information page into SLACK_SIGNING_SECRET."
        yield Finding(name="slack signing secret", ok=ok, detail="set" if ok else "not set", fix=fix)
    commands = (settings.slack.ask_command, settings.slack.search_command)
    folder, domains = settings.source.parent, link_domains(settings)
    for finding in await asyncio.to_thread(lambda: [*check_written(folder, commands, domains)]):
        yield finding


async def check_bot_token(client: AsyncWebClient, domains: Sequence[str] = ()) -> AsyncIterator[Finding]:
    """The bot's name, and each scope that the app lacks."""
    try:
        response = await client.auth_test()
    except (SlackApiError, *UNREACHABLE) as error:
        yield refused("slack bot token", error, "Copy the Bot User OAuth Token into SLACK_BOT_TOKEN.")
        return
    yield Finding(name="slack bot token", ok=True, detail=f"{response['user']} in {response['team']}")
    for finding in check_scopes(response.headers, domains):
        yield finding


async def check_channels(client: AsyncWebClient, settings: Settings) -> AsyncIterator[Finding]:
    """Whether the bot is in each channel where the settings let it speak."""
    wanted = {one.channel: "[[channels]]" for one in settings.channels}
    if settings.digest.channel:
        wanted[settings.digest.channel] = "digest.channel"
    if not wanted:
        return
    try:
        joined = await joined_channels(client)
    except (SlackApiError, *UNREACHABLE) as error:
        yield refused("slack channels", error, "Once Slack lists the bot's channels, run this again.")
        return
    there = {*joined, *joined.values()}
    for channel, key in wanted.items():
        ok = channel.removeprefix("#") in there
        yield Finding(
            name=f"slack channel {channel}",
            ok=ok,
            detail="the bot is in it" if ok else f"{key} names it, but the bot is in no channel of that name or id",
            fix="" if ok else f"Invite the bot there, with /invite in Slack, or mend the name in {key}.",
        )


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


def refused(name: str, error: Exception, fix: str) -> Finding:
    """Slack's own word for it, or what stands between."""
    if isinstance(error, SlackApiError) and (reason := slack_reason(error)):
        return Finding(name=name, ok=False, detail=f"Slack says {reason}", fix=fix)
    if isinstance(error, ClientConnectorCertificateError | ClientConnectorSSLError):
        detail, fix = "Slack's certificate is not trusted", "Set SSL_CERT_FILE to a file with your own authority too."
    elif isinstance(error, ClientProxyConnectionError):
        detail, fix = "the proxy does not answer", "Look at HTTPS_PROXY and NO_PROXY."
    else:
        detail, fix = "Slack does not answer", "Look at the network, HTTPS_PROXY and slack.api_url."
    return Finding(name=name, ok=False, detail=detail, fix=fix, unreachable=True)
