"""The peer of `ack`: a Bolt app in Socket Mode that acknowledges and does nothing else."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient


def bare_app() -> AsyncApp:
    """Hears what the bot hears."""
    client = AsyncWebClient(os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"])
    app = AsyncApp(client=client, signing_secret=os.environ["SLACK_SIGNING_SECRET"])

    @app.event("app_mention")
    async def on_mention() -> None:
        """Bolt has acknowledged it."""

    @app.event("message")
    async def on_message() -> None:
        """Bolt has acknowledged it."""

    @app.command("/ask")
    async def on_ask(ack: Any) -> None:
        await ack()

    return app


async def main() -> None:
    handler: Any = AsyncSocketModeHandler(bare_app(), os.environ["SLACK_APP_TOKEN"])  # published without types
    await handler.connect_async()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main())
