"""What can be quoted of an excerpt: sentences, list items, table rows, commands, short lists whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from markdown_it import MarkdownIt
from markdown_it.token import Token

from knowledge.answering.evidence import Excerpt
from knowledge.reading.plain import plain_text
from knowledge.text import sentences

MAX_BLOCK_CHARS = 700  # a longer list or code block is quoted in parts only

_PARSER = MarkdownIt("commonmark").enable("table").disable("code")  # an excerpt may begin inside an indented list
_QUOTE_MARKS = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_ITEM_MARK = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?")
_BAR = re.compile(r"(?<!\\)\|")
_DEFINITION = re.compile(r"\[[^\[\]\n]+\]:")
_LEAD_END = re.compile(r"[:：][*_]*$")


class Kind(StrEnum):
    """How a passage is shown."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    LIST = "list"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """`excerpt.text[start:end]`, and the lead-in sentence (`text[lead_start:lead_end]`) that it completes, if any."""

    excerpt: Excerpt
    kind: Kind
    start: int
    end: int
    headings: tuple[str, ...] = ()  # plain, outermost first: the excerpt's and those in its text above the passage
    lead: tuple[int, int] | None = None
    columns: tuple[str, ...] = ()  # a row's header cells, as written
    steps: tuple[int, int] | None = None  # the short numbered list that the item is a step of
    block: int = 0  # passages of one paragraph, list or table share it

    @property
    def text(self) -> str:
        """The note's own words."""
        return self.excerpt.text[self.start : self.end]

    @property
    def heading(self) -> str:
        """The nearest heading, or the note's title above the first one."""
        return self.headings[-1] if self.headings else self.excerpt.title

    @property
    def lead_text(self) -> str:
        """The lead-in's own words, or nothing."""
        return self.excerpt.text[slice(*self.lead)] if self.lead else ""

    @property
    def leads(self) -> bool:
        """Whether it only announces what follows it."""
        return _LEAD_END.search(self.text) is not None

    @property
    def whole(self) -> Passage:
        """What to quote: a step is nothing without the others."""
        if self.steps is None:
            return self
        return replace(self, kind=Kind.LIST, start=self.steps[0], end=self.steps[1], steps=None)

    @property
    def cells(self) -> tuple[str, ...]:
        """A row's cells, as written."""
        return split_row(self.text)


def split_row(line: str) -> tuple[str, ...]:
    """The cells of a table's line; an escaped bar is text."""
    return tuple(cell.strip() for cell in _BAR.split(line.strip().removeprefix("|").removesuffix("|")))


def passages(excerpt: Excerpt) -> tuple[Passage, ...]:
    """Everything quotable, in the order of the text. Headings and table headers explain, they are not quoted."""
    return tuple(_Walk(excerpt).passages())


