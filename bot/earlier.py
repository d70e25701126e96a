"""What people said in a thread before the bot was called into it."""

from __future__ import annotations

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE
from bot.listeners.reading import words
from bot.requests import Request
from knowledge.types import Turn

_MOST_MESSAGES = 100


async def said_before(request: Request, client: AsyncWebClient, *, limit: int) -> tuple[Turn, ...]:
    """The last words of people in that thread, oldest first; none where Slack does not tell."""
    if not request.thread_ts or request.thread_ts == request.message_ts:
        return ()
    try:
        response = await client.conversations_replies(
            channel=request.channel, ts=request.thread_ts, latest=request.message_ts, limit=_MOST_MESSAGES
        )
    except (SlackApiError, *UNREACHABLE):
        return ()
    people = [one for one in response["messages"] if not one.get("bot_id") and one["ts"] != request.message_ts]
    texts = (words(str(one.get("text") or "")) for one in people)
    return tuple(Turn(role="person", text=text) for text in texts if text)[-limit:]
