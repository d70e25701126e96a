"""What each list counts in the fusion, and how deep it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from knowledge.retrieval.fusion import RRF_CONSTANT

# The lists of a search by name, as `--debug` shows them.
DENSE = "dense"
LEXICAL = "lexical"
NOTES = "notes"  # in which whole notes are ranked
REWRITE = "rewrite"  # the nearest chunks of the question in other words
KEYWORDS = "keywords"  # chunks that hold words which a plan expects in the notes
PART = "part"  # with its number, and by what: "part 1, dense"

HARDLY = 0.1  # below it vectors break ties, and the words are alone
Fusion = Literal["rrf", "alpha"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Depths:
    """How many candidates each list holds at least, in chunks; for whole notes, in notes."""

    dense: int = 300  # with 64 of long notes, too few notes are among them
    lexical: int = 300
    notes: int = 30  # whose words together vote; further down, what single chunks say is worth more


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """What one list counts; the fields are those of `RankedList`."""

    weight: float
    first: float = 0.0
    by_score: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each list counts in the fusion, and how ranks or scores become shares.

    `first` is added to the best candidate of the dense and of the lexical list where there are both, for each unit of
    the list's weight: 1 is what the best possible candidate has.
    `fusion` "alpha" ignores all weights of the question's own lists but `alpha`: scores scaled to 0 to 1 within their
    list count, those of the dense list by `alpha`, those of the lexical one by the rest.
    """

    dense: float = 1.0
    lexical: float = 1.0
    notes: float = 0.8
    rewrite: float = 0.7
    keywords: float = 0.6
    first: float = 0.04
    constant: float = RRF_CONSTANT
    fusion: Fusion = "rrf"
    alpha: float = 0.5
    keyword_floor: float = 0.0  # share of the best keyword score below which words find nothing
    depths: Depths = field(default_factory=Depths)

    def says(self, *, by_meaning: bool = True, by_words: bool = True) -> dict[str, Say]:
        """What each list of the question itself has to say, by its name and in order.

        With one kind of list alone, its own order is the answer whatever `alpha` is.
        """
        if self.fusion == "alpha" and by_meaning and by_words:
            mixed = {DENSE: self.alpha, LEXICAL: 1 - self.alpha}
            return {name: Say(weight=weight, by_score=True) for name, weight in mixed.items() if weight}
        first = self.first if by_meaning and by_words else 0.0
        says = {}
        if by_meaning:
            says[DENSE] = Say(weight=self.dense, first=first * self.dense)
        if by_words:
            says[LEXICAL] = Say(weight=self.lexical, first=first * self.lexical)
            says[NOTES] = Say(weight=self.notes)
        return says

    def scaled(self, *, dense: float) -> Weights:
        """With the vectors counting so many times as much. Where they hardly count, a first place adds nothing."""
        if dense == 1:
            return self
        return replace(
            self,
            dense=self.dense * dense,
            rewrite=self.rewrite * dense,
            alpha=self.alpha * dense,
            first=self.first if dense >= HARDLY else 0.0,
        )


def kind_of(source: str) -> str:
    """The kind of a list, whichever part of the question it was found for: "dense" of "part 1, dense"."""
    return source.rpartition(", ")[2]


def part_of(source: str) -> str:
    """The part of the question that a list was found for ("part 1"); empty for the question itself."""
    return source.partition(",")[0] if source.startswith(PART) else ""
