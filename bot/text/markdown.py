"""Markdown for Slack's `markdown` block, and the first words of it for a notification.

Slack parses its own `<...>` tokens inside that block too. An entity is shown as its character and not parsed again,
so an escaped `<` is all it takes. In code only a `<` that could begin a mention is escaped: the rest of a program
stays as it was typed.
"""

from __future__ import annotations

import re

from bot.text.escaping import clean, plain
from bot.text.fences import open_after
from bot.text.parsing import parse, words

_CODE_SPAN = re.compile(r"((?<!`)(`+)(?!`).*?(?<!`)\2(?!`))")
_INVISIBLE = "[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]"
# Whatever follows the sign: a token may go on in a later piece of a text that is written piece by piece.
_MENTION = re.compile(f"<(?={_INVISIBLE}*[@#!])")
_AUTOLINK = re.compile(r"<(https?://[^\s<>|]+|mailto:[^\s<>|]+)>", re.IGNORECASE)
_UNFINISHED = re.compile(r"<(?:[^\s<>|]*|br\s*/?)$", re.IGNORECASE)  # may become a link or a line break
_UNFINISHED_IN_CODE = re.compile(f"<{_INVISIBLE}*$")
_SAYS = {"inline", "fence", "code_block", "html_block"}  # the innermost blocks
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def inert(markdown: str) -> str:
    """The same Markdown, in which nothing is live but its links."""
    lines = []
    opener = ""
    for line in clean(markdown).split("\n"):
        lines.append(inert_line(line, opener))
        opener = open_after(line, opener)
    return "\n".join(lines)


def headline(markdown: str, limit: int = 300) -> str:
    """The first line that says something, without markup, escaped: what a notification shows."""
    for node in parse(clean(markdown)).walk():
        said = words(node).strip().partition("\n")[0] if node.type in _SAYS else ""
        if said:
            return plain(said, limit)
    return ""


def inert_line(line: str, opener: str) -> str:
    """One cleaned line; `opener` is the line that opened the code block around it, empty outside."""
    if opener:
        return _MENTION.sub("&lt;", line)
    parts = _CODE_SPAN.split(line)
    # The pattern has two groups, so the pieces come in threes: text, code, its backticks.
    texts = [_AUTOLINK.sub(r"\1", _BREAK.sub(" ", part)).replace("<", "&lt;") for part in parts[0::3]]
    codes = [_MENTION.sub("&lt;", part) for part in parts[1::3]]
    return "".join(text + code for text, code in zip(texts, [*codes, ""], strict=True))


def certain(line: str, opener: str) -> int:
    """How many characters of an unfinished line `inert_line` shows the same, whatever follows them."""
    if opener:
        unfinished = _UNFINISHED_IN_CODE.search(line)
        return unfinished.start() if unfinished else len(line)
    sure = 0
    for span in _CODE_SPAN.finditer(line):
        # A tick before it may find its partner later; ticks at the end may become more.
        if "`" in line[sure : span.start()] or span.end() == len(line):
            break
        sure = span.end()
    rest = line[sure:]
    tick, unfinished = rest.find("`"), _UNFINISHED.search(rest)
    return sure + min(tick if tick >= 0 else len(rest), unfinished.start() if unfinished else len(rest))
