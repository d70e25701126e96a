"""The files a new team begins with: a commented configuration, the Slack app, and a first note."""

from __future__ import annotations

import os
import re
from importlib.resources import files
from typing import TYPE_CHECKING

from config.errors import SettingsError
from config.location import FILE_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MANIFEST_NAME = "slack-manifest.yaml"
NOTES_FOLDER = "notes"
COMMANDS = ("/ask", "/search")  # as shipped
_HEAD = """\
# Settings of Footnote. A line that begins with "# " and a key shows that key's default: remove the "# " to change it.
# Relative paths count from the folder of this file. Any key but those of [[collections]] can also be set as
# FOOTNOTE_<SECTION>__<KEY> in the environment or in a .env file beside this one (FOOTNOTE_CHAT__MODEL).
# Secrets belong only there: SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_SIGNING_SECRET, OPENAI_API_KEY and the like.
"""
_COLLECTION = f"""\
# A folder of notes. Repeat the whole table for each further one.
[[collections]]
name = "notes"  # how people name it, as in in:notes
path = "{NOTES_FOLDER}"  # the folder; its subfolders are read too
"""
_CHANNEL = """\
# [[channels]]
# channel = "ask-hr"
"""
MOST_DOMAINS = 5  # whose links Slack announces to one app
# Lines of the manifest that are of use only where some collection links to a site.
_OF_LINKS = ("link_shared", "links:read", "links:write", "unfurl_domains", "Links to notes on these sites")
REDIRECT_PATH, EVENTS_PATH = "/slack/oauth_redirect", "/slack/events"
# How a bot hears that a workspace has removed it.
_OF_INSTALLING = "      - app_uninstalled\n      - tokens_revoked\n"
_WELCOME = """\
# Welcome to Footnote

Footnote answers questions from the Markdown notes in this folder, and gives the source of each statement.

## Adding notes

Put Markdown files into this folder, in subfolders if you like, and run `footnote index`.
The folder itself is set as `path` in `footnote.toml`.

## Asking

`footnote ask` answers on the command line. In Slack, `/ask` answers privately and a mention
answers in its thread.
"""


def write_starter_config(directory: Path) -> tuple[Path, Path]:
    """Writes `footnote.toml` and the Slack app's manifest into `directory` and returns their paths.

    Its collection is the folder `notes` there; one that is missing is made, with a note to try things on.
    Raises SettingsError, with one sentence, where a file exists already or cannot be written.
    """
    contents = {directory / FILE_NAME: starter_text(), directory / MANIFEST_NAME: manifest_text()}
    for path in contents:
        _demand_new(path)
    try:
        _write_notes(directory / NOTES_FOLDER)
    except OSError as error:
        raise _unwritable(directory, error) from None
    for path, text in contents.items():
        _write_new(path, text)
    config, manifest = contents
    return config, manifest


def write_manifest(
    directory: Path, *, domains: Sequence[str], commands: Sequence[str], address: str = "", by_http: bool = False
) -> Path:
    """Writes the Slack app's manifest alone, as `manifest_text` has it, and returns its path.

    Raises SettingsError as `write_starter_config` does.
    """
    path = directory / MANIFEST_NAME
    _demand_new(path)
    _write_new(path, manifest_text(domains=domains, commands=commands, address=address, by_http=by_http))
    return path


def manifest_text(
    *,
    domains: Sequence[str] = (),
    commands: Sequence[str] = COMMANDS,
    address: str = "",
    by_http: bool = False,
) -> str:
    """The Slack app with exactly what it uses: parts about links only where there are domains.

    `commands`: the names of the two commands, with their slash. `address`: of the bot, where workspaces install it
    from its own page; with `by_http` events come there too, in place of a socket.
    """
    text = _packaged(MANIFEST_NAME)
    if domains:
        listed = "".join(f"    - {domain}\n" for domain in domains[:MOST_DOMAINS])
        text = text.replace("  unfurl_domains: []\n", f"  unfurl_domains:\n{listed}")
    else:
        lines = text.splitlines(keepends=True)
        text = "".join(line for line in lines if not any(part in line for part in _OF_LINKS))
    if address:
        redirect = f"  redirect_urls:\n    - {address.rstrip('/')}{REDIRECT_PATH}\n"
        text = text.replace("oauth_config:\n", f"oauth_config:\n{redirect}")
        text = text.replace("    bot_events:\n", f"    bot_events:\n{_OF_INSTALLING}")
        text = _over_http(text, f"{address.rstrip('/')}{EVENTS_PATH}") if by_http else text
    named = dict(zip(COMMANDS, commands, strict=True))
    return re.sub(r"(?<=- command: )(/\w+)$", lambda shipped: named[shipped[1]], text, flags=re.MULTILINE)


def _over_http(text: str, events: str) -> str:
    text = text.replace("  socket_mode_enabled: true\n", "  socket_mode_enabled: false\n")
    text = text.replace("  event_subscriptions:\n", f"  event_subscriptions:\n    request_url: {events}\n")
    text = text.replace("  interactivity:\n", f"  interactivity:\n    request_url: {events}\n")
    return re.sub(r"^( +)- command: .*\n", rf"\g<0>\1  url: {events}\n", text, flags=re.MULTILINE)


def starter_text() -> str:
    """`defaults.toml` as a team edits it: each key commented out, [[collections]] with an example."""
    _, *tables = _packaged("defaults.toml").split("\n\n")
    return "\n".join([_HEAD, *(f"{_commented(table.strip())}\n" for table in tables)])


def _commented(table: str) -> str:
    keys = re.sub(r"^(?=\w+ = )", "# ", table, flags=re.MULTILINE)
    keys = re.sub(r"^\[channel\]\n", lambda _: _CHANNEL, keys, flags=re.MULTILINE)
    return re.sub(r"\A#.*\n\[collection\]\n", lambda _: _COLLECTION, keys)


def _demand_new(path: Path) -> None:
    if os.path.lexists(path):
        raise SettingsError((f"{path} exists already and stays as it is: move it away or name another folder.",))


def _write_new(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise _unwritable(path.parent, error) from None


def _unwritable(directory: Path, error: OSError) -> SettingsError:
    return SettingsError((f"{directory}: cannot write the starting files there: {error.strerror}.",))


def _packaged(name: str) -> str:
    return files("config").joinpath(name).read_text(encoding="utf-8")


def _write_notes(folder: Path) -> None:
    if folder.is_dir():
        return
    folder.mkdir(parents=True)
    (folder / "welcome.md").write_text(_WELCOME, encoding="utf-8", newline="\n")
