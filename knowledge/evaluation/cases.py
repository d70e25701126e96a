"""What one run saw, question by question: all that reports and comparisons are computed from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from knowledge.evaluation.datasets import LabelledQuery
from knowledge.evaluation.metrics import hit, ndcg, precision, recall, reciprocal_rank
from knowledge.types import AnswerMode, Confidence

DEPTH = 100  # notes a ranking holds


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedAnswer:
    """One answer without its words. Counts are of its citations."""

    mode: AnswerMode
    confidence: Confidence
    citations: int = 0
    right: int = 0  # of a note that answers the question
    verbatim: int = 0  # whose quote stands at its lines in the cited note
    sound: bool = True  # every marker has its source, every source its marker, every quote stands at its lines

    @property
    def refused(self) -> bool:
        """Whether it says that the notes hold no answer."""
        return self.mode == "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One question, its ranking (ids, best first, at most DEPTH), how long that took, and its answer if asked."""

    query: LabelledQuery
    ranking: Sequence[str]
    milliseconds: float
    stages: Mapping[str, float] = field(default_factory=dict)  # milliseconds by stage, where stages were timed
    answer: JudgedAnswer | None = None

    def ranking_scores(self, k: int, *, hits: bool) -> dict[str, float]:
        """Each metric of the ranking, by name and depth; all 0 for a question without a relevant id."""
        metrics = {
            f"ndcg@{k}": (ndcg, k),
            f"recall@{k}": (recall, k),
            f"recall@{DEPTH}": (recall, DEPTH),
            f"precision@{k}": (precision, k),
            f"mrr@{k}": (reciprocal_rank, k),
        }
        if hits:
            metrics |= {f"hit@{depth}": (hit, depth) for depth in sorted({1, 5, k})}
        return {name: metric(self.ranking, self.query.relevant, depth) for name, (metric, depth) in metrics.items()}

    def answer_scores(self) -> dict[str, float]:
        """What can be said of this one answer, each in [0, 1]; empty where none was asked for.

        `refusal_correct`: refused where the notes are silent, and only there.
        """
        if self.answer is None:
            return {}
        scores = {"refusal_correct": float(self.answer.refused is not bool(self.query.relevant))}
        if self.answer.citations:
            scores["citation_correct"] = self.answer.verbatim / self.answer.citations
            if self.query.relevant:
                scores["citation_relevant"] = self.answer.right / self.answer.citations
        return scores


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A set that went through one configuration. `cached`: taken from an earlier, equal run.

    `warnings` say what in the set cannot be right.
    """

    dataset: str
    mode: str
    cases: Sequence[Case]
    hits: bool = False  # whether hit@k is reported: it is where ids are files
    cached: bool = False
    warnings: tuple[str, ...] = ()

    def by_language(self) -> dict[str, Run]:
        """The run's parts, where the set names the languages of its questions."""
        languages = dict.fromkeys(case.query.language for case in self.cases if case.query.language)
        return {
            language: replace(self, cases=[case for case in self.cases if case.query.language == language])
            for language in languages
        }
