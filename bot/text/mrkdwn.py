"""Markdown to Slack's mrkdwn, for the places that take no Markdown.

Only `&`, `<` and `>` are escaped, each once, in code too; the only live `<...>` that comes out is a link to a web
or mail address.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise, zip_longest

from markdown_it.tree import SyntaxTreeNode

from bot.text.escaping import clean, escape, link
from bot.text.parsing import is_break, parse, words

_BULLETS = "•◦▪"
_INDENT = "    "
_COLUMN_WIDTH = 40  # a longer cell sticks out, so that one cannot blow up every row
_STYLES = {"strong": "*", "em": "_", "s": "~"}
_JOINT = "\u200b"  # Slack styles whole words only; this makes a word's part one


def mrkdwn(markdown: str) -> str:
    """The same text for a `mrkdwn` object: headings are bold, tables aligned code, images their description."""
    return _blocks(parse(clean(markdown)).children, depth=0)


def aligned(table: SyntaxTreeNode) -> str:
    """A table as lines of text with straight columns, for a monospaced font."""
    rows = [
        [" ".join(words(cell).split()) for cell in row.children] for part in table.children for row in part.children
    ]
    widths = [min(_COLUMN_WIDTH, max(_width(cell) for cell in column)) for column in zip_longest(*rows, fillvalue="")]
    lines = [
        "  ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in rows
    ]
    rule = "  ".join("-" * width for width in widths)
    return "\n".join([lines[0], rule, *lines[1:]])


def _blocks(nodes: Sequence[SyntaxTreeNode], *, depth: int, tight: bool = False) -> str:
    rendered = (_block(node, depth) for node in nodes)
    return ("\n" if tight else "\n\n").join(text for text in rendered if text)


def _block(node: SyntaxTreeNode, depth: int) -> str:
    if render := _BLOCKS.get(node.type):
        return render(node, depth)
    return _inline(node.children)


def _heading(node: SyntaxTreeNode, _: int) -> str:
    heading = _inline(node.children, styles={"strong"})
    return f"*{heading}*" if heading else ""


def _quote(node: SyntaxTreeNode, depth: int) -> str:
    return "\n".join(f"> {line}" for line in _blocks(node.children, depth=depth).split("\n"))


def _list(node: SyntaxTreeNode, depth: int) -> str:
    first = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else 0
    items = []
    for number, item in enumerate(node.children, start=first):
        mark = f"{number}." if node.type == "ordered_list" else _BULLETS[min(depth, len(_BULLETS) - 1)]
        body = _blocks(item.children, depth=depth + 1, tight=True)
        items.append(f"{mark} " + body.replace("\n", f"\n{_INDENT}"))
    return "\n".join(items)


def _code(content: str) -> str:
    # Nothing else ends a code block in Slack, and nothing can quote this.
    return f"```\n{escape(content.replace('```', f'``{_JOINT}`'))}\n```"


def _inline(nodes: Sequence[SyntaxTreeNode], *, styles: AbstractSet[str] = frozenset()) -> str:
    """`styles`: those that are open already; Slack knows no style inside itself."""
    pieces = [(node.type, _span(node, styles)) for node in nodes]
    return "".join(text for _, text in _jointed([piece for piece in pieces if piece[1]])).strip("\n")


def _span(node: SyntaxTreeNode, styles: AbstractSet[str]) -> str:
    mark = _STYLES.get(node.type, "")
    if mark:
        inner = _inline(node.children, styles={*styles, node.type})
        return inner if node.type in styles or not inner else f"{mark}{inner}{mark}"
    if render := _SPANS.get(node.type):
        return render(node)
    return _inline(node.children, styles=styles)


def _jointed(pieces: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pieces, with a joint where a style touches a word."""
    jointed = list(pieces[:1])
    for (left_kind, left), (right_kind, right) in pairwise(pieces):
        styled = left_kind in _STYLES or right_kind in _STYLES
        touching = (left_kind in _STYLES and right[0].isalnum()) or (right_kind in _STYLES and left[-1].isalnum())
        jointed += [("text", _JOINT)] if styled and touching else []
        jointed.append((right_kind, right))
    return jointed


def _link(node: SyntaxTreeNode) -> str:
    label = escape(" ".join(words(node).split()))
    return link(str(node.attrs.get("href", "")), label)


def _inline_code(node: SyntaxTreeNode) -> str:
    content = node.content.replace("`", "ˋ").strip()
    return f"`{escape(content)}`" if content else ""


_BLOCKS: Mapping[str, Callable[[SyntaxTreeNode, int], str]] = {
    "heading": _heading,
    "blockquote": _quote,
    "bullet_list": _list,
    "ordered_list": _list,
    "fence": lambda node, _: _code(node.content.rstrip("\n")),
    "code_block": lambda node, _: _code(node.content.rstrip("\n")),
    "table": lambda node, _: _code(aligned(node)),
    "hr": lambda *_: "———",
    "html_block": lambda node, _: escape(node.content.strip()),
}
_SPANS: Mapping[str, Callable[[SyntaxTreeNode], str]] = {
    "text": lambda node: escape(node.content),
    "code_inline": _inline_code,
    "link": _link,
    "image": lambda node: escape(node.content),
    "html_inline": lambda node: "\n" if is_break(node) else escape(node.content),
    "softbreak": lambda _: "\n",
    "hardbreak": lambda _: "\n",
}


def _width(text: str) -> int:
    """Columns in a monospaced font: wide characters take two, combining ones none."""
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
