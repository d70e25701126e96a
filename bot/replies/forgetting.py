"""*Delete my data*: everything that is kept of the person who presses, and then says how much it was."""

from __future__ import annotations

from dataclasses import replace

from bot import text
from bot.blocks import home_view, sentence_message
from bot.replies.sending import send
from bot.requests import Request
from bot.services import Services


async def forget_me(request: Request, services: Services) -> None:
    """Forget, tell the person directly, and show the Home tab without it."""
    removed = await services.forgetting.forget(request.user, [request.team], besides=request.id)
    opened = await services.client.conversations_open(users=[request.user])
    direct = replace(request, channel=str(opened["channel"]["id"]), thread_ts="", ephemeral=False)
    words = await services.languages.of_person(request.user)
    sentence = text.forgotten(sum(removed.counts.values()), in_progress=removed.in_progress, words=words)
    await send(direct, [sentence_message(sentence)], services)
    view = home_view(await services.home.page(request.user, request.team), words)
    await services.client.views_publish(user_id=request.user, view=view)
