"""What a bot token can do in its workspace: tell who it is, its scopes, and the channels that it is in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from aiohttp import ClientConnectorCertificateError, ClientConnectorSSLError, ClientProxyConnectionError
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.channels import joined_channels
from bot.client import UNREACHABLE, slack_reason
from bot.findings import Finding
from bot.slack_app import check_scopes
from config.settings import Settings


async def check_bot_token(
    client: AsyncWebClient,
    domains: Sequence[str] = (),
    *,
    name: str = "slack bot token",
    fix: str = "Copy the Bot User OAuth Token into SLACK_BOT_TOKEN.",
) -> AsyncIterator[Finding]:
    """The bot's name, and each scope that the app lacks; `fix` is for a token that Slack refuses."""
    try:
        response = await client.auth_test()
    except (SlackApiError, *UNREACHABLE) as error:
        yield refused(name, error, fix)
        return
    yield Finding(name=name, ok=True, detail=f"{response['user']} in {response['team']}")
    for finding in check_scopes(response.headers, domains):
        yield finding


async def check_channels(client: AsyncWebClient, settings: Settings, team: str = "") -> AsyncIterator[Finding]:
    """Whether the bot is in each channel where the settings let it speak. `team`: the client's, of several."""
    home = settings.oauth.home
    wanted = {one.channel: "[[channels]]" for one in settings.channels if (one.workspace or home) == team}
    if settings.digest.channel and team == home:
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
