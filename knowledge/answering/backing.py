"""Whether an excerpt says what a sentence says: facts are compared one by one, words and vectors by how much.

No model is asked. A changed number, date, name, identifier or negation is told from a paraphrase by comparing the
sentence with the passage that shares most with it; what has other words altogether is left to its vector.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from knowledge.answering.evidence import Excerpt
from knowledge.answering.facts import Facts
from knowledge.answering.passages import Kind, Passage, passages
from knowledge.answering.quantities import Quantities
from knowledge.answering.verify import Wording
from knowledge.reading.plain import plain_text
from knowledge.text import analyze, content_words, detect_language, sentences

# "backed"; "other": a fact differs or nothing is shared; "unsure": too few shared words, vectors may know more
Verdict = Literal["backed", "other", "unsure"]

ENOUGH = 0.5  # this share of a sentence's telling words in one excerpt is no coincidence
ENOUGH_WITH_FACTS = 0.25  # beside a number, a name or an identifier of the excerpt
SAME_CLAIM = 0.5  # this share of them in one passage: the two speak of the same
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_CAPITALS = re.compile(r"(?<!\w)[A-Z]\w+(?: [A-Z]\w+){1,4}")
FEW_WORDS = 2  # "Yes.", "No, never.": said of the sentence before


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A passage with what explains it: headings, lead-in, columns."""

    terms: frozenset[str]  # of its own words
    around: frozenset[str]  # of what explains it
    before: frozenset[str]  # of the sentence before it: "they" is said of that
    text: str  # its own words, plain
    facts: Facts  # of them
    headed: str  # what explains it, folded
    everything: str  # both, folded
    # Terms, and whether they are denied: of each cell of a row, else of all.
    clauses: tuple[tuple[frozenset[str], bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """A sentence in the terms of an excerpt's language."""

    terms: frozenset[str]
    facts: Facts

    def share(self, terms: frozenset[str]) -> float:
        return len(self.terms & terms) / len(self.terms) if self.terms else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Backing:
    """An excerpt taken apart once, for many sentences."""

    wording: Wording
    parts: tuple[_Part, ...]
    facts: Facts  # of all of it, its title and headings too
    quantities: tuple[Quantities, ...]  # of all of it, and of the day it was changed
    folded: str
    initials: frozenset[str]

    @classmethod
    def of(cls, excerpt: Excerpt) -> Backing:
        """Read the excerpt."""
        text = _COMMENT.sub(" ", excerpt.text)  # what readers of the note do not see proves nothing
        whole = "\n".join([excerpt.title, *excerpt.heading_path, excerpt.header, text])
        changed = excerpt.updated.date().isoformat() if excerpt.updated else ""
        facts = Facts.of(plain_text(whole))
        return cls(
            wording=excerpt.wording,
            parts=tuple(_parts(excerpt)),
            facts=facts,
            quantities=(facts.quantities, Quantities.of(f"{whole}\n{changed}")),
            folded=whole.casefold(),
            initials=_initials(whole),
        )

    def judge(self, sentence: str) -> Verdict:
        """Hold one sentence against the excerpt."""
        claim = self._claim(sentence)
        if not claim.terms:
            return "backed"
        if self._lacks_a_fact(claim.facts):
            return "other"
        share = claim.share(self.wording.terms)
        if self._is_foreign(sentence, share):
            return "backed"
        if self._says_otherwise(claim):
            return "other"
        facts = claim.facts
        matched = bool(facts.quantities.says_anything or facts.names or facts.identifiers)
        if share >= ENOUGH or (matched and share >= ENOUGH_WITH_FACTS):
            return "backed"
        return "unsure"

    def shares_words(self, sentence: str) -> bool:
        """Whether more than one telling word of the sentence is in the excerpt: one may be chance."""
        return len(self._claim(sentence).terms & self.wording.terms) > 1

    @property
    def texts(self) -> tuple[str, ...]:
        """Its passages in plain words."""
        return tuple(part.text for part in self.parts)

    def says(self, quantity: Quantities) -> bool:
        """Whether the excerpt has what is counted or dated."""
        return not all(quantity.missing_from(one) for one in self.quantities)

    def _claim(self, sentence: str) -> _Claim:
        language = self.wording.language or "english"
        words = content_words(sentence).values()
        terms = frozenset(
            term for word in words for term in analyze(word, language=language) if not term[:1].isdecimal()
        )  # numbers are compared as such
        return _Claim(terms=terms, facts=Facts.of(sentence))

    def _lacks_a_fact(self, facts: Facts) -> bool:
        """Whether a number, date, name or identifier of the sentence stands nowhere in the excerpt."""
        named = all(_stands(name, self.folded) or name in self.initials for name in facts.names)
        said = self.says(facts.quantities) and named
        return not said or not all(identifier in self.folded for identifier in facts.identifiers)

    def _is_foreign(self, sentence: str, share: float) -> bool:
        """A sentence in another language has other words for the same: only its facts can be held against it."""
        language = detect_language(sentence)
        other = language != self.wording.language and (bool(language) or not sentence.isascii())
        return other and share < ENOUGH_WITH_FACTS

    def _says_otherwise(self, claim: _Claim) -> bool:
        """Whether the passages that speak of the same put another fact, name or "not" beside it."""
        if not self.parts:
            return False
        best = max(self.parts, key=lambda part: (claim.share(part.terms), claim.share(part.around)))
        counted = claim.facts.quantities
        same = [part for part in self.parts if not counted.missing_from(part.facts.quantities)]
        if (counted.amounts or counted.days) and same:
            near = [part for part in same if self._agrees(claim, part)]
            closest = max((claim.share(part.terms | part.before) for part in near), default=0.0)
            return not near or (closest < claim.share(best.terms) and counted.rivals(best.facts.quantities))
        return claim.share(best.terms) >= SAME_CLAIM and not self._agrees(claim, best)

    def _agrees(self, claim: _Claim, part: _Part) -> bool:
        """Whether a passage with the claim's numbers can be what it is about."""
        identified = all(each in part.everything for each in claim.facts.identifiers)
        denial = claim.share(part.terms) >= SAME_CLAIM and _denial_differs(claim, part)
        related = claim.share(part.terms | part.around) > 0
        return identified and related and not denial and not self._names_differ(claim.facts, part)

    def _names_differ(self, claim: Facts, part: _Part) -> bool:
        """Whether both name somebody, and not the same; who only begins a sentence is a name where others use it."""
        said = claim.names | (claim.openers & self.facts.names)
        named = part.facts.names | (part.facts.openers & self.facts.names)
        known = named | part.facts.openers
        return (
            bool(said and named)
            and said.isdisjoint(known | self.initials)
            and not any(name in part.headed for name in said)
        )


def last_sentence(statement: str) -> str:
    """The sentence that a marker closes, with the one before it where it is too short to say anything."""
    spans = sentences(statement)
    if not spans:
        return statement
    start, end = spans[-1]
    if len(spans) > 1 and len(content_words(statement[start:end])) < FEW_WORDS:
        start = spans[-2][0]
    return statement[start:end]


def _parts(excerpt: Excerpt) -> Iterator[_Part]:
    before, block = frozenset[str](), -1
    for passage in passages(excerpt):
        if passage.kind is not Kind.LIST:
            part = _part(passage, before if passage.block == block else frozenset())
            before, block = part.terms, passage.block
            yield part


def _part(passage: Passage, before: frozenset[str]) -> _Part:
    language = passage.excerpt.wording.language or "english"
    around = "\n".join([passage.excerpt.title, *passage.headings, *passage.columns, passage.lead_text])
    own = plain_text(passage.text)
    terms, facts = frozenset(analyze(own, language=language)), Facts.of(own)
    return _Part(
        terms=terms,
        around=frozenset(analyze(around, language=language)),
        before=before,
        text=own,
        facts=facts,
        headed=around.casefold(),
        everything=f"{around}\n{passage.text}".casefold(),
        clauses=tuple(_cells(passage, language)) if passage.kind is Kind.ROW else ((terms, facts.denies),),
    )


def _stands(name: str, folded: str) -> bool:
    return name in folded or (name.endswith("s") and name[:-1] in folded)


def _initials(text: str) -> frozenset[str]:
    """Of each run of capital words, folded: `European Union` may be called EU."""
    return frozenset("".join(word[0] for word in run.split()).casefold() for run in _CAPITALS.findall(text))


def _denial_differs(claim: _Claim, part: _Part) -> bool:
    if claim.facts.limited or part.facts.limited:
        return False
    return claim.facts.denies != any(denies for terms, denies in part.clauses if terms & claim.terms)


def _cells(row: Passage, language: str) -> Iterator[tuple[frozenset[str], bool]]:
    """The terms of each cell, and whether it denies."""
    for cell in map(plain_text, row.cells):
        yield frozenset(analyze(cell, language=language)), Facts.of(cell).denies
