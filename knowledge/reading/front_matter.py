"""The YAML between `---` lines at the top of a note: where it ends, and what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

_OPENING = re.compile(r"---[ \t]*\n")
_CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.MULTILINE)
_ENTRY = re.compile(r"^(?P<key>[^\W\d][\w .-]*?)[ \t]*:(?:[ \t]+(?P<value>.*?))?[ \t]*$", re.MULTILINE)
_MAX_CHARS = 64_000
_MAX_WORDS = 200  # tags or authors of one note
# Loads every scalar as the text that was written and knows no tags, merges or Python objects.
_Loader: type = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """The fields of a note and where its content begins. Values are strings, lists and mappings of them."""

    end: int = 0  # offset of the first character below it
    fields: Mapping[str, Any] = field(default_factory=dict)  # keys in lower case
    warnings: tuple[str, ...] = ()

    def text(self, key: str) -> str:
        """A field as one line of text; lists are joined by commas. Empty: not given, or no text."""
        return ", ".join(self.words(key)) if isinstance(self.fields.get(key), list) else self._line(key)

    def words(self, *keys: str) -> tuple[str, ...]:
        """The items of the first of these fields that has any: of a list, or of a text with commas."""
        for key in keys:
            value = self.fields.get(key)
            pieces = re.split(r"[,;\n]", value) if isinstance(value, str) else _leaves(value)
            found = tuple(word for piece in pieces if (word := _squeezed(piece)) not in _NOTHING)
            if found:
                return tuple(dict.fromkeys(found))[:_MAX_WORDS]
        return ()

    def _line(self, key: str) -> str:
        line = next((_squeezed(leaf) for leaf in _leaves(self.fields.get(key))), "")
        return "" if line in _NOTHING else line


def read_front_matter(text: str) -> FrontMatter:
    """Read what stands between the first line `---` and the next `---` or `...`.

    Without a closing line, or where that block is no YAML mapping, there is no front matter and all is content.
    Where it looks like one but is broken, a warning says so and the lines that can be understood still count.
    """
    opening = _OPENING.match(text)
    closing = _CLOSING.search(text, opening.end(), opening.end() + _MAX_CHARS) if opening else None
    if opening is None or closing is None:
        return FrontMatter()
    source = text[opening.end() : closing.start()]
    try:
        loaded = yaml.load(source, _Loader)  # noqa: S506 - a base loader builds nothing but strings, lists, mappings
    except (yaml.YAMLError, RecursionError, ValueError):
        return _salvaged(source, closing.end())
    if loaded is None or loaded == "":
        return FrontMatter(end=closing.end())
    if not isinstance(loaded, dict):
        return FrontMatter()
    return FrontMatter(end=closing.end(), fields={_key(key): value for key, value in loaded.items()})


def _salvaged(source: str, end: int) -> FrontMatter:
    """The lines `key: value` of broken YAML, read one by one."""
    entries = {_key(entry["key"]): _unquoted(entry["value"] or "") for entry in _ENTRY.finditer(source)}
    if not entries:
        return FrontMatter()
    return FrontMatter(end=end, fields=entries, warnings=("its front matter is not valid YAML; read line by line",))


def _unquoted(value: str) -> str:
    in_list = value.startswith("[") and value.endswith("]")
    return value[1:-1] if in_list or (len(value) > 1 and value[0] == value[-1] and value[0] in "\"'") else value


def _leaves(value: object) -> Iterator[str]:
    """The texts in a value, depth first; of a person's mapping the name."""
    pending: list[object] = [value]
    seen = 0
    while pending and seen < _MAX_WORDS:
        item = pending.pop()
        seen += 1
        if isinstance(item, str):
            yield item
        elif isinstance(item, list):
            pending.extend(reversed(item[:_MAX_WORDS]))
        elif isinstance(item, dict):
            pending.extend([item["name"]] if "name" in item else reversed(list(item.values())[:_MAX_WORDS]))


def _key(key: object) -> str:
    return str(key).strip().lower()


def _squeezed(text: str) -> str:
    return " ".join(text.split())
