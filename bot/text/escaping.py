"""Other people's text, made safe to show: nothing in it can ping, link or turn the reading order around."""

from __future__ import annotations

import re
from urllib.parse import quote

LINK_LIMIT = 1_500  # characters; a longer address is left out rather than the message refused

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
# Controls, marks that override the writing direction, and halves of surrogate pairs, which are no text at all.
_HIDDEN = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_FENCE = re.compile(r"(?m)^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$")  # with the name of its language
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_LINKED = re.compile(r"(?:https?://|mailto:)\S", re.IGNORECASE)


def clean(text: str) -> str:
    """The text with LF line ends and without characters that only deceive or break a payload."""
    return _HIDDEN.sub("", _LINE_ENDS.sub("\n", text))


def size(text: str) -> int:
    """Length in UTF-16 units, never below the number of characters: the stricter way to count towards a limit."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def escape(text: str) -> str:
    """The text for mrkdwn, with Slack's three live characters made plain. Never escape twice."""
    return "".join(_ENTITIES.get(character, character) for character in clean(text))


def plain(text: str, limit: int) -> str:
    """One line, escaped, cut with `…` where it would take more than `limit` UTF-16 units as escaped."""
    line = " ".join(_FENCE.sub("", clean(text)).replace("```", "`").split())
    whole = escape(line)
    if size(whole) <= limit:
        return whole
    kept: list[str] = []
    room = limit - 1
    for character in line:
        shown = escape(character)
        room -= size(shown)
        if room < 0:
            break
        kept.append(shown)
    return "".join(kept).rstrip() + "…"


def link(url: str | None, label: str) -> str:
    """`label`, already escaped, as a mrkdwn link; the label alone where there is no address that Slack could open."""
    target = address(url or "")
    return f"<{target}|{label.replace('|', '｜') or target}>" if target else label


def address(url: str) -> str:
    """A web or mail address as it may stand inside `<...>`; empty for anything else, and for endless ones."""
    target = escape(quote(_HIDDEN.sub("", url.strip()), safe="!#$%&'()*+,/:;=?@[]~"))
    return target if _LINKED.match(target) and len(target) <= LINK_LIMIT else ""
