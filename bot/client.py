"""The one Slack client: one connection pool, retries that can never say a thing twice, and what a refusal means."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.logs import hushed
from knowledge.remarks import Remark

TIMEOUT_SECONDS = 30
# How a call fails that brought no reply of Slack.
UNREACHABLE = (aiohttp.ClientError, TimeoutError, OSError)
# After a lost answer nobody knows whether these took effect; whoever posts looks it up instead.
_SAID_ONCE = (
    "chat.postMessage",
    "chat.postEphemeral",
    "chat.startStream",
    "chat.appendStream",
    "chat.stopStream",
)
_BUSY = frozenset({"ratelimited", "rate_limited", "streaming_state_conflict"})  # Slack ends every stream in time
# Slack's words for a token that does no longer: another one may.
REVOKED = frozenset({"account_inactive", "invalid_auth", "not_authed", "token_expired", "token_revoked"})
_BROKEN = frozenset({"fatal_error", "internal_error", "request_timeout", "service_unavailable"})


@asynccontextmanager
async def slack_client(token: str | None, *, api_url: str) -> AsyncIterator[AsyncWebClient]:
    """A client for `api_url` (with its trailing slash), closed at the end; without a token it calls for nobody."""
    timeout = aiohttp.ClientTimeout(total=TIMEOUT_SECONDS)
    async with aiohttp.ClientSession(timeout=timeout, trust_env=True) as session:
        client = AsyncWebClient(
            token,
            base_url=api_url,
            session=session,
            timeout=TIMEOUT_SECONDS,
            retry_handlers=_retries(),
            logger=_quiet(),
        )
        yield by_session(client)


def with_token(client: AsyncWebClient, token: str | None) -> AsyncWebClient:
    """Another client over the same connections, with that token or without one."""
    return by_session(
        AsyncWebClient(
            token,
            base_url=client.base_url,
            session=client.session,
            timeout=client.timeout,
            retry_handlers=client.retry_handlers,
            logger=_quiet(),
        )
    )


Client = TypeVar("Client", AsyncWebClient, AsyncWebhookClient)


def by_session(client: Client) -> Client:
    """Let its session choose the proxy: the SDK would use one for every host, whatever NO_PROXY says."""
    client.proxy = None
    return client


def proxy_for(url: str) -> str | None:
    """The proxy that the environment names for this address; NO_PROXY leaves hosts out. For WebSockets too."""
    parts = urlsplit(url)
    if not parts.hostname or proxy_bypass(parts.hostname):
        return None
    return getproxies().get({"wss": "https", "ws": "http"}.get(parts.scheme, parts.scheme))


def slack_reason(error: SlackApiError) -> str:
    """Slack's name for what went wrong; empty where something before Slack answered, with a page of its own."""
    data = getattr(error.response, "data", None)
    return str(data.get("error") or "") if isinstance(data, Mapping) else ""


def refused(error: SlackApiError) -> Remark:
    """Words for the operator about calls that Slack refuses."""
    return Remark("Slack refuses calls ({reason})", reason=slack_reason(error) or Remark("no reason given"))


def next_cursor(page: AsyncSlackResponse) -> str:
    """Where the next page of a list begins; empty behind the last one."""
    return str((page.get("response_metadata") or {}).get("next_cursor") or "")


def failure(error: Exception) -> str:
    """Why a call failed, in one word: Slack's as `slack_reason` tells it, else the name of what was raised."""
    return slack_reason(error) if isinstance(error, SlackApiError) else type(error).__name__


def effect_unknown(error: SlackApiError) -> bool:
    """Whether the call may have been carried out all the same."""
    # The SDK hands on its own response, or aiohttp's where the body cannot be read.
    status = getattr(error.response, "status_code", None) or getattr(error.response, "status", None) or 0
    reason = slack_reason(error)
    return not reason or reason in _BROKEN or int(status) >= HTTPStatus.INTERNAL_SERVER_ERROR


def may_pass(error: SlackApiError) -> bool:
    """Whether the same call may be taken in a while, or once there is a new token."""
    return effect_unknown(error) or slack_reason(error) in _BUSY | REVOKED


def _retries() -> list[AsyncRetryHandler]:
    return [
        AsyncRateLimitErrorRetryHandler(max_retry_count=3),
        _Careful(AsyncServerErrorRetryHandler(max_retry_count=2)),
        _Careful(AsyncConnectionErrorRetryHandler(max_retry_count=1)),
    ]


def _quiet() -> logging.Logger:
    # The SDK logs request bodies below this level.
    return hushed(f"{__name__}.sdk", logging.ERROR)


class _Careful(AsyncRetryHandler):
    """Repeats what another handler would, except calls that may have been carried out."""

    def __init__(self, handler: AsyncRetryHandler) -> None:
        super().__init__(handler.max_retry_count, handler.interval_calculator)
        self._handler = handler

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if request.url.endswith(_SAID_ONCE):
            return False
        return await self._handler.can_retry_async(state=state, request=request, response=response, error=error)
