"""An answer without a model: the best one to four passages of the notes, quoted exactly, each with its marker."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from knowledge.answering.display import as_code, readable, readable_list, readable_row
from knowledge.answering.evidence import Excerpt, Link
from knowledge.answering.passages import MAX_BLOCK_CHARS, Kind, Passage, passages
from knowledge.answering.ranking import Scored
from knowledge.types import Citation

MAX_PASSAGES = 4
MAX_WEAK_PASSAGES = 2  # of an answer that may be none
MARGIN = 0.2  # how far behind the best one a further passage may be
MAX_REST_CHARS = 300  # with so much of what its paragraph says after it a sentence is quoted: when, and what else
_REFERS_BACK = re.compile(
    r"(?:it|its|they|their|this|these|that|those|he|she|his|her|such|both|also|however|therefore|so|otherwise"
    r"|er|sie|es|dies\w*|das|dabei|dafür|damit|dort|auch|sonst|(?:\w+\s+){1,4}(?:them|they))\b",
    re.IGNORECASE,
)
_JOINED = frozenset({Kind.SENTENCE, Kind.ITEM})


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """One citation's passages, in the order of the note; `start` and `end` span them, with their lead-in."""

    passages: tuple[Passage, ...]

    @property
    def excerpt(self) -> Excerpt:
        """Where they stand."""
        return self.passages[0].excerpt

    @property
    def lead(self) -> str:
        """The lead-in, where it and the passages are near enough to be quoted as one."""
        first = self.passages[0]
        near = first.lead and self.passages[-1].end - first.lead[0] <= MAX_BLOCK_CHARS
        return first.lead_text if near else ""

    @property
    def span(self) -> tuple[int, int]:
        """Offsets in the excerpt's text."""
        first = self.passages[0]
        return (first.lead[0] if first.lead and self.lead else first.start), self.passages[-1].end


def choose(scored: Sequence[Scored], most: int) -> list[Passage]:
    """The best passages, best first: close behind the first one, and none that says what is already said."""
    chosen: list[Scored] = []
    for each in scored:
        if len(chosen) == most or each.score < scored[0].score - MARGIN:
            break
        whole = replace(each, passage=each.passage.whole)
        if not any(_repeats(whole, other) for other in chosen):
            chosen.append(whole)
    return [each.passage for each in chosen]


def compose(chosen: Sequence[Passage], link: Link) -> tuple[str, tuple[Citation, ...]]:
    """Markdown and its sources. Passages of one paragraph, list or table stand together, in their own order."""
    quotes = _quotes(chosen)
    text = "\n\n".join(_shown(quote, f"[{number}]") for number, quote in enumerate(quotes, start=1))
    citations = (
        quote.excerpt.cite(number, quote.span, quote.passages[0].heading, link)
        for number, quote in enumerate(quotes, start=1)
    )
    return text, tuple(citations)


def _repeats(new: Scored, old: Scored) -> bool:
    """Whether it overlaps the other, or adds no term to it (a different number is a new term)."""
    a, b = new.passage, old.passage
    same_place = a.excerpt.number == b.excerpt.number and a.start < b.end and b.start < a.end
    return same_place or new.terms <= old.terms


def _quotes(chosen: Sequence[Passage]) -> list[Quote]:
    groups: dict[tuple[int, int, Kind], list[Passage]] = {}
    for passage in chosen:
        groups.setdefault((passage.excerpt.number, passage.block, passage.kind), []).append(passage)
    said: set[str] = set()
    return [_shortened(quote, said) for group in groups.values() for quote in _joined(group)]


def _shortened(quote: Quote, said: set[str]) -> Quote:
    """The quote without last sentences that an earlier one said word for word; `said` learns its own."""
    kept = quote.passages
    while len(kept) > 1 and kept[-1].text in said:
        kept = kept[:-1]
    said.update(passage.text for passage in kept)
    return Quote(passages=kept)


def _joined(group: Sequence[Passage]) -> Iterator[Quote]:
    """One quote of all where they are near each other, with what stands between them; else one of each.

    Rows of a table have little to do with the rows between them, so only neighbours share a quote.
    """
    ordered = sorted(group, key=lambda passage: passage.start)
    first, last = ordered[0], ordered[-1]
    if first.kind is Kind.ROW:
        yield from _neighbours(ordered)
    elif first.kind is Kind.SENTENCE and (rest := _rest(first)) and rest[-1].end >= last.end:
        yield Quote(passages=rest)
    elif len(ordered) == 1 or first.kind not in _JOINED or last.end - first.start > MAX_BLOCK_CHARS:
        yield from (Quote(passages=(passage,)) for passage in group)
    elif first.kind is Kind.ITEM:
        line_start = first.excerpt.text.rfind("\n", 0, first.start) + 1
        yield Quote(passages=(replace(first, kind=Kind.LIST, start=line_start, end=last.end),))
    else:
        between = (one for one in passages(first.excerpt) if first.start <= one.start and one.end <= last.end)
        yield Quote(passages=tuple(one for one in between if one.kind is Kind.SENTENCE))


def _neighbours(rows: Sequence[Passage]) -> Iterator[Quote]:
    """The rows in the table's order, those without another between them together."""
    text, run = rows[0].excerpt.text, [rows[0]]
    for row in rows[1:]:
        if text[run[-1].end : row.start].strip():
            yield Quote(passages=tuple(run))
            run = []
        run.append(row)
    yield Quote(passages=tuple(run))


def _rest(passage: Passage) -> tuple[Passage, ...]:
    """The sentence and what its paragraph says after it, as far as that is short.

    One that refers back brings the sentence before it; a lead-in to what follows the paragraph is left out.
    """
    same = [one for one in passages(passage.excerpt) if one.kind is Kind.SENTENCE and one.block == passage.block]
    place = next(place for place, one in enumerate(same) if one.start == passage.start)
    if place and _REFERS_BACK.match(passage.text):
        place -= 1
    rest = same[place:-1] if same[-1].leads and same[-1].start > passage.start else same[place:]
    return tuple(one for one in rest if one.end - rest[0].start <= MAX_REST_CHARS)


def _shown(quote: Quote, marker: str) -> str:
    first, lead = quote.passages[0], readable(quote.lead)
    if first.kind is Kind.SENTENCE:
        return " ".join(f"{readable(passage.text)} {marker}" for passage in quote.passages)
    if first.kind is Kind.CODE:
        return _code(as_code(first.text), lead, marker)
    if first.kind is Kind.LIST:
        return "\n\n".join(part for part in (lead, f"{readable_list(first)} {marker}") if part)
    if len(quote.passages) > 1:
        rows = "\n".join(f"- {readable_row(row)} {marker}" for row in quote.passages)
        return f"{lead}\n\n{rows}".strip()
    words = readable_row(first) if first.kind is Kind.ROW else readable(first.text)
    return f"{lead} {words} {marker}".strip()


def _code(code: str, lead: str, marker: str) -> str:
    """A block's marker cannot stand in its last line, which is a fence."""
    if "\n" in code:
        return f"{lead} {marker}\n\n{code}" if lead else f"{code}\n\n{marker}"
    return f"{lead} {code} {marker}".strip()
