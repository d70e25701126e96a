"""Whether the notes can answer at all: strong, weak, or not.

Four signals, none of them sharp: how near the nearest chunk and the nearest passage are to the question, how much of
its weight in words one excerpt covers, and how well the best chunks answer it when both are read together. They add
up to one score, by a rule for each set of signals that there is. All numbers are round, chosen on several sets of
questions at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from knowledge.answering.evidence import Evidence
from knowledge.answering.question import QuestionTerms
from knowledge.types import Candidate, Confidence

DENSE = "dense"
ENOUGH_CLOSENESS = 0.7  # of the embedded model: below it, strangers are likelier than answers
FOREIGN_CLOSENESS = 0.65  # of a question that shares no word with the notes: it may be in another language


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What speaks for or against an answer. None: not known."""

    coverage: float  # share of the question's idf weight that one excerpt covers, 0 to 1
    cosine: float | None = None  # of the nearest chunk
    passage_cosine: float | None = None  # of the nearest passage: a long chunk around it hides how near it is
    logit: float | None = None  # of the best chunk, by the embedded cross-encoder: -11 to 9
    english: bool = True  # the question, as far as its words tell: the embedded models know English alone
    unknown_name: bool = False  # it names a code or identifier that no note holds

    @property
    def closeness(self) -> float | None:
        """The mean of the cosines that are known."""
        known = [each for each in (self.cosine, self.passage_cosine) if each is not None]
        return sum(known) / len(known) if known else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The degree, and the score that it was made from; scores of all rules share one scale."""

    degree: Confidence
    score: float


NOTHING = Judgement(degree="none", score=-10.0)  # no evidence at all


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Limits of the score. `cosines` False: those of another embedding model have another scale and are not used.

    `middle` and `stretch` bring a known model's cosines to the scale of the embedded English one.
    """

    none_below: float = -1.1
    strong_from: float = 0.3
    weak_coverage: float = 0.8  # one excerpt that holds so much of the question's words is worth showing anyway
    cosines: bool = True
    middle: float = ENOUGH_CLOSENESS  # what counts as ENOUGH_CLOSENESS
    stretch: float = 1.0  # of the distances from it

    @property
    def plain(self) -> bool:
        """Whether cosines are those of the embedded English model, which other limits are made for too."""
        return self.cosines and self.stretch == 1

    def signals(
        self,
        question: QuestionTerms,
        candidates: Sequence[Candidate],
        evidence: Evidence,
        *,
        passage_cosine: float | None = None,
    ) -> Signals:
        """What is known of these candidates without reading them together with the question."""
        return Signals(
            coverage=max((question.covered_by(excerpt.wording) for excerpt in evidence.excerpts), default=0.0),
            cosine=self._scaled(best_cosine(candidates)),
            passage_cosine=self._scaled(passage_cosine),
            english=question.english,
            unknown_name=bool(question.unknown_names),
        )

    def judge(self, signals: Signals) -> Judgement:
        """The degree for these signals."""
        score = score_of(signals)
        if score < self.none_below and signals.coverage < self.weak_coverage:
            return Judgement(degree="none", score=score)
        strong = score >= self.strong_from and not signals.unknown_name
        return Judgement(degree="strong" if strong else "weak", score=score)

    def _scaled(self, cosine: float | None) -> float | None:
        if cosine is None or not self.cosines:
            return None
        return ENOUGH_CLOSENESS + (cosine - self.middle) * self.stretch


@dataclass(frozen=True, slots=True, kw_only=True)
class WordGate(Gate):
    """For embedding models whose cosines have another scale."""

    cosines: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MultilingualGate(Gate):
    """For the embedded model of many languages, whose cosines lie higher and closer together.

    On questions in English, German and Arabic about .86 to .87 in the median where the notes answer, .82 to .83
    where they do not; in Chinese .04 more.
    """

    middle: float = 0.86
    stretch: float = 1.5


def score_of(signals: Signals) -> float:
    """Above 0: an answer is likelier than none, as far as these signals tell.

    A logit moves the score by -2.8 to 2.2, a closeness from .6 to .8 by -1 to 1; words count where one of the two is
    missing, and most where the question is not in English.
    """
    closeness, logit, words = signals.closeness, signals.logit, signals.coverage
    if not signals.english and closeness is not None:
        if not words:  # perhaps the notes' language is another: then nearness alone can tell, and never much
            return min(20 * (closeness - FOREIGN_CLOSENESS), 0.0)
        return 5 * (closeness - ENOUGH_CLOSENESS) + 3 * (words - 0.5)
    if closeness is not None and logit is not None:
        return 10 * (closeness - ENOUGH_CLOSENESS) + logit / 4
    if closeness is not None:
        return 10 * (closeness - ENOUGH_CLOSENESS) + (words - 0.6)
    if logit is not None:
        return logit / 4 + (words - 0.3)
    return 3 * (words - 0.6)


def with_logit(signals: Signals, scores: Sequence[float]) -> Signals:
    """The signals with the best of a cross-encoder's scores."""
    return replace(signals, logit=max(scores)) if scores else signals


def best_cosine(candidates: Sequence[Candidate]) -> float | None:
    """The best score in the list of the question's own vector; None where that list did not run."""
    scores = [each.score for candidate in candidates for each in candidate.contributions if each.source == DENSE]
    return max(scores, default=None)
