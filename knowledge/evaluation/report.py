"""The figures of one run, as `eval --json` prints them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from knowledge.evaluation.cases import Case, JudgedAnswer, Run
from knowledge.evaluation.metrics import mean, percentile
from knowledge.types import Confidence

Degrees = Mapping[Confidence, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Latency:
    """Milliseconds of the same work over many questions."""

    minimum: float
    p50: float
    p95: float
    maximum: float

    @classmethod
    def of(cls, milliseconds: Sequence[float]) -> Latency:
        """Percentiles by nearest rank; all 0 of nothing."""
        return cls(
            minimum=min(milliseconds, default=0.0),
            p50=percentile(milliseconds, 0.5),
            p95=percentile(milliseconds, 0.95),
            maximum=max(milliseconds, default=0.0),
        )

    def as_json(self) -> dict[str, float]:
        """Rounded to a tenth of a millisecond."""
        figures = {"min": self.minimum, "p50": self.p50, "p95": self.p95, "max": self.maximum}
        return {name: round(each, 1) for name, each in figures.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuality:
    """Shares in [0, 1]: of questions, but for `citation_relevant` and `citation_correct`, which are of citations."""

    refused_unanswerable: float
    refused_answerable: float
    citation_relevant: float  # of a note that answers the question
    citation_correct: float  # that stand at their lines in the cited note
    sound: float  # answers with sources in which nothing is wrong with any marker or quote
    unanswerable: Degrees
    answerable: Degrees

    def as_json(self) -> dict[str, Any]:
        """The fields that the report adds for them."""
        return {
            "refused": {
                "unanswerable": _rounded(self.refused_unanswerable),
                "answerable": _rounded(self.refused_answerable),
            },
            "citation_relevant": _rounded(self.citation_relevant),
            "citation_correct": _rounded(self.citation_correct),
            "answers_sound": _rounded(self.sound),
            "confidence": {
                "unanswerable": {degree: _rounded(share) for degree, share in self.unanswerable.items()},
                "answerable": {degree: _rounded(share) for degree, share in self.answerable.items()},
            },
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one run found. `scores` are means over the questions that have an answer, by name and depth."""

    dataset: str
    mode: str
    queries: int
    scores: Mapping[str, float]
    latency: Latency
    stages: Mapping[str, Latency] = field(default_factory=dict)
    answers: AnswerQuality | None = None
    cached: bool = False
    warnings: tuple[str, ...] = ()
    by_language: Mapping[str, Report] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The object that `eval --json` prints."""
        languages = {language: report.figures() for language, report in self.by_language.items()}
        return {
            "dataset": self.dataset,
            "mode": self.mode,
            **self.figures(),
            "cached": self.cached,
            **({"warnings": list(self.warnings)} if self.warnings else {}),
            **({"by": {"lang": languages}} if languages else {}),
        }

    def figures(self) -> dict[str, Any]:
        """What was measured, without what it was measured on."""
        stages = {name: latency.as_json() for name, latency in self.stages.items()}
        return {
            "queries": self.queries,
            **{name: _rounded(score) for name, score in self.scores.items()},
            "latency_ms": {**self.latency.as_json(), **({"stages": stages} if stages else {})},
            **(self.answers.as_json() if self.answers else {}),
        }


def report_of(run: Run, *, k: int = 10) -> Report:
    """The run's figures at depth `k`. Questions without a relevant id count in `queries` and in the refusals only."""
    languages = {language: _report(part, k) for language, part in run.by_language().items()}
    return replace(_report(run, k), by_language=languages)


def _report(run: Run, k: int) -> Report:
    scored = [(case.query, case.ranking_scores(k, hits=run.hits)) for case in run.cases]
    stages = dict.fromkeys(name for case in run.cases for name in case.stages)
    return Report(
        dataset=run.dataset,
        mode=run.mode,
        queries=len(run.cases),
        scores={name: mean(scores[name] for query, scores in scored if query.relevant) for name in scored[0][1]},
        latency=Latency.of([case.milliseconds for case in run.cases]),
        stages={
            name: Latency.of([case.stages[name] for case in run.cases if name in case.stages]) for name in stages
        },
        answers=_answer_quality(run.cases),
        cached=run.cached,
        warnings=run.warnings,
    )


def _answer_quality(cases: Sequence[Case]) -> AnswerQuality | None:
    asked = [(case, case.answer) for case in cases if case.answer]
    if not asked:
        return None
    answerable = [answer for case, answer in asked if case.query.relevant]
    unanswerable = [answer for case, answer in asked if not case.query.relevant]
    answers = [answer for _, answer in asked]
    return AnswerQuality(
        refused_unanswerable=mean(answer.refused for answer in unanswerable),
        refused_answerable=mean(answer.refused for answer in answerable),
        citation_relevant=_share((answer.right, answer.citations) for answer in answerable),
        citation_correct=_share((answer.verbatim, answer.citations) for answer in answers),
        sound=mean(answer.sound for answer in answers if answer.citations),
        unanswerable=_degrees(unanswerable),
        answerable=_degrees(answerable),
    )


def _degrees(answers: Sequence[JudgedAnswer]) -> Degrees:
    return {degree: mean(answer.confidence == degree for answer in answers) for degree in get_args(Confidence)}


def _share(counts: Iterable[tuple[int, int]]) -> float:
    """All of the first over all of the second; 0 of nothing."""
    held = list(counts)
    whole = sum(total for _, total in held)
    return sum(part for part, _ in held) / whole if whole else 0.0


def _rounded(share: float) -> float:
    return round(share, 4)
