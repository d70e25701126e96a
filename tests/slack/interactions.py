"""The shapes of commands, button presses and submitted views."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.slack.events import message_body
from tests.slack.state import Channel, Ephemeral, Message, User, View
from tests.slack.workspace import Workspace

Payload = dict[str, Any]
# What a command sees of a channel that is not public.
_COMMAND_NAMES = {"private": "privategroup", "im": "directmessage", "mpim": "privategroup"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A person at the moment of acting, with what Slack hands out for the answer."""

    workspace: Workspace
    user: User
    trigger: str
    response_url: str = ""


def slash_payload(actor: Actor, channel: Channel, command: str, text: str) -> Payload:
    identity = actor.workspace.identity
    return {
        "token": "verification-token",
        "team_id": identity.team_id,
        "team_domain": identity.team_domain,
        "channel_id": channel.id,
        "channel_name": _COMMAND_NAMES.get(channel.kind, channel.name),
        "user_id": actor.user.id,
        "user_name": actor.user.name,
        "command": command,
        "text": text,
        "api_app_id": identity.app_id,
        "is_enterprise_install": "false",
        "response_url": actor.response_url,
        "trigger_id": actor.trigger,
    }


def block_actions_payload(actor: Actor, target: Message | Ephemeral, action: Payload) -> Payload:
    channel = actor.workspace.channels[target.channel]
    ephemeral = isinstance(target, Ephemeral)
    container = {
        "type": "message",
        "message_ts": target.ts,
        "channel_id": channel.id,
        "is_ephemeral": ephemeral,
        **({"thread_ts": target.thread_ts} if target.thread_ts else {}),
    }
    payload = {
        **_head("block_actions", actor),
        "container": container,
        "channel": {"id": channel.id, "name": _COMMAND_NAMES.get(channel.kind, channel.name)},
        "state": {"values": {}},
        "response_url": actor.response_url,
        "actions": [action],
    }
    # The content of an ephemeral message is not sent along.
    return payload if isinstance(target, Ephemeral) else payload | {"message": message_body(target)}


def view_action_payload(actor: Actor, view: View, action: Payload) -> Payload:
    return {
        **_head("block_actions", actor),
        "container": {"type": "view", "view_id": view.id},
        "view": view_body(actor.workspace, view),
        "actions": [action],
    }


def view_submission_payload(actor: Actor, view: View, values: Payload) -> Payload:
    body = view_body(actor.workspace, view) | {"state": {"values": values}}
    head = _head("view_submission", actor)
    return head | {"view": body, "response_urls": []}


def shortcut_payload(actor: Actor, message: Message, callback_id: str) -> Payload:
    channel = actor.workspace.channels[message.channel]
    return {
        **_head("message_action", actor),
        "callback_id": callback_id,
        "message_ts": message.ts,
        "channel": {"id": channel.id, "name": _COMMAND_NAMES.get(channel.kind, channel.name)},
        "message": message_body(message),
        "response_url": actor.response_url,
        "action_ts": actor.workspace.new_ts(),
    }


def view_body(workspace: Workspace, view: View) -> Payload:
    """A view as Slack gives it back."""
    identity = workspace.identity
    return {
        "id": view.id,
        "team_id": identity.team_id,
        "app_id": identity.app_id,
        "bot_id": identity.bot_id,
        "hash": view.hash,
        "root_view_id": view.root_id,
        "previous_view_id": view.previous_id,
        "callback_id": "",
        "private_metadata": "",
        "external_id": "",
        "state": {"values": {}},
        **view.content,
    }


def find_action(blocks: list[Payload], action_id: str, value: str | None) -> Payload:
    """The action that a press of the control `action_id` sends.

    Raises:
        LookupError: no such control; the text names those that are there.
    """
    seen = []
    for block, element in _controls(blocks):
        seen.append(element["action_id"])
        if element["action_id"] == action_id:
            return _pressed(block, element, value)
    raise LookupError(f"no control {action_id!r}; there are {seen}")


def _head(kind: str, actor: Actor) -> Payload:
    identity, user = actor.workspace.identity, actor.user
    return {
        "type": kind,
        "user": {"id": user.id, "username": user.name, "name": user.name, "team_id": user.team_id},
        "api_app_id": identity.app_id,
        "token": "verification-token",
        "trigger_id": actor.trigger,
        "team": {"id": identity.team_id, "domain": identity.team_domain},
        "enterprise": None,
        "is_enterprise_install": False,
    }


def _controls(blocks: list[Payload]) -> Iterator[tuple[Payload, Payload]]:
    for block in blocks:
        elements = block.get("elements", []) if block["type"] in ("actions", "context_actions") else []
        accessory = block.get("accessory", {})
        for element in [*elements, *([accessory] if accessory.get("action_id") else [])]:
            yield block, element


def _pressed(block: Payload, element: Payload, value: str | None) -> Payload:
    action = {"type": element["type"], "action_id": element["action_id"], "block_id": block["block_id"]}
    if element["type"] == "button":
        return action | {"text": element["text"]} | _present("value", element.get("value"))
    if element["type"] == "feedback_buttons":
        offered = [element[name] for name in ("positive_button", "negative_button")]
        chosen = next((one for one in offered if one["value"] == value), None)
        if chosen is None:
            raise LookupError(f"no feedback value {value!r}; there are {[one['value'] for one in offered]}")
        return action | {"text": chosen["text"], "value": chosen["value"]}
    if "options" in element:
        chosen = next((one for one in element["options"] if one["value"] == value), None)
        if chosen is None:
            raise LookupError(f"no option {value!r}; there are {[one['value'] for one in element['options']]}")
        return action | {"selected_option": chosen}
    return action | _present("value", value)


def _present(name: str, value: str | None) -> Payload:
    return {} if value is None else {name: value}
