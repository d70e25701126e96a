"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", metavar="PATH", help="The settings file; else $FOOTNOTE_CONFIG, ./footnote.toml, ..."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON value on stdout.")]
CollectionOption = Annotated[
    list[str] | None, typer.Option("--collection", metavar="NAME", help="Only this collection; may be repeated.")
]


def chosen_config(context: typer.Context, config: Path | None) -> Path | None:
    """The settings file named after the command, else the one named before it."""
    before: dict[str, Any] = context.obj or {}
    return config or before.get("config")
