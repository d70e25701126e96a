"""The Bolt app: what Slack sends is claimed at the door, or meets a listener."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.middleware.async_middleware import AsyncMiddleware
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot import text
from bot.client import with_token
from bot.door import Door
from bot.errors import StateUnavailable
from bot.listeners import actions, commands, home, links, membership, messages, panes, shortcuts, unknown, views
from bot.logs import hushed
from bot.services import Identity, Services
from knowledge.faults import fault

CLAIMING = (commands, messages, actions, shortcuts, views, links, membership)
LISTENERS = (home, panes, unknown)
_log = logging.getLogger(__name__)


def build_app(services: Services, identity: Identity, *, signing_secret: str | None = "") -> AsyncApp:
    """The Bolt app with every listener; nothing in it calls Slack before a request is acknowledged.

    `signing_secret` None: what comes was found to be Slack's before.
    """
    door = Door(services.claims)
    authorize = partial(_authorize, identity=identity, token=services.client.token or "")
    app = bolt_app(services.client, first=door, authorize=authorize, signing_secret=signing_secret)
    for claiming in CLAIMING:
        claiming.register(door, services, identity)
    for listener in LISTENERS:
        listener.register(app, services, identity)

    async def report(error: Exception, body: dict[str, Any]) -> BoltResponse | None:
        return _report(error, body, services)

    app.error(report)
    return app


def bolt_app(
    client: AsyncWebClient,
    *,
    first: AsyncMiddleware,
    authorize: Callable[..., Awaitable[AuthorizeResult]],
    signing_secret: str | None,
) -> AsyncApp:
    """Bolt without listeners, in which `first` comes after the check of Slack's signature and before all else."""
    return AsyncApp(
        logger=_bolt_logger(),
        # Bolt warns of a client that has a token where there is an authorize function too.
        client=with_token(client, None),
        signing_secret=signing_secret or "",
        request_verification_enabled=signing_secret is not None,
        before_authorize=first,
        # Bolt's own way asks auth.test while Slack waits for the acknowledgement.
        authorize=authorize,
        attaching_function_token_enabled=False,
        attaching_conversation_kwargs_enabled=False,
    )


async def _authorize(*, identity: Identity, token: str, **_: object) -> AuthorizeResult:
    return AuthorizeResult(
        enterprise_id=None,
        team_id=identity.team,
        bot_user_id=identity.user,
        bot_id=identity.bot,
        bot_token=token,
    )


def _report(error: Exception, body: dict[str, Any], services: Services) -> BoltResponse | None:
    """Log a failure once, without its words. A person who typed a command is told; Slack repeats an event."""
    trace_id = secrets.token_hex(8)
    if isinstance(error, StateUnavailable):
        _log.error("Requests cannot be written down: %s %s", error, error.hint)
    else:
        _log.error("Failure %s before the work began: %s", trace_id, fault(error))
    if "command" not in body:
        return None
    known = services.languages.known(str(body.get("user_id") or ""), str(body.get("channel_id") or ""))
    sentence = known.not_written_down if isinstance(error, StateUnavailable) else text.unexpected(trace_id, known)
    return BoltResponse(status=200, body={"response_type": "ephemeral", "text": sentence})


def _bolt_logger() -> logging.Logger:
    # Below this level Bolt logs the bodies of requests.
    return hushed(f"{__name__}.bolt", logging.ERROR)
