"""`/ask` and `/search`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from slack_bolt.async_app import AsyncAck, AsyncApp

from bot import text
from bot.blocks import help_message
from bot.claims import CLAIMED
from bot.listeners.reading import words
from bot.requests import Kind, Request
from bot.services import Behaviour, Identity, Services


def register(app: AsyncApp, services: Services, identity: Identity) -> None:
    """Listen to both commands, under their configured names."""
    behaviour = services.behaviour
    parsers = {
        behaviour.ask_command: partial(
            command_request, kind=Kind.QUESTION, team=identity.team, ephemeral=behaviour.ask_visibility == "private"
        ),
        behaviour.search_command: partial(command_request, kind=Kind.SEARCH, team=identity.team, ephemeral=True),
    }

    async def acknowledge(ack: AsyncAck, command: dict[str, Any], context: dict[str, Any]) -> None:
        request: Request | None = context.get(CLAIMED)
        if request is not None and request.kind is Kind.QUESTION:
            await ack(text=text.looking(request.text), response_type="ephemeral")
        elif request is not None:
            await ack()  # results come at once
        elif words(command.get("text") or ""):
            await ack()  # told before
        else:
            await ack(**_help(behaviour))

    for name, parse in parsers.items():
        app.command(name, middleware=[services.claims.middleware(parse)])(acknowledge)


def command_request(body: Mapping[str, Any], *, kind: Kind, team: str, ephemeral: bool) -> Request | None:
    """What the command asks for; None where no words follow it."""
    asked = words(body.get("text") or "")
    if not asked:
        return None
    return Request(
        kind=kind,
        occasion=f"{team}/command/{body['trigger_id']}",
        team=team,
        channel=str(body["channel_id"]),
        user=str(body["user_id"]),
        text=asked,
        response_url=str(body.get("response_url") or ""),
        ephemeral=ephemeral,
    )


def _help(behaviour: Behaviour) -> dict[str, Any]:
    message = help_message(ask=behaviour.ask_command, search=behaviour.search_command)
    return {"text": message.text, "blocks": list(message.blocks), "response_type": "ephemeral"}
