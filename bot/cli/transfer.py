"""`footnote migrate` and `footnote export`: an index or a state into another database, an index as lines of text."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.cli.opening import configured
from bot.cli.options import ConfigOption, JsonOption, chosen_config
from bot.cli.output import USAGE, CommandFailed, people, print_json, write_out

if TYPE_CHECKING:
    from pydantic import SecretStr

    from bot.state.carrying import Carried
    from knowledge.transfer import Migrated

Place = Annotated[str, typer.Argument(help="A database file, or postgresql://USER@HOST/DATABASE.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command()(migrate)
    app.command()(export)


def migrate(
    source: Place,
    target: Place,
    state: Annotated[
        bool, typer.Option("--state", help="Bring the bot's state there: claims, threads, digests, feedback.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Bring an index into another database with its vectors, and compare the two. Run again, it goes on."""
    if state:
        show_carried(asyncio.run(carry_rows(place_of(source), place_of(target))), as_json=as_json)
        return
    done = asyncio.run(carry(place_of(source), place_of(target)))
    if as_json:
        counts = {"notes": done.notes, "chunks": done.chunks, "vectors": done.vectors, "written": done.written}
        print_json({**counts, "sha256": done.digest})
    else:
        people().print(
            f"Notes: {done.notes:,}, {done.written:,} of them written now; chunks: {done.chunks:,}; vectors: "
            f"{done.vectors:,}."
            f"\nBoth indexes hold the same, byte for byte: sha256 {done.digest}.\n"
            "Set index.database to the second one, and keep the first until you have seen that it serves.",
            markup=False,
            soft_wrap=True,
        )


def export(context: typer.Context, config: ConfigOption = None) -> None:
    """Print the index, one note a line, as JSON: the same bytes from every database that holds the same."""
    asyncio.run(print_lines(chosen_config(context, config)))


def place_of(text: str) -> Path | SecretStr:
    """A file or an address. Raises CommandFailed for an address with a password, which others could read here."""
    from pydantic_core import PydanticCustomError

    from config.addresses import is_server_address
    from config.checks import database_place
    from config.credentials import is_secret_value

    if is_secret_value(text):
        raise CommandFailed(
            "A password on the command line can be read by others. Set it as PGPASSWORD, or in a password file.",
            USAGE,
        )
    try:
        return database_place(text if is_server_address(text) else Path(text).absolute())
    except PydanticCustomError as refusal:
        raise CommandFailed(f"{text}: allowed: {refusal.message()}", USAGE) from None


def show_carried(done: Carried, *, as_json: bool) -> None:
    """What both states hold now."""
    if as_json:
        print_json({"rows": dict(done.rows), "sha256": done.digest})
        return
    held = ", ".join(f"{name} {count:,}" for name, count in done.rows.items() if count)
    people().print(
        f"Rows: {held or 'none'}.\nBoth states hold the same: sha256 {done.digest}.\n"
        "Set conversation.database to the second one before you start the bot again.",
        markup=False,
        soft_wrap=True,
    )


async def carry_rows(source: Path | SecretStr, target: Path | SecretStr) -> Carried:
    """One state into another place. Raises BotError."""
    from bot.state.carrying import carry_state
    from bot.state.database import StateDatabase
    from bot.state.places import is_kept

    if not await is_kept(source):
        raise CommandFailed("The first state database does not exist.")
    first = await StateDatabase.open(source)
    try:
        second = await StateDatabase.open(target)
        try:
            return await carry_state(first, second)
        finally:
            await second.close()
    finally:
        await first.close()


async def carry(source: Path | SecretStr, target: Path | SecretStr) -> Migrated:
    """One migration, with a progress bar on a terminal."""
    from bot.cli.progress import counting
    from bot.compose import open_place
    from knowledge.transfer import migrate as carried

    first = await open_place(source, write=False)
    try:
        second = await open_place(target, write=True)
        try:
            with counting() as count:
                return await carried(first, second, progress=count)
        finally:
            await second.close()
    finally:
        await first.close()


async def print_lines(config: Path | None) -> None:
    """Every line of the configured index."""
    from bot.compose import open_store
    from knowledge.transfer import export_lines

    store = await open_store(configured(config))
    try:
        async for line in export_lines(store):
            write_out(f"{line}\n")
    finally:
        await store.close()
