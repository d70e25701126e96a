"""The Slack app as it should be, by the shipped manifest, against the one that is installed.

Slack tells a bot its scopes and nothing else of its app. So scopes are compared with what Slack grants; events,
commands and shortcuts with the manifest that the app was made from, where it lies beside the settings.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from bot.findings import Finding
from config.settings import Settings
from config.starter import MANIFEST_NAME, MOST_DOMAINS, manifest_text
from knowledge.links import domain_of

# What an event needs to be delivered, and what waits for each other scope.
_SCOPE_OF_EVENT = {
    "app_mention": "app_mentions:read",
    "member_joined_channel": "channels:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
    "link_shared": "links:read",
}
_REINSTALL = "then reinstall the app to the workspace"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an app needs in order to be this bot."""

    scopes: frozenset[str]
    events: frozenset[str]
    commands: frozenset[str]
    shortcuts: frozenset[str]  # callback ids
    domains: frozenset[str]  # hosts whose links are announced
    redirects: frozenset[str]  # addresses that people come back to from an installation


def shipped(domains: Sequence[str] = (), address: str = "") -> Manifest:
    """The manifest of this version, for notes on sites of these domains, and the address it is installed from."""
    return read_manifest(manifest_text(domains=domains, address=address))


def link_domains(settings: Settings) -> tuple[str, ...]:
    """The hosts that citations link to, each once, at most as many as Slack takes; none where links show nothing."""
    collections = settings.collections if settings.slack.link_previews else ()
    hosts = (domain_of(collection.url) for collection in collections)
    return tuple(dict.fromkeys(host for host in hosts if host))[:MOST_DOMAINS]


def read_manifest(text: str) -> Manifest:
    """A manifest in YAML or JSON. Raises ValueError for what is none."""
    try:
        tree = yaml.safe_load(text)
        features, settings = tree.get("features") or {}, tree.get("settings") or {}
        return Manifest(
            scopes=frozenset(map(str, tree["oauth_config"]["scopes"]["bot"])),
            events=frozenset(map(str, (settings.get("event_subscriptions") or {}).get("bot_events") or ())),
            commands=frozenset(str(one["command"]) for one in features.get("slash_commands") or ()),
            shortcuts=frozenset(str(one["callback_id"]) for one in features.get("shortcuts") or ()),
            domains=frozenset(map(str, features.get("unfurl_domains") or ())),
            redirects=frozenset(map(str, tree["oauth_config"].get("redirect_urls") or ())),
        )
    except (yaml.YAMLError, AttributeError, KeyError, TypeError) as error:
        raise ValueError("no manifest of a Slack app with bot scopes") from error


def check_scopes(headers: Mapping[str, Any], domains: Sequence[str] = ()) -> Iterator[Finding]:
    """One finding for each scope that the app lacks, by the header of any of Slack's replies."""
    granted, manifest = granted_scopes(headers), shipped(domains)
    wanted = manifest.scopes
    if granted is None:
        yield Finding(name="slack scopes", ok=True, detail="Slack did not tell them, so they were not compared")
        return
    for scope in sorted(wanted - granted):
        yield Finding(
            name=f"slack scope {scope}",
            ok=False,
            detail=f"the app has not got it{_waiting(scope, manifest.events)}",
            fix=f"Add {scope} under OAuth & Permissions, Bot Token Scopes, {_REINSTALL}.",
        )
    if wanted <= granted:
        besides = ", ".join(sorted(granted - wanted))
        more = f"; it has others that it does not need: {besides}" if besides else ""
        yield Finding(name="slack scopes", ok=True, detail=f"the app has all {len(wanted)}{more}")


def warn_of_scopes(headers: Mapping[str, Any], domains: Sequence[str]) -> None:
    """Log what this version and these settings need and the installed app has not got."""
    for finding in check_scopes(headers, domains):
        if not finding.ok:
            _log.warning("%s: %s. %s", finding.name.capitalize(), finding.detail, finding.fix)


def check_written(
    folder: Path, commands: Iterable[str], domains: Sequence[str] = (), address: str = ""
) -> Iterator[Finding]:
    """Whether the manifest in that folder asks for what this version needs; `commands` by their names in Slack."""
    expected, path = shipped(domains, address), folder / MANIFEST_NAME
    wanted = {"event": expected.events, "command": frozenset(commands), "shortcut": expected.shortcuts}
    wanted |= {"link domain": expected.domains} if domains else {}
    wanted |= {"redirect URL": expected.redirects} if address else {}
    if not path.is_file():
        yield Finding(name="slack app", ok=True, detail=_by_hand(wanted))
        return
    try:
        written = read_manifest(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        fix = "Move it away, and let `footnote init` write a new one into an empty folder."
        yield Finding(name="slack app", ok=False, detail=f"{path} is no manifest that can be read", fix=fix)
        return
    there = {"event": written.events, "command": written.commands, "shortcut": written.shortcuts}
    there |= {"link domain": written.domains, "redirect URL": written.redirects}
    missing = [(kind, name) for kind, names in wanted.items() for name in sorted(names - there[kind])]
    for kind, name in missing:
        detail = f"{path} does not have it, so the app made from it has not got it either"
        yield Finding(name=f"slack {kind} {name}", ok=False, detail=detail, fix=_FIXES[kind].format(name=name))
    if not missing:
        yield Finding(name="slack app", ok=True, detail=f"{path} has every event, command and shortcut")


def granted_scopes(headers: Mapping[str, Any]) -> frozenset[str] | None:
    """The scopes of the token that was used; None where Slack does not tell them."""
    value = next((text for name, text in headers.items() if name.lower() == "x-oauth-scopes"), None)
    if value is None:
        return None
    return frozenset(scope.strip() for scope in str(value).split(",") if scope.strip())


_FIXES = {
    "event": f"Add {{name}} to it, and under Event Subscriptions to the bot events of the app, {_REINSTALL}.",
    "command": f"Add {{name}} to it, and under Slash Commands, {_REINSTALL}; or rename it in [slack].",
    "link domain": "Add {name} to unfurl_domains in it, and under Event Subscriptions, App unfurl domains, "
    f"{_REINSTALL}.",
    "redirect URL": "Add {name} to redirect_urls in it, and under OAuth & Permissions, Redirect URLs.",
    "shortcut": "Add it to the file as the shipped one has it, and under Interactivity & Shortcuts "
    "as a message shortcut with the callback id {name}.",
}


def _waiting(scope: str, wanted: frozenset[str]) -> str:
    events = [event for event, needed in _SCOPE_OF_EVENT.items() if needed == scope and event in wanted]
    if scope == "commands":
        return ", so its commands and shortcuts do not work"
    return f", so {' and '.join(events)} events do not arrive" if events else ""


def _by_hand(wanted: Mapping[str, Iterable[str]]) -> str:
    lists = "; ".join(f"{kind}s: {', '.join(sorted(names))}" for kind, names in wanted.items())
    return f"there is no {MANIFEST_NAME} beside the settings to compare; the app should have {lists}"
