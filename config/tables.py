"""Settings as tables: the configuration file, the defaults, and what the command line says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from config.credentials import SECRET_VARIABLES, is_secret_value, shown, without_secrets
from config.layers import Layer
from config.problems import allowed_for, line, unknown, unreadable
from config.settings import LISTS, SECTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULTS = Path(__file__).with_name("defaults.toml")


def defaults_layer() -> Layer:
    """Every default; secrets that are not set are None."""
    examples = {example for example, _ in LISTS.values()}
    values = {name: table for name, table in _defaults().items() if name not in examples}
    nothing = dict.fromkeys(SECRET_VARIABLES.values())
    return Layer(place=str(DEFAULTS), values={**{name: [] for name in LISTS}, "secrets": nothing, **values})


def toml_layer(path: Path) -> Layer:
    """What the configuration file says; each table of a list filled up with the defaults of one."""
    place = str(path)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeError):
        return Layer(place=place, problems=(unreadable(place),))
    except (ValueError, RecursionError) as error:  # tomllib's message has the line and, at most, a key
        reason = "(hidden)" if is_secret_value(str(error)) else str(error)
        return Layer(place=place, problems=(f"{place}: not valid TOML: {reason}",))
    values, misplaced = without_secrets(data)
    problems = {name: _section_problem(place, name, value) for name, value in values.items()}
    values = {name: value for name, value in values.items() if problems[name] is None}
    for name, (example, _) in LISTS.items():
        if name in values:
            values[name] = [{**_defaults()[example], **table} for table in values[name]]
    lines = (*(f"{place}: {text}" for text in misplaced), *filter(None, problems.values()))
    return Layer(place=place, values=values, problems=lines)


def overrides_layer(overrides: Mapping[str, object]) -> Layer:
    """What the command line says, each value under `section.key`."""
    values: dict[str, dict[str, object]] = {}
    problems = []
    for name, value in overrides.items():
        section, _, key = name.partition(".")
        if section not in SECTIONS or section in LISTS or not key:
            problems.append(unknown("command line", name, SECTIONS))
        else:
            values.setdefault(section, {})[key] = value
    return Layer(place="command line", values=values, problems=tuple(problems))


def _defaults() -> dict[str, dict[str, object]]:
    return tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))


def _section_problem(place: str, name: str, value: object) -> str | None:
    if name not in SECTIONS:
        return unknown(place, name, SECTIONS)
    if name in LISTS:
        fits = isinstance(value, list) and all(isinstance(table, dict) for table in value)
    else:
        fits = isinstance(value, dict)
    return None if fits else line(place, name, found=shown(value), allowed=allowed_for(name, None))
