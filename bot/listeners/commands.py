"""`/ask` and `/search`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot import text
from bot.blocks import help_message
from bot.door import Door
from bot.listeners.reading import words
from bot.requests import Kind, Request
from bot.services import Behaviour, Identity, Services


def register(door: Door, services: Services, identity: Identity) -> None:
    """Listen to both commands, under their configured names."""
    behaviour = services.behaviour
    parsers = {
        behaviour.ask_command: partial(
            command_request, kind=Kind.QUESTION, team=identity.team, ephemeral=behaviour.ask_visibility == "private"
        ),
        behaviour.search_command: partial(command_request, kind=Kind.SEARCH, team=identity.team, ephemeral=True),
    }
    for name, parse in parsers.items():
        door.listen("command", name, parse, partial(_acknowledgement, services=services))


def _acknowledgement(command: Mapping[str, Any], request: Request | None, *, services: Services) -> dict[str, Any]:
    wording = services.languages.known(str(command.get("user_id") or ""), str(command.get("channel_id") or ""))
    if request is not None and request.kind is Kind.QUESTION:
        return {"text": text.looking(request.text, wording), "response_type": "ephemeral"}
    if words(command.get("text") or ""):
        return {}  # results come at once, or it was told before
    return _help(services.behaviour, wording)


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


def _help(behaviour: Behaviour, wording: text.Wording) -> dict[str, Any]:
    message = help_message(ask=behaviour.ask_command, search=behaviour.search_command, words=wording)
    return {"text": message.text, "blocks": list(message.blocks), "response_type": "ephemeral"}