class _Walk:
    """One pass over the block tokens of an excerpt."""

    def __init__(self, excerpt: Excerpt) -> None:
        self._excerpt = excerpt
        header = f"{excerpt.header}\n" if excerpt.header else ""
        self._skipped = header.count("\n")
        self._tokens = _PARSER.parse(header + excerpt.text)
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", excerpt.text))]
        self._lead: tuple[int, int] | None = None
        self._lists: list[tuple[int, int] | None] = []  # the lead-in of each open list, outermost first
        self._steps: tuple[int, int] | None = None
        self._headings: list[tuple[int, str]] = []  # level and text of those above, in the excerpt
        self._columns: tuple[str, ...] = ()
        self._block = 0

    def passages(self) -> Iterator[Passage]:
        for position, token in enumerate(self._tokens):
            if token.type in {"bullet_list_open", "ordered_list_open"}:
                yield from self._open_list(token)
            elif token.type in {"bullet_list_close", "ordered_list_close"}:
                self._lists.pop()
                self._lead = None
            elif token.type == "heading_open":
                self._enter(int(token.tag[1:]), plain_text(self._tokens[position + 1].content))
            elif token.type == "tr_open" and self._tokens[position + 1].type == "th_open":
                self._columns = self._header_cells(position)
            elif (
                token.map and _is_shown(token) and token.type in {"paragraph_open", "html_block", "fence", "tr_open"}
            ):
                yield from self._leaf(token)

    def _span(self, token: Token) -> tuple[int, int]:
        """Offsets of the token's lines, without the white space around them; empty where it lies in the header."""
        first, last = (max(line - self._skipped, 0) for line in token.map or (0, 0))
        text, starts = self._excerpt.text, self._line_starts
        start = starts[first] if first < len(starts) else len(text)
        end = starts[last] if last < len(starts) else len(text)
        return _trim(text, start, end)

    def _passage(self, kind: Kind, span: tuple[int, int], lead: tuple[int, int] | None = None) -> Passage:
        return Passage(
            excerpt=self._excerpt,
            kind=kind,
            start=span[0],
            end=span[1],
            headings=(*self._excerpt.heading_path, *(text for _, text in self._headings)),
            lead=lead,
            columns=self._columns if kind is Kind.ROW else (),
            steps=self._steps if kind is Kind.ITEM else None,
            block=self._block,
        )

    def _enter(self, level: int, heading: str) -> None:
        self._lead = None
        self._headings = [*((above, text) for above, text in self._headings if above < level), (level, heading)]

    def _header_cells(self, position: int) -> tuple[str, ...]:
        cells = []
        for token, inline in zip(self._tokens[position + 1 :], self._tokens[position + 2 :], strict=False):
            if token.type == "tr_close":
                break
            if token.type == "th_open":
                cells.append(inline.content)
        self._block += 1
        return tuple(cells)

    def _open_list(self, token: Token) -> Iterator[Passage]:
        """The whole list is a passage too where it is short."""
        lead, self._lead = self._lead, None
        self._lists.append(lead)
        self._block += 1
        span = self._span(token)
        if len(self._lists) > 1:
            return
        short = 0 < span[1] - span[0] <= MAX_BLOCK_CHARS and "```" not in self._excerpt.text[slice(*span)]
        self._steps = span if short and token.type.startswith("ordered") else None
        if short:
            yield self._passage(Kind.LIST, span, lead)

    def _leaf(self, token: Token) -> Iterator[Passage]:
        start, end = self._span(token)
        if start == end:
            return
        if token.type == "tr_open":
            yield self._passage(Kind.ROW, (start, end), self._lead)
        elif token.type == "fence":
            yield from self._code(start, end)
        else:
            yield from self._prose(start, end)

    def _code(self, start: int, end: int) -> Iterator[Passage]:
        """A code block without its fences: whole where it is short, else line by line."""
        text = self._excerpt.text
        inner_start = text.find("\n", start, end) + 1
        inner_end = text.rfind("\n", inner_start, end) if text[start:end].count("\n") > 1 else inner_start
        span = _trim(text, inner_start, inner_end) if inner_start else (end, end)
        self._block += 1
        if 0 < span[1] - span[0] <= MAX_BLOCK_CHARS:
            yield self._passage(Kind.CODE, span, self._lead)
        elif span[1] > span[0]:
            for line in re.finditer(r"[^\n]*\S", text[span[0] : span[1]]):
                yield self._passage(Kind.CODE, _trim(text, span[0] + line.start(), span[0] + line.end()))
        self._lead = None

    def _prose(self, start: int, end: int) -> Iterator[Passage]:
        """The sentences of a paragraph; a last one that ends in a colon leads in what follows."""
        text = self._excerpt.text
        masked = _QUOTE_MARKS.sub(lambda marks: " " * len(marks[0]), text[start:end])
        mark = _ITEM_MARK.match(masked) if self._lists else None
        masked = " " * mark.end() + masked[mark.end() :] if mark else masked
        spans = [(start + first, start + last) for first, last in sentences(masked)]
        lead = next((lead for lead in reversed(self._lists) if lead), None)  # the nearest says most
        self._lead = None
        if not self._lists:
            self._block += 1
        for span in spans:
            if _DEFINITION.match(text, span[0]):
                continue
            if span == spans[-1] and _LEAD_END.search(text[slice(*span)]):
                self._lead = span
            kind = Kind.ITEM if self._lists else Kind.SENTENCE
            yield self._passage(kind, span, lead if span == spans[0] else None)


def _is_shown(token: Token) -> bool:
    """A comment is not for the readers of a note."""
    return not (token.type == "html_block" and token.content.lstrip().startswith("<!--"))


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
