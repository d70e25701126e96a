"""Whether an answer can be trusted: its markers, its statements, its quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from knowledge.text import analyze, detect_language
from knowledge.types import Answer, NoteRef

_CODE_OR_MARKER = re.compile(
    r"(?P<fence>^[ >]*(?P<bars>`{3,}|~{3,})[^\n]*\n.*?(?:^[ >]*(?P=bars)[`~]*[ \t]*$|\Z))"
    r"|(?<!`)(?P<ticks>`+)(?!`)[^\n]*?(?<!`)(?P=ticks)(?!`)"
    r"|\[(?P<number>[1-9][0-9]{0,3})\]",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A canonical marker `[number]` at `text[start:end]`."""

    number: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Words of an answer and the numbers of the markers that close them; none: nothing backs the words."""

    text: str
    numbers: tuple[int, ...]


def markers(text: str) -> Iterator[Marker]:
    """The canonical markers outside code, in order. `[01]`, `[ 1]` and `[1, 2]` are none."""
    for match in _CODE_OR_MARKER.finditer(text):
        if match["number"]:
            yield Marker(number=int(match["number"]), start=match.start(), end=match.end())


def statements(text: str) -> tuple[Statement, ...]:
    """The answer cut after each run of markers and at blank lines; words without a marker have no numbers."""
    found: list[Statement] = []
    start = 0
    for marker in markers(text):
        words = text[start : marker.start]
        if found and not words.strip() and "\n\n" not in words:
            found[-1] = Statement(text=found[-1].text, numbers=(*found[-1].numbers, marker.number))
        else:
            *unbacked, backed = words.split("\n\n")
            found += [Statement(text=part.strip(), numbers=()) for part in unbacked if part.strip(" .\n")]
            found.append(Statement(text=backed.strip(), numbers=(marker.number,)))
        start = marker.end
    found += [Statement(text=part.strip(), numbers=()) for part in text[start:].split("\n\n") if part.strip(" .\n")]
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The terms of a text and its language ("" where its stop words do not tell), to compare statements with."""

    terms: frozenset[str]
    language: str

    @classmethod
    def of(cls, text: str) -> Wording:
        """Analyse a text once, for many statements."""
        language = detect_language(text)
        return cls(terms=frozenset(analyze(text, language=language)), language=language)


def check_quotes(answer: Answer, texts: Mapping[NoteRef, str]) -> tuple[str, ...]:
    """What is wrong with an answer's sources, one sentence each; empty: all is well.

    `texts` holds whole notes. A quote must stand at its lines, white space apart; every marker must have its
    source and every source its marker.
    """
    numbers = {marker.number for marker in markers(answer.text)}
    cited = {citation.number for citation in answer.citations}
    faults = [f"The marker [{number}] has no source." for number in sorted(numbers - cited)]
    faults += [f"The source [{number}] has no marker." for number in sorted(cited - numbers)]
    for citation in answer.citations:
        first, last = citation.lines
        at_lines = texts.get(citation.ref, "").split("\n")[first - 1 : last]
        if not _holds(at_lines, citation.quote):
            faults.append(f"The quote of {citation.marker} does not stand at its lines.")
    return tuple(faults)


def _holds(lines: Sequence[str], quote: str) -> bool:
    words = quote.split()
    return bool(words) and " ".join(words) in " ".join("\n".join(lines).split())
