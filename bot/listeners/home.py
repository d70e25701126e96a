"""The Home tab is published every time it is opened; the messages tab beside it gets its prompts."""

from __future__ import annotations

from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.blocks import home_view, suggested_prompts
from bot.services import Identity, Services


def register(app: AsyncApp, services: Services, identity: Identity) -> None:
    """Listen to the app's own page."""

    @app.event("app_home_opened")
    async def opened(event: dict[str, Any]) -> None:
        user, home = str(event["user"]), services.home
        words = await services.languages.of_person(user)
        if event.get("tab") == "messages":
            prompts = suggested_prompts(await home.begin_with(user), words)
            await services.client.assistant_threads_setSuggestedPrompts(
                channel_id=event["channel"], prompts=[dict(prompt) for prompt in prompts]
            )
        else:
            view = home_view(await home.page(user, identity.team), words)
            await services.client.views_publish(user_id=user, view=view)
