"""People's words out of Slack's markup."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

from bot.text import clean

# What Slack writes in place of people, channels, groups and links: sign, target, label.
REFERENCE = re.compile(r"<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>")
_MANY = frozenset({"subteam", "here", "channel", "everyone"})


def mentions(text: str, user: str) -> bool:
    """Whether the text mentions that user."""
    return f"<@{user}>" in text or f"<@{user}|" in text


def words(text: str, *, without: str = "") -> str:
    """What the person typed: references become names, escapes are undone, mentions of `without` are left out.

    Empty where nothing of it can be seen. The result is plain text and must be escaped again before it goes to Slack.
    """
    typed = html.unescape(REFERENCE.sub(lambda match: _name(match, without), text))
    plain = " ".join(clean(typed).split(" ")).strip()
    return plain if any(map(_visible, plain)) else ""


def addresses_other(text: str, user: str) -> bool:
    """Whether the text mentions somebody else anywhere, or begins with a group or with everybody."""
    first = REFERENCE.match(text.lstrip())
    called = first is not None and first[1] == "!" and first[2].partition("^")[0] in _MANY
    return called or any(match[1] == "@" and match[2] != user for match in REFERENCE.finditer(text))


def from_outside(body: Mapping[str, Any], team: str) -> bool:
    """Whether the person who acts belongs to another workspace than that."""
    return str((body.get("user") or {}).get("team_id") or team) != team


def _visible(character: str) -> bool:
    return character.isprintable() and not character.isspace()


def _name(match: re.Match[str], without: str) -> str:
    sign, target, label = match[1], match[2], match[3] or ""
    if sign == "@":
        return "" if target == without else f"@{label or target}"
    if sign == "#":
        return f"#{label or target}"
    if sign == "!":
        return label or f"@{target.partition('^')[0]}"
    return label or target
