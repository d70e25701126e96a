"""A sentence for people that knows what it was made of, so that it can be said in another language too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any, Self


class Remark(str):
    """An English sentence: `template` with `values` filled in, which may be remarks themselves.

    A template without values stands as it is, braces and all. As a string it is the English sentence, no more.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Fill the values in."""
        remark = super().__new__(cls, template.format(**values) if values else template)
        remark.template, remark.values = template, values
        return remark

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        """How it travels to another process."""
        return (self.template,), dict(self.values)


def joined(parts: Iterable[str], separator: str = " ") -> str:
    """The parts that are not empty, one after the other; each stays known for what it is."""
    said = [part for part in parts if part]
    if len(said) == 1:
        return said[0]
    values = {f"part{number}": part for number, part in enumerate(said, start=1)}
    return Remark(separator.join(f"{{{name}}}" for name in values), **values)


def exchanged(sentence: str, old: str, new: str) -> str:
    """The sentence with the remark `old`, wherever it stands in it, exchanged for `new`."""
    if sentence == old:
        return new
    if not isinstance(sentence, Remark):
        return sentence
    values = {
        name: exchanged(value, old, new) if isinstance(value, Remark) else value
        for name, value in sentence.values.items()
    }
    return Remark(sentence.template, **values)


def to_json(value: object) -> object:
    """A remark, several, or a value of one for JSON; what is no number, day or remark as its text."""
    match value:
        case Remark():
            return {"template": value.template, "values": {name: to_json(one) for name, one in value.values.items()}}
        case tuple():
            return [to_json(one) for one in value]
        case date():
            return {"day": value.isoformat()}
        case int() | float():
            return value
    return str(value)


def from_json(kept: object) -> Any:  # noqa: ANN401 - whatever was given to `to_json`
    """What such JSON stands for."""
    match kept:
        case {"template": str(template), "values": dict(values)}:
            return Remark(template, **{name: from_json(value) for name, value in values.items()})
        case {"day": str(day)}:
            return datetime.fromisoformat(day)
        case list():
            return tuple(map(from_json, kept))
    return kept
