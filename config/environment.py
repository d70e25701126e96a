"""Settings and secrets as variables: of the process, and of the `.env` beside the configuration file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from dotenv.parser import parse_stream
from pydantic import SecretStr, TypeAdapter, ValidationError

from config.addresses import is_database_address
from config.credentials import SECRET_VARIABLES, is_secret_name, place_for
from config.layers import Layer
from config.location import VARIABLE
from config.problems import line, unknown, unreadable
from config.settings import LISTS, SECTIONS, section_model

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pydantic.fields import FieldInfo

PREFIX = "FOOTNOTE_"
# Kubernetes describes a service named "footnote" to every container near it in variables that look like ours.
_CLUSTER_NAME = re.compile(r"FOOTNOTE_([A-Z0-9]+_)*(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_\w+)")
_CLUSTER_PORT = re.compile(r"FOOTNOTE_([A-Z0-9]+_)*PORT=(tcp|udp|sctp)://\S+")


def variables_layer(place: str, variables: Mapping[str, str]) -> Layer:
    """What `FOOTNOTE_<SECTION>__<KEY>`, `SLACK_API_URL` and Slack's secrets say.

    An empty secret or `SLACK_API_URL` counts as not set; an empty `FOOTNOTE_` variable is an empty text.
    """
    fields = _fields()
    values: dict[str, dict[str, object]] = {}
    names: dict[tuple[str, str], str] = {}
    problems: list[str] = []

    def take(section: str, key: str, name: str, value: object) -> None:
        values.setdefault(section, {})[key] = value
        names[section, key] = name

    for name, text in _settings_among(variables):
        if name.upper() in fields:
            section, key, field = fields[name.upper()]
            take(section, key, name, _parsed(text, field))
        else:
            problems.append(_unknown_variable(place, name, fields))
    if variables.get("SLACK_API_URL"):
        take("slack", "api_url", "SLACK_API_URL", variables["SLACK_API_URL"])
    for name, key in SECRET_VARIABLES.items():
        if secret := variables.get(name, "").strip():
            take("secrets", key, name, SecretStr(secret))
    return Layer(place=place, values=values, names=names, problems=tuple(problems))


def dotenv_layer(path: Path) -> Layer:
    """The same from a `.env` file; none there is an empty layer."""
    variables, problems = _read_dotenv(path)
    layer = variables_layer(str(path), variables)
    return Layer(place=layer.place, values=layer.values, names=layer.names, problems=(*problems, *layer.problems))


def load_model_keys(source: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """The other variables of the `.env` beside `source`, for the entry point to put into `os.environ`.

    These are the keys and addresses that LiteLLM looks for there (`OPENAI_API_KEY`). One that `environ` has
    already, and not empty, is left out. Raises nothing: `load_settings` reports a broken file.
    """
    variables, _ = _read_dotenv(source.with_name(".env"))
    ours = (PREFIX, "SLACK_")
    return {
        name: text for name, text in variables.items() if not name.upper().startswith(ours) and not environ.get(name)
    }


def _read_dotenv(path: Path) -> tuple[dict[str, str], tuple[str, ...]]:
    """The variables of a `.env` file as written, nothing substituted, and a line for each line that is none."""
    try:
        if not path.is_file():
            return {}, ()
        with path.open(encoding="utf-8-sig") as stream:
            bindings = list(parse_stream(stream))
    except (OSError, UnicodeError):
        return {}, (unreadable(str(path)),)
    broken = tuple(
        line(str(path), f"line {binding.original.line}", found="no variable", allowed="NAME=value")
        for binding in bindings
        if binding.error or (binding.key is not None and binding.value is None)
    )
    return {binding.key: binding.value for binding in bindings if binding.key and binding.value is not None}, broken


def _settings_among(variables: Mapping[str, str]) -> list[tuple[str, str]]:
    return [
        (name, text)
        for name, text in sorted(variables.items())
        if name.upper().startswith(PREFIX) and name.upper() != VARIABLE and not _is_cluster_variable(name, text)
    ]


def _is_cluster_variable(name: str, text: str) -> bool:
    return bool(_CLUSTER_NAME.fullmatch(name) or _CLUSTER_PORT.fullmatch(f"{name}={text}"))


def _fields() -> dict[str, tuple[str, str, FieldInfo]]:
    """Section, key and field of every variable there is."""
    return {
        f"{PREFIX}{section}__{key}".upper(): (section, key, field)
        for section in SECTIONS
        if section not in LISTS
        for key, field in section_model(section).model_fields.items()
    }


def _parsed(text: str, field: FieldInfo) -> object:
    """The number, truth value or JSON list that a text stands for; the text itself where it stands for none."""
    if is_database_address(text):
        return text
    adapter: TypeAdapter[Any] = TypeAdapter(field.annotation or str)
    try:
        # Lists and tables are JSON, as pydantic-settings has them.
        return adapter.validate_json(text) if text.startswith(("[", "{")) else adapter.validate_strings(text)
    except ValidationError:
        return text


def _unknown_variable(place: str, name: str, known: Mapping[str, object]) -> str:
    for section in LISTS:
        if name.upper().startswith(f"{PREFIX}{section}".upper()):
            return line(place, name, found="a variable", allowed=f"[[{section}]] tables in footnote.toml only")
    if is_secret_name(name):
        key = name.upper().rpartition("__")[2].removeprefix(PREFIX)
        return f"{place}: {name}: no name for a secret, {place_for(key, None)}"
    return unknown(place, name, known, allowed=f"{PREFIX}<SECTION>__<KEY> for a key of footnote.toml")
