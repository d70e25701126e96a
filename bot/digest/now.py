"""A digest now, whatever the schedule says: composed, and posted unless it is only tried."""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.blocks import digest_messages
from bot.client import slack_client, slack_reason
from bot.compose import open_knowledge
from bot.configured import viewers_of
from bot.delivery import Delivery
from bot.digest.composing import Digest
from bot.digest.place import channel_id
from bot.digest.service import Digests
from bot.digest.setup import digests_of, schedule_of
from bot.errors import ChannelMissing, SlackRefused, SlackUnreachable
from bot.languages import WORDINGS
from bot.state.opening import open_state
from bot.text import Wording
from bot.workspaces.opening import token_at_home
from config.settings import Settings
from knowledge.types import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """A digest, and the timestamp of the message that told of it; empty where nothing was posted."""

    digest: Digest
    ts: str = ""


async def digest_now(settings: Settings, *, post: bool) -> Outcome:
    """Compose the digest of this minute and post it, also without news. Raises KnowledgeError, BotError."""
    slot = datetime.now(UTC).astimezone(schedule_of(settings).zone).strftime("%Y-%m-%dT%H:%M")
    async with _opened(settings) as digests:
        if not post:
            return Outcome(digest=await _tried(digests, settings, slot))
        if not settings.digest.channel:
            raise ChannelMissing("digest.channel is not set.", hint="Name the channel, or use --dry-run.")
        try:
            return await _posted(settings, digests, slot)
        except SlackApiError as error:
            raise SlackRefused(
                f"Slack does not take the digest ({slack_reason(error) or 'no reason given'}).",
                hint="Run `footnote doctor`, and invite the bot to the channel.",
            ) from None
        except (aiohttp.ClientError, TimeoutError) as error:
            raise SlackUnreachable(
                f"Slack cannot be reached ({type(error).__name__}).", hint="Look at slack.api_url and the network."
            ) from None


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncIterator[Digests]:
    async with AsyncExitStack() as stack:
        database = await open_state(settings)
        stack.push_async_callback(database.close)
        yield digests_of(settings, await stack.enter_async_context(open_knowledge(settings)), database)


async def _tried(digests: Digests, settings: Settings, slot: str) -> Digest:
    """As the channel would see it, as far as that is known without Slack."""
    channel = settings.digest.channel
    names = frozenset({channel, f"#{channel}"} if channel else ())
    viewer = Viewer(shared=True, channels=names, workspace=settings.oauth.home)
    return await digests.compose(slot, channel, viewer, now=time.time())


def _words(settings: Settings, names: Collection[str]) -> Wording:
    """The words for a channel of these names."""
    home = settings.oauth.home
    there = (one for one in settings.channels if one.channel in names and (one.workspace or home) == home)
    wanted = (one.language for one in there if one.language)
    return WORDINGS[next(wanted, settings.slack.language)]


async def _posted(settings: Settings, digests: Digests, slot: str) -> Outcome:
    async with slack_client(await token_at_home(settings), api_url=settings.slack.api_url) as client:
        channel = await channel_id(client, settings.digest.channel)
        viewers = viewers_of(settings, client, settings.oauth.home)
        viewer = await viewers.at("", channel, shared=True)
        words = _words(settings, {settings.digest.channel, *await viewers.names(channel)})
        digest = await digests.compose(slot, channel, viewer, now=time.time())
        first, *others = digest_messages(digest, late=False, words=words)
        delivery, request_id = Delivery(client), f"digest-{secrets.token_hex(8)}"
        ts, *_ = await delivery.post(channel, "", [first], request_id)
        await digests.told(digest)
        if others:
            await delivery.post(channel, ts, others, request_id)
    return Outcome(digest=digest, ts=ts)
