"""Everything else is acknowledged, so that Slack neither repeats it nor shows an error. Registered last."""

from __future__ import annotations

import re

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.services import Identity, Services

_ANYTHING = re.compile(".*")


def register(app: AsyncApp, _: Services, __: Identity) -> None:
    """Take what no other listener took."""
    app.event(_ANYTHING)(_acknowledge)
    app.action(_ANYTHING)(_acknowledge)
    app.command(_ANYTHING)(_acknowledge)
    app.shortcut(_ANYTHING)(_acknowledge)
    app.view(_ANYTHING)(_acknowledge)
    app.options(_ANYTHING)(_acknowledge)


async def _acknowledge(ack: AsyncAck) -> None:
    await ack()
