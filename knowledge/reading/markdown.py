"""Markdown to blocks with line ranges and heading paths: every visible line stands in exactly one block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from knowledge.reading.lines import Lines
from knowledge.reading.plain import COMMENT, plain_text
from knowledge.types import Block, BlockKind

MAX_TITLE_CHARS = 200

_KINDS = {
    "paragraph_open": BlockKind.PARAGRAPH,
    "heading_open": BlockKind.HEADING,
    "blockquote_open": BlockKind.QUOTE,
    "fence": BlockKind.CODE,
    "code_block": BlockKind.CODE,
    "table_open": BlockKind.TABLE,
    "html_block": BlockKind.HTML,
}
_OPEN_COMMENT = re.compile(r"<!--|-->")
_RULE = re.compile(r"(?:[-_*][ \t]*+){3,}")
_MDX_LINE = re.compile(r"(?:import|export)\b|</?[A-Z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Span:
    """Lines [first, last) of the source, 0-based, and what they are."""

    kind: BlockKind
    first: int
    last: int
    level: int = 0  # of a heading, from 1
    title: str = ""  # of a heading


def markdown_blocks(text: str, *, start: int = 0, is_mdx: bool = False) -> tuple[Block, ...]:
    """The blocks of a note from offset `start` on, in order, without blank lines, rules and comments.

    Only block structure is parsed: a heading in a fence, a list or a quotation starts no section. Tokens nested
    deeper than the parser goes, link definitions and all else that it leaves out are paragraphs.
    """
    lines = Lines.of(text)
    offset = text.count("\n", 0, start)
    tokens = _parser().parse(_with_open_comments_defused(text[start:]))
    spans = list(_with_gaps(_spans(tokens, offset, is_mdx=is_mdx), offset, lines))
    return tuple(_blocks(spans, lines))


@cache
def _parser() -> MarkdownIt:
    """Building one costs as much as reading a note; parsing changes nothing in it."""
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


def _with_open_comments_defused(text: str) -> str:
    """The same text for the parser's eyes, in which a comment that is never closed hides nothing."""
    if "<!--" not in text:
        return text
    pieces, position, opened = [], 0, -1
    for mark in [*_OPEN_COMMENT.finditer(text), None]:
        if opened >= 0 and (mark is None or mark[0] == "<!--"):
            pieces += [text[position:opened], "(!--"]
            position = opened + len("<!--")
        opened = mark.start() if mark is not None and mark[0] == "<!--" else -1
    return "".join([*pieces, text[position:]])


def _spans(tokens: Sequence[Token], offset: int, *, is_mdx: bool) -> Iterator[_Span]:
    """What the parser found at the top level, lists item by item; `offset` lines stand above its first."""
    for index, token in enumerate(tokens):
        if token.map is None or token.nesting < 0:
            continue
        first, last = token.map[0] + offset, token.map[1] + offset
        if token.type == "list_item_open" and token.level == 1:
            yield _Span(kind=BlockKind.LIST_ITEM, first=first, last=last)
        elif token.level == 0 and token.type == "heading_open":
            title = _title(tokens[index + 1].content)
            yield _Span(kind=BlockKind.HEADING, first=first, last=last, level=int(token.tag[1]), title=title)
        elif token.level == 0 and token.type in _KINDS:
            is_html = is_mdx and token.type == "paragraph_open" and _MDX_LINE.match(tokens[index + 1].content)
            yield _Span(kind=BlockKind.HTML if is_html else _KINDS[token.type], first=first, last=last)


def _title(source: str) -> str:
    """The words of a heading; none where it is no title but a paragraph that somebody put a rule under."""
    is_paragraph = "\n" in source or len(source) > 2 * MAX_TITLE_CHARS
    title = "" if is_paragraph else plain_text(source)
    return title if len(title) <= MAX_TITLE_CHARS else ""


def _with_gaps(spans: Iterable[_Span], offset: int, lines: Lines) -> Iterator[_Span]:
    """The spans, and as paragraphs the lines between them that hold something."""
    position = offset
    for span in spans:
        yield from _gap(position, span.first, lines)
        yield span
        position = max(position, span.last)
    yield from _gap(position, lines.count, lines)


def _gap(first: int, last: int, lines: Lines) -> Iterator[_Span]:
    started = None
    for number in range(first, last + 1):
        line = lines.text_of(number).strip() if number < last else ""
        if line and not _RULE.fullmatch(line):
            started = number if started is None else started
        elif started is not None:
            yield _Span(kind=BlockKind.PARAGRAPH, first=started, last=number)
            started = None


def _blocks(spans: Sequence[_Span], lines: Lines) -> Iterator[Block]:
    """Spans to blocks, each with the headings that it stands under."""
    path: list[tuple[int, str]] = []
    for span in spans:
        kind = span.kind
        if kind is BlockKind.HEADING:
            if span.title:
                path = [(level, title) for level, title in path if level < span.level] + [(span.level, span.title)]
            else:
                kind = BlockKind.PARAGRAPH
        block = lines.block(kind, span.first, span.last, tuple(title for _, title in path))
        if block is not None and not _is_comment(block, lines.source):
            yield block


def _is_comment(block: Block, source: str) -> bool:
    if block.kind is not BlockKind.HTML or not source.startswith("<!--", block.start):
        return False
    return not COMMENT.sub("", source[block.start : block.end]).strip()
