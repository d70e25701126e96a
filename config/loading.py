"""From the places settings come from to `Settings`, or to every problem at once."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from config.addresses import is_database_address
from config.environment import dotenv_layer, load_model_keys, variables_layer
from config.errors import SettingsError
from config.location import absolute, find_config
from config.problems import describe
from config.remotes import is_local_remote
from config.settings import Settings
from config.tables import defaults_layer, overrides_layer, toml_layer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from config.layers import Layer

__all__ = ["SettingsError", "load_model_keys", "load_settings"]

PATH_KEYS = frozenset({"database", "path"})
TEXT_PATH_KEYS = frozenset({"deploy_key"})
LOCAL_MODEL = "local:"  # the beginning of a model that is a folder


def load_settings(
    *,
    config: Path | None = None,
    overrides: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Settings:
    """The settings of this run.

    `config` is what `--config` named; `overrides` are flags as `{"section.key": value}`; `environ` and `cwd` are
    the process's own unless given. A flag beats the environment, that the `.env` beside the file, that the file,
    that the defaults. Relative paths count from the file's folder, wherever they were set.
    Raises SettingsError with a line for each problem.
    """
    environ = os.environ if environ is None else environ
    source = find_config(config, environ=environ, cwd=cwd or Path.cwd())
    layers = (
        overrides_layer(overrides or {}),
        variables_layer("environment", environ),
        dotenv_layer(source.with_name(".env")),
        toml_layer(source),
        defaults_layer(),
    )
    settings, invalid = _validated(layers, source)
    problems = [problem for layer in layers for problem in layer.problems] + invalid
    if problems or settings is None:
        raise SettingsError(tuple(problems))
    return settings


def _validated(layers: Sequence[Layer], source: Path) -> tuple[Settings | None, list[str]]:
    """The settings, or a line for each error. Not raised from here: pydantic's error carries every value."""
    values = [_anchored(layer.values, source.parent) for layer in layers]
    try:
        return Settings.model_validate({"layers": [{"source": source}, *values]}), []
    except ValidationError as error:
        details = error.errors(include_url=False)
    return None, list(dict.fromkeys(describe(detail, layers) for detail in details))


def _anchored(values: Mapping[str, Any], folder: Path) -> dict[str, object]:
    """The layer with each path seen from `folder`; what is no path stays for the models to judge."""
    return {
        section: [_anchored_table(table, folder) for table in keys]
        if isinstance(keys, list)
        else _anchored_table(keys, folder)
        for section, keys in values.items()
    }


def _anchored_table(keys: Mapping[str, object], folder: Path) -> dict[str, object]:
    return {key: _anchored_value(key, value, folder) for key, value in keys.items()}


def _anchored_value(key: str, value: object, folder: Path) -> object:
    if is_database_address(value):
        return value
    if key in PATH_KEYS and isinstance(value, str | Path) and str(value).strip():
        return absolute(value, folder)
    if key in TEXT_PATH_KEYS and isinstance(value, str) and value.strip():
        return str(absolute(value, folder))
    if key == "git" and isinstance(value, str) and is_local_remote(value):
        return str(absolute(value, folder))
    if key == "model" and isinstance(value, str) and value.startswith(LOCAL_MODEL):
        return f"{LOCAL_MODEL}{absolute(value.removeprefix(LOCAL_MODEL), folder)}"
    return value
