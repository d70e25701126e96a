"""Errors as people read them: one line with the place, the key, what was found and what is allowed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args, get_origin

from rapidfuzz import process

from config.credentials import shown
from config.settings import LISTS, section_model

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

    from config.layers import Layer

_LEAST_LIKENESS = 70  # of 100: below it, "did you mean" would be a guess
_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "text"),
    (Path, "a path as text"),
)


def line(place: str, name: str, *, found: str, allowed: str) -> str:
    """The line for one problem."""
    return f"{place}: {name}: found {found}, allowed: {allowed}"


def unreadable(place: str) -> str:
    """The line for a file that is there but gives no text."""
    return line(place, "the file", found="something unreadable", allowed="UTF-8 text that you may read")


def unknown(place: str, name: str, known: Iterable[str], *, allowed: str = "") -> str:
    """The line for a name that nobody knows; its value is never shown, for it may be a misplaced secret."""
    choices = sorted(known)
    close = process.extractOne(name.rpartition(".")[2], choices, score_cutoff=_LEAST_LIKENESS)
    hint = f' (did you mean "{close[0]}"?)' if close else ""
    return line(place, name, found=f"an unknown name{hint}", allowed=allowed or ", ".join(choices))


def describe(error: ErrorDetails, layers: Sequence[Layer]) -> str:
    """The line for one validation error; `layers` from the highest precedence down, the defaults last."""
    context = error.get("ctx", {})
    if context.get("keys"):
        place, name = _setter_of(context["keys"], layers)
        return line(place, name, found=context["found"], allowed=context["allowed"])
    section, key = str(error["loc"][0]), _key(error["loc"])
    layer = next(layer for layer in layers if layer.holds(section, key))
    name = _table_key(error["loc"], layer) if section in LISTS else layer.name(section, key)
    if error["type"] == "extra_forbidden":
        return unknown(layer.place, name, section_model(section).model_fields)
    if error["type"] == "missing":
        return line(layer.place, name, found="nothing", allowed=allowed_for(section, key))
    found = context.get("found") or ("(hidden)" if section == "secrets" else shown(error["input"]))
    return line(layer.place, name, found=found, allowed=context.get("allowed") or allowed_for(section, key))


def allowed_for(section: str, key: str | None) -> str:
    """What a key may be, read off its type and range."""
    if key is None:
        return f"a list of [[{section}]] tables" if section in LISTS else "a table"
    return _allowed(section_model(section).model_fields[key])


def _setter_of(keys: Sequence[str], layers: Sequence[Layer]) -> tuple[str, str]:
    """The place that sets one of the keys and its name there: what the reader changed, not a default."""
    for layer in layers[:-1]:
        for section, _, key in (name.partition(".") for name in keys):
            if layer.holds(section, key):
                return layer.place, layer.name(section, key)
    return layers[-1].place, keys[0]


def _key(location: Sequence[int | str]) -> str | None:
    """The key an error is about: `("slack", "mode")`, or `("collections", 0, "path")` with a number between."""
    return next((str(part) for part in location[1:] if isinstance(part, str)), None)


def _table_key(location: Sequence[int | str], layer: Layer) -> str:
    """`collections[handbook].path`, or the table's number where it has no name to call it by."""
    section = str(location[0])
    tables = layer.values[section]
    key = _key(location)
    if key is None or not isinstance(tables, list):
        return section
    number = int(location[1])
    name = tables[number].get(LISTS[section][1])
    label = name if isinstance(name, str) and name.strip() else f"table {number + 1}"
    return f"{section}[{label}].{key}"


def _allowed(field: FieldInfo) -> str:
    if get_origin(field.annotation) is Literal:
        return " or ".join(f'"{choice}"' for choice in get_args(field.annotation))
    if get_origin(field.annotation) is tuple:
        return 'a list of texts, such as ["one", "two"]'
    if get_origin(field.annotation) is dict:
        return 'a table of texts, such as {"one" = "two"}'
    kind = next((text for kind, text in _KINDS if field.annotation is kind), "text")
    return f"{kind}{_range(field)}"


def _range(field: FieldInfo) -> str:
    bounds = {
        name: getattr(item, name) for item in field.metadata for name in ("ge", "gt", "le") if hasattr(item, name)
    }
    words = {"ge": "from {}", "gt": "above {}", "le": "to {}" if "ge" in bounds else "up to {}"}
    return "".join(f" {words[name].format(bounds[name])}" for name in words if name in bounds)
