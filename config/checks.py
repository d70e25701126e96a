"""What single values must look like; each check returns its value or refuses it, saying what is allowed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import SecretStr
from pydantic_core import PydanticCustomError

from config.addresses import is_database_address, is_server_address
from config.location import is_folder
from config.schedule import five_fields, parse_schedule

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_INSTRUCTIONS = 2_000  # characters: they are sent with every question
LINK_PLACEHOLDERS = ("path", "line", "heading", "name", "commit")
_LINK = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^\s<>|]+")


def refusal(allowed: str, *, found: str | None = None, keys: tuple[str, ...] = ()) -> PydanticCustomError:
    """An error for a validator to raise: what is allowed, and what was found where the value does not say it.

    `keys` names the settings (`section.key`) that do not go together, where the error is about more than one.
    """
    return PydanticCustomError("refused", "{allowed}", {"allowed": allowed, "found": found, "keys": keys})


def or_empty(check: Callable[[str], str]) -> Callable[[str], str]:
    """The check for a text that may also be empty."""
    return lambda text: check(text) if text else text


def at_least_one(items: tuple[str, ...]) -> tuple[str, ...]:
    """A list with something in it."""
    if not items:
        raise refusal("a list with at least one text in it")
    return items


def filled(text: str) -> str:
    """A text that shows: not blank, one line, no control characters, no space around it."""
    if not text.strip() or text != text.strip() or not text.isprintable():
        raise refusal("one line of text, not empty, without spaces around it")
    return text


def channel(text: str) -> str:
    """A channel's id or name, with or without its `#`; returned without."""
    return filled(text.removeprefix("#"))


def person(text: str) -> str:
    """The id of a user or user group. A name would silently hide the notes from everyone."""
    if not re.fullmatch(r"[UWS][A-Z0-9]+", text):
        raise refusal("the id of a user (U... or W...) or of a user group (S...)")
    return text


def user(text: str) -> str:
    """The id of one user, as "Copy member ID" in a Slack profile gives it."""
    if not re.fullmatch(r"[UW][A-Z0-9]+", text):
        raise refusal("the id of a user (U... or W...)")
    return text


def instructions(text: str) -> str:
    """What a model is told besides: printable text of any number of lines."""
    if not all(character.isprintable() or character in "\n\t" for character in text):
        raise refusal("text without control characters")
    if len(text) > MOST_INSTRUCTIONS:
        raise refusal(f"text of at most {MOST_INSTRUCTIONS:,} characters", found=f"{len(text):,} characters")
    return text.strip()


def command(text: str) -> str:
    """A slash command as Slack accepts it."""
    if not re.fullmatch(r"/[a-z0-9_-]{1,31}", text):
        raise refusal('a slash command such as "/ask": lower-case letters, digits, - and _, at most 32 characters')
    return text


def glob(pattern: str) -> str:
    """A glob under a collection's folder: `*`, `?`, `[...]`, and `**` as a whole part."""
    parts = pattern.split("/")
    if not pattern.strip() or pattern.startswith("/") or ".." in parts:
        raise refusal("a glob below the collection's folder, such as **/*.md")
    if any("**" in part and part != "**" for part in parts):
        raise refusal("a glob in which ** stands alone between slashes, such as **/*.md")
    if "\\" in pattern or re.search(r"[{}]", pattern):
        raise refusal("a glob with forward slashes and without braces; write two globs instead of {a,b}")
    if re.search(r"\[(?![^\]/]+\])", pattern):
        raise refusal("a glob whose [ has its ]")
    return pattern


def link(template: str) -> str:
    """A link with `{path}` and the like, or empty for no link."""
    names = ", ".join(f"{{{name}}}" for name in LINK_PLACEHOLDERS)
    allowed = f"empty, or an address such as https://example.com/{{path}} with no placeholders but {names}"
    try:
        fields = list(Formatter().parse(template))
    except ValueError:
        raise refusal(allowed) from None
    plain = all(not spec and not conversion for _, _, spec, conversion in fields)
    known = all(name is None or name in LINK_PLACEHOLDERS for _, name, _, _ in fields)
    if template and not (plain and known and _LINK.fullmatch(template)):
        raise refusal(allowed)
    return template


def web_address(address: str) -> str:
    """An http(s) address, without a password that a log could show."""
    try:
        parts = urlsplit(address)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc or re.search(r"\s", address):
        raise refusal("an http:// or https:// address without a user name or password")
    return address


def base_address(address: str) -> str:
    """The http(s) address of an API, returned with the slash at its end that method names are added to."""
    return web_address(address).rstrip("/") + "/"


def schedule(text: str) -> str:
    """A cron schedule; nicknames such as `@daily` are returned as their five fields."""
    try:
        parse_schedule(text)
    except ValueError as problem:
        raise refusal(str(problem)) from None
    return five_fields(text)


def timezone(name: str) -> str:
    """A time zone of the IANA database. UTC needs no database: slim systems ship none."""
    try:
        if name != "UTC":
            ZoneInfo(name)
    # ZoneInfo opens a file by this name: unknown, a folder, outside the database, or not a zone at all.
    except (KeyError, ValueError, OSError):
        raise refusal('a time zone of the IANA database, such as "UTC" or "Europe/Berlin"') from None
    return name


def notes_folder(path: Path) -> Path:
    """An existing folder that can be listed."""
    allowed = "a folder of notes that exists and can be read"
    if not path.is_absolute():
        raise refusal(allowed)
    if not os.path.lexists(path):
        raise refusal(allowed, found=f'"{path}" (no such folder)')
    if not is_folder(path):
        raise refusal(allowed, found=f'"{path}" (not a folder)')
    if not os.access(path, os.R_OK | os.X_OK):
        raise refusal(allowed, found=f'"{path}" (no permission to read it)')
    return path


def database_file(path: Path) -> Path:
    """A path at which a database is, or can be created."""
    if not path.is_absolute() or "\0" in str(path) or is_folder(path):
        raise refusal("the path of a database file")
    return path


def database_place(value: object) -> Path | SecretStr:
    """The path of a database file, or the address of a PostgreSQL database, masked since it may hold a password."""
    allowed = "the path of a database file, or postgresql://USER@HOST/DATABASE"
    if is_server_address(value):
        return _server_address(str(value), allowed)
    if not isinstance(value, str | Path) or not str(value).strip():
        raise refusal(allowed)
    return database_file(Path(value))


def installations_database(value: object) -> Path | SecretStr:
    """The path of a database file, or an address as SQLAlchemy takes them, masked since it may hold a password."""
    allowed = "the path of a database file, or postgresql://USER@HOST/DATABASE or another address of SQLAlchemy"
    if is_database_address(value):
        return _server_address(str(value), allowed)
    if not isinstance(value, str | Path) or not str(value).strip():
        raise refusal(allowed)
    return database_file(Path(value))


def workspace(text: str) -> str:
    """The id of a workspace, as the address of Slack in a browser has it."""
    if not re.fullmatch(r"T[A-Z0-9]+", text):
        raise refusal("the id of a workspace (T...)")
    return text


def _server_address(address: str, allowed: str) -> SecretStr:
    try:
        parts = urlsplit(address)
        named = bool(parts.path.strip("/")) and (parts.port or 1) > 0
    except ValueError:
        named = False
    if not named or re.search(r"\s", address):
        raise refusal(allowed, found="an address without a database, or none that can be read")
    return SecretStr(address)
