"""The rules of what sits inside blocks: buttons, menus, inputs, images."""

from collections.abc import Callable, Mapping
from typing import Any

from tests.slack.shapes import Report, Shape, check_shape, check_size, check_text

Element = Mapping[str, Any]
BUTTON_TEXT_CHARACTERS = 75
VALUE_CHARACTERS = 2_000
OPTION_VALUE_CHARACTERS = 150
_PICKERS = ("users", "conversations", "channels")
_SELECTS = ("static_select", *(f"{name}_select" for name in _PICKERS))
_MULTI_SELECTS = tuple(f"multi_{name}" for name in _SELECTS)
_CHOICES = ("checkboxes", "radio_buttons")
_MENU_OPTIONS = ("placeholder", "confirm", "focus_on_load", "initial_option", "initial_options", "options")
_PICKER_OPTIONS = (
    "initial_user",
    "initial_users",
    "initial_channel",
    "initial_channels",
    "initial_conversation",
    "initial_conversations",
    "default_to_current_conversation",
    "response_url_enabled",
    "filter",
)
_INPUT_OPTIONS = (
    "initial_value",
    "multiline",
    "min_length",
    "max_length",
    "placeholder",
    "focus_on_load",
    "dispatch_action_config",
)

SHAPES: Mapping[str, Shape] = {
    "button": Shape(required=("text",), optional=("url", "value", "style", "confirm", "accessibility_label")),
    "overflow": Shape(required=("options",), optional=("confirm",)),
    "feedback_buttons": Shape(required=("positive_button", "negative_button")),
    "icon_button": Shape(required=("icon", "text"), optional=("value", "confirm", "visible_to_user_ids")),
    "plain_text_input": Shape(optional=_INPUT_OPTIONS),
    "image": Shape(required=("alt_text",), optional=("image_url", "slack_file")),
    "plain_text": Shape(required=("text",), optional=("emoji",)),
    "mrkdwn": Shape(required=("text",), optional=("verbatim",)),
    "datepicker": Shape(optional=("initial_date", "confirm", "focus_on_load", "placeholder")),
} | {
    name: Shape(optional=_MENU_OPTIONS + _PICKER_OPTIONS + ("max_selected_items",))
    for name in (*_SELECTS, *_MULTI_SELECTS, *_CHOICES)
}

_CONTROLS = {"button", "overflow", "datepicker", *_SELECTS, *_CHOICES}
_ALLOWED: Mapping[str, set[str]] = {
    "section": {*_CONTROLS, *_MULTI_SELECTS, "image"},
    "actions": _CONTROLS,
    "context": {"image", "plain_text", "mrkdwn"},
    "context_actions": {"feedback_buttons", "icon_button"},
    "input": {"plain_text_input", "datepicker", *_SELECTS, *_MULTI_SELECTS, *_CHOICES},
}


def check_element(element: Any, at: str, report: Report, *, allowed: str) -> None:
    """One element in its place; `allowed` names the kind of block it sits in."""
    kind = str(element.get("type", "")) if isinstance(element, Mapping) else ""
    if kind not in _ALLOWED[allowed]:
        report.add(f"{at}/type", f"unsupported type: {kind or 'none'}")
        return
    if check_shape(element, SHAPES[kind], at, report) and kind in _RULES:
        _RULES[kind](element, at, report)


def _button(element: Element, at: str, report: Report) -> None:
    check_text(element["text"], f"{at}/text", report, most=BUTTON_TEXT_CHARACTERS, plain=True)
    if element.get("value") is not None:
        check_size(element["value"], f"{at}/value", report, most=VALUE_CHARACTERS, least=0)
    if element.get("url") is not None:
        check_size(element["url"], f"{at}/url", report, most=3_000)
    if element.get("style", "primary") not in ("primary", "danger"):
        report.add(f"{at}/style", "must be a valid enum value: primary, danger")
    _confirm(element, at, report)


def _confirm(element: Element, at: str, report: Report) -> None:
    confirm = element.get("confirm")
    if confirm is None:
        return
    shape = Shape(required=("title", "text"), optional=("confirm", "deny", "style"))
    if not check_shape(confirm, shape, f"{at}/confirm", report):
        return
    for name, most in (("title", 100), ("text", 300), ("confirm", 30), ("deny", 30)):
        if confirm.get(name) is not None:
            check_text(confirm[name], f"{at}/confirm/{name}", report, most=most, plain=name != "text")


def _feedback(element: Element, at: str, report: Report) -> None:
    for name in ("positive_button", "negative_button"):
        button, place = element[name], f"{at}/{name}"
        shape = Shape(required=("text", "value"), optional=("accessibility_label",))
        if check_shape(button, shape, place, report):
            check_text(button["text"], f"{place}/text", report, most=BUTTON_TEXT_CHARACTERS, plain=True)
            check_size(button["value"], f"{place}/value", report, most=VALUE_CHARACTERS)


def _options(most: int) -> Callable[[Element, str, Report], None]:
    def check(element: Element, at: str, report: Report) -> None:
        options = element.get("options")
        check_size(options, f"{at}/options", report, most=most)
        for position, option in enumerate(options or []):
            _option(option, f"{at}/options/{position}", report)
        _confirm(element, at, report)

    return check


def _option(option: Element, at: str, report: Report) -> None:
    if check_shape(option, Shape(required=("text", "value"), optional=("description", "url")), at, report):
        check_text(option["text"], f"{at}/text", report, most=BUTTON_TEXT_CHARACTERS)
        check_size(option["value"], f"{at}/value", report, most=OPTION_VALUE_CHARACTERS)


def _context_text(element: Element, at: str, report: Report) -> None:
    check_text(element, at, report, most=3_000)


def _image(element: Element, at: str, report: Report) -> None:
    check_size(element["alt_text"], f"{at}/alt_text", report, most=2_000)
    if not element.get("image_url") and not element.get("slack_file"):
        report.add(at, "missing required field: image_url")


_RULES: Mapping[str, Callable[[Element, str, Report], None]] = {
    "button": _button,
    "feedback_buttons": _feedback,
    "overflow": _options(5),
    "static_select": _options(100),
    "multi_static_select": _options(100),
    "checkboxes": _options(10),
    "radio_buttons": _options(10),
    "plain_text": _context_text,
    "mrkdwn": _context_text,
    "image": _image,
}
