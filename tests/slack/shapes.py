"""The parts that every Block Kit rule is made of: fields, sizes, text objects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

ID_CHARACTERS = 255
_COMMON = ("type", "block_id", "action_id")


@dataclass(slots=True)
class Report:
    """The complaints about one payload, in Slack's wording."""

    messages: list[str] = field(default_factory=list)

    def add(self, pointer: str, problem: str) -> None:
        self.messages.append(f"[ERROR] {problem} [json-pointer:{pointer}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The fields that an object must and may have, besides its type and ids."""

    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()


def check_shape(value: Any, shape: Shape, at: str, report: Report) -> bool:
    """True where every required field is there, so that the rules behind may read them."""
    if not isinstance(value, Mapping):
        report.add(at, "must be an object")
        return False
    missing = [name for name in shape.required if value.get(name) is None]
    for name in missing:
        report.add(at, f"missing required field: {name}")
    for name in value.keys() - {*shape.required, *shape.optional, *_COMMON}:
        report.add(at, f"invalid additional property: {name}")
    for name in ("block_id", "action_id"):
        if value.get(name) is not None:
            check_size(value[name], f"{at}/{name}", report, most=ID_CHARACTERS)
    return not missing


def check_size(value: Any, at: str, report: Report, *, most: int, least: int = 1) -> None:
    """The length of a string (characters) or of a list (items)."""
    if not isinstance(value, str | list):
        report.add(at, "failed to match all allowed schemas")
        return
    text = isinstance(value, str)
    if len(value) > most:
        report.add(at, f"must be less than {most + 1} characters" if text else f"no more than {most} items allowed")
    if len(value) < least:
        report.add(at, f"must be more than {least - 1} characters" if text else f"no less than {least} items allowed")


def check_text(value: Any, at: str, report: Report, *, most: int, plain: bool = False) -> None:
    """A text object: `plain_text`, or `mrkdwn` where that is allowed."""
    if not isinstance(value, Mapping) or value.get("type") not in ("plain_text", "mrkdwn"):
        report.add(at, "must be a text object")
        return
    if plain and value["type"] != "plain_text":
        report.add(f"{at}/type", "must be a valid enum value: plain_text")
    own = "emoji" if value["type"] == "plain_text" else "verbatim"
    if check_shape(value, Shape(required=("text",), optional=(own,)), at, report):
        check_size(value["text"], f"{at}/text", report, most=most)
