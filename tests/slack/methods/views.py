"""views.*: modals and the Home tab."""

import secrets
from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.blocks import check_blocks
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.interactions import view_body
from tests.slack.method import Answer, Method
from tests.slack.shapes import Report, Shape, check_shape, check_size, check_text
from tests.slack.state import View

VIEW_BLOCKS = 100
TITLE_CHARACTERS = 24
METADATA_CHARACTERS = 3_000
_SHAPE = Shape(
    required=("blocks",),
    optional=("title", "submit", "close", "private_metadata", "callback_id", "external_id", "clear_on_close",
              "notify_on_close", "submit_disabled"),
)  # fmt: skip


def check_view(backend: Backend, view: Any) -> dict[str, Any]:
    """A view that Slack would show, with ids filled in.

    Raises:
        PayloadRefused: `invalid_arguments`, with one complaint for each broken rule.
    """
    report = Report()
    if not isinstance(view, dict) or view.get("type") not in ("modal", "home"):
        raise PayloadRefused("invalid_arguments", ["[ERROR] unsupported type [json-pointer:/view/type]"])
    if check_shape(view, _SHAPE, "/view", report):
        report.messages += check_blocks(view["blocks"], surface=view["type"], most=VIEW_BLOCKS)
        _check_texts(view, report)
    if report.messages:
        raise PayloadRefused("invalid_arguments", report.messages)
    return view | {"blocks": backend.workspace.name_blocks(view["blocks"])}


def _check_texts(view: dict[str, Any], report: Report) -> None:
    if view["type"] == "modal" and view.get("title") is None:
        report.add("/view", "missing required field: title")
    if view["type"] == "modal" and view.get("submit") is None and _has_input(view):
        report.add("/view", "missing required field: submit")
    for name in ("title", "submit", "close"):
        if view.get(name) is not None:
            check_text(view[name], f"/view/{name}", report, most=TITLE_CHARACTERS, plain=True)
    for name, most in (("private_metadata", METADATA_CHARACTERS), ("callback_id", 255), ("external_id", 255)):
        if view.get(name) is not None:
            check_size(view[name], f"/view/{name}", report, most=most, least=0)


def _has_input(view: dict[str, Any]) -> bool:
    return any(block["type"] == "input" for block in view["blocks"])


def add_view(backend: Backend, user: str, content: dict[str, Any], previous: View | None = None) -> View:
    view_id = backend.workspace.new_id("V")
    view = View(
        id=view_id,
        user=user,
        content=content,
        hash=_new_hash(),
        root_id=previous.root_id if previous else view_id,
        previous_id=previous.id if previous else None,
    )
    backend.workspace.views[view_id] = view
    backend.journal.notify()
    return view


def change_view(backend: Backend, view: View, content: dict[str, Any]) -> View:
    view.content = content
    view.hash = _new_hash()
    backend.journal.notify()
    return view


async def open_view(backend: Backend, args: Arguments) -> Answer:
    content = _modal(backend, args)
    user = backend.exchange_trigger(args.required("trigger_id"))
    return {"view": view_body(backend.workspace, add_view(backend, user, content))}


async def push(backend: Backend, args: Arguments) -> Answer:
    content = _modal(backend, args)
    user = backend.exchange_trigger(args.required("trigger_id"))
    stack = [view for view in backend.workspace.views.values() if view.user == user and not view.closed]
    if not stack:
        raise PayloadRefused("not_found")
    if len(stack) >= 3:
        raise PayloadRefused("push_limit_reached")
    return {"view": view_body(backend.workspace, add_view(backend, user, content, stack[-1]))}


async def update(backend: Backend, args: Arguments) -> Answer:
    content = _modal(backend, args)
    view = _find(backend, args)
    if "hash" in args and args.text("hash") != view.hash:
        raise SlackError("hash_conflict")
    return {"view": view_body(backend.workspace, change_view(backend, view, content))}


async def publish(backend: Backend, args: Arguments) -> Answer:
    user = backend.workspace.user(args.required("user_id"))
    content = check_view(backend, args.structure("view"))
    if content["type"] != "home":
        raise PayloadRefused("invalid_arguments", ["[ERROR] only a home can be published [json-pointer:/view/type]"])
    earlier = backend.workspace.homes.setdefault(user.id, [])
    if "hash" in args and earlier and args.text("hash") != earlier[-1].hash:
        raise SlackError("hash_conflict")
    view_id = earlier[-1].id if earlier else backend.workspace.new_id("V")
    earlier.append(View(id=view_id, user=user.id, content=content, hash=_new_hash(), root_id=view_id))
    backend.journal.notify()
    return {"view": view_body(backend.workspace, earlier[-1])}


def _modal(backend: Backend, args: Arguments) -> dict[str, Any]:
    content = check_view(backend, args.structure("view"))
    if content["type"] != "modal":
        raise PayloadRefused("invalid_arguments", ["[ERROR] only a modal can be opened [json-pointer:/view/type]"])
    return content


def _find(backend: Backend, args: Arguments) -> View:
    if "view_id" not in args and "external_id" not in args:
        args.required("view_id")
    for view in backend.workspace.views.values():
        known_as = (view.id, view.content.get("external_id") or None)
        if not view.closed and (args.text("view_id") or args.text("external_id")) in known_as:
            return view
    raise SlackError("not_found")


def _new_hash() -> str:
    return secrets.token_hex(6)


METHODS: dict[str, Method] = {
    "views.open": open_view,
    "views.push": push,
    "views.update": update,
    "views.publish": publish,
}
