"""Whether the notes can answer at all: strong, weak, or not.

The best cosine tells most; how much of the question's weight one excerpt covers tells paraphrases from strangers.
Neither is sharp, so only what is poor by both is refused: a weak answer can still be judged by its reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from knowledge.answering.evidence import Evidence
from knowledge.answering.question import QuestionTerms
from knowledge.types import Candidate, Confidence

DENSE = "dense"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Limits for one embedding model, chosen round; coverage is a share of idf weight, 0 to 1."""

    refuse_below_cosine: float = 0.65
    refuse_below_coverage: float = 0.75
    foreign_cosine: float = 0.60  # no word in common: the question may be in another language than the notes
    foreign_coverage: float = 0.50  # the embedded model knows English best, so other languages need fewer words
    strong_cosine: float = 0.70
    strong_coverage: float = 0.50
    certain_cosine: float = 0.80  # strong whatever the words
    certain_coverage: float = 0.90  # strong whatever the vectors
    passage_cosine: float = 0.70  # one passage this close is worth showing, whatever the chunk around it
    cosines: bool = True  # False: cosines have another scale, only words are judged
    words_only_refusal: float = 0.20  # the least coverage where no cosine is known

    def judge(self, question: QuestionTerms, candidates: Sequence[Candidate], evidence: Evidence) -> Confidence:
        """The degree for these candidates; "none" for no evidence."""
        if not evidence.excerpts:
            return "none"
        coverage = max(question.covered_by(excerpt.wording) for excerpt in evidence.excerpts)
        cosine = best_cosine(candidates) if self.cosines else None
        if cosine is None:
            return self._by_words(coverage)
        if self._refuses(question, cosine, coverage):
            return "none"
        covered = cosine >= self.strong_cosine and coverage >= self.strong_coverage
        certain = cosine >= self.certain_cosine or coverage >= self.certain_coverage
        return "strong" if covered or certain else "weak"

    def reconsider(self, degree: Confidence, passage_cosine: float | None) -> Confidence:
        """The degree again, by the cosine of the best passage: a long chunk around it hides how close it is."""
        if passage_cosine is None or not self.cosines:
            return degree
        if degree == "none" and passage_cosine >= self.passage_cosine:
            return "weak"
        return "strong" if degree == "weak" and passage_cosine >= self.certain_cosine else degree

    def _refuses(self, question: QuestionTerms, cosine: float, coverage: float) -> bool:
        if coverage == 0 and not question.english:
            return cosine < self.foreign_cosine
        enough = self.refuse_below_coverage if question.english else self.foreign_coverage
        return cosine < self.refuse_below_cosine and coverage < enough

    def _by_words(self, coverage: float) -> Confidence:
        if coverage < self.words_only_refusal:
            return "none"
        return "strong" if coverage >= self.certain_coverage else "weak"


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGate(Gate):
    """For embedding models whose cosines have another scale: only the words are judged."""

    cosines: bool = False


def best_cosine(candidates: Sequence[Candidate]) -> float | None:
    """The best score in the list of the question's own vector; None where that list did not run."""
    scores = [each.score for candidate in candidates for each in candidate.contributions if each.source == DENSE]
    return max(scores, default=None)
