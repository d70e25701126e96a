"""The agent pane: a new thread starts with prompts to press. Its messages are direct messages like any other."""

from __future__ import annotations

from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.blocks import suggested_prompts
from bot.services import Identity, Services


def register(app: AsyncApp, services: Services, _: Identity) -> None:
    """Listen to threads that start in the pane."""

    @app.event("assistant_thread_started")
    async def started(event: dict[str, Any]) -> None:
        thread = event["assistant_thread"]
        user = str(thread["user_id"])
        words = await services.languages.of_person(user)
        prompts = suggested_prompts(await services.home.begin_with(user), words)
        await services.client.assistant_threads_setSuggestedPrompts(
            channel_id=thread["channel_id"],
            thread_ts=thread["thread_ts"],
            prompts=[dict(prompt) for prompt in prompts],
        )
