"""What an acknowledgement does besides acknowledging: answer a command, move a view."""

from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.content import read_content
from tests.slack.delivery import Delivery
from tests.slack.errors import PayloadRefused
from tests.slack.methods.views import add_view, change_view, check_view
from tests.slack.response_url import whisper
from tests.slack.state import View


async def apply_response(backend: Backend, delivery: Delivery, response: dict[str, Any]) -> None:
    """Carries out the payload of an acknowledgement; an empty one closes a submitted view."""
    if delivery.payload.get("type") == "view_submission":
        _move_view(backend, backend.workspace.views[delivery.payload["view"]["id"]], response)
    elif delivery.kind == "slash_commands" and response:
        await _answer_command(backend, delivery.payload, Arguments(response))


async def _answer_command(backend: Backend, payload: dict[str, Any], args: Arguments) -> None:
    content = read_content(backend.workspace, args)
    channel = backend.workspace.channels[payload["channel_id"]]
    if args.text("response_type", "ephemeral") == "in_channel":
        await backend.post(backend.bot_message(channel, arguments=args.values, **content.fields()))
    else:
        person = payload["user_id"]
        whisper(backend, content, channel=channel.id, user=person, thread_ts=None, via="acknowledgement")


def _move_view(backend: Backend, view: View, response: dict[str, Any]) -> None:
    action = response.get("response_action")
    if action == "errors":
        _check_errors(view, response)
    elif action == "update":
        change_view(backend, view, check_view(backend, response.get("view")))
    elif action == "push":
        add_view(backend, view.user, check_view(backend, response.get("view")), view)
    elif action == "clear":
        _close(backend, [one for one in backend.workspace.views.values() if one.root_id == view.root_id])
    elif action is None:
        _close(backend, [view])
    else:
        raise PayloadRefused("invalid_response_action")


def _check_errors(view: View, response: dict[str, Any]) -> None:
    """Each error must name the block of an input."""
    inputs = {block["block_id"] for block in view.content["blocks"] if block["type"] == "input"}
    errors = response.get("errors")
    if not isinstance(errors, dict) or not errors or errors.keys() - inputs:
        raise PayloadRefused("invalid_response_errors")


def _close(backend: Backend, views: list[View]) -> None:
    for view in views:
        view.closed = True
    backend.journal.notify()
