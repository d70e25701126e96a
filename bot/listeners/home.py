"""The Home tab is published every time it is opened; the messages tab beside it gets its prompts."""

from __future__ import annotations

from typing import Any

from slack_bolt.async_app import AsyncApp

from bot.blocks import home_view, suggested_prompts
from bot.services import Identity, Services
from knowledge.errors import KnowledgeError
from knowledge.types import Viewer


def register(app: AsyncApp, services: Services, _: Identity) -> None:
    """Listen to the app's own page."""

    @app.event("app_home_opened")
    async def opened(event: dict[str, Any]) -> None:
        if event.get("tab") == "messages":
            await services.client.assistant_threads_setSuggestedPrompts(
                channel_id=event["channel"], prompts=[dict(prompt) for prompt in suggested_prompts()]
            )
        else:
            await services.client.views_publish(user_id=event["user"], view=await _view(event["user"], services))


async def _view(user: str, services: Services) -> dict[str, Any]:
    viewer: Viewer = await services.viewers.at(user, "", shared=False)
    try:
        known = await services.assistant.known(viewer)
    except KnowledgeError:
        known = ()
    behaviour = services.behaviour
    return home_view(
        collections=[(one.name, one.documents) for one in known],
        ask=behaviour.ask_command,
        search=behaviour.search_command,
    )
