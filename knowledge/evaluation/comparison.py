"""Two runs of one set beside each other: who wins question by question, and how much the results differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from knowledge.errors import DatasetError
from knowledge.evaluation.bootstrap import Estimate, estimate_mean
from knowledge.evaluation.cases import Case, Run
from knowledge.evaluation.metrics import displacement, jaccard, mean, overlap

Pair = tuple[Case, Case]  # the same question in the first run and in the second


@dataclass(frozen=True, slots=True, kw_only=True)
class Paired:
    """One metric over the questions that both runs have it for: its mean in each. A win is the second run's."""

    first: float
    second: float
    wins: int
    losses: int
    ties: int
    difference: Estimate  # the mean of second minus first, question by question

    def as_json(self) -> dict[str, Any]:
        """Both means, counts, the mean difference and the ends of its 95 % interval."""
        about = self.difference
        return {
            "a": round(self.first, 4),
            "b": round(self.second, 4),
            "wins": self.wins,
            "losses": self.losses,
            "ties": self.ties,
            "mean_difference": round(about.value, 4) + 0.0,  # never -0.0
            "interval": [round(end, 4) + 0.0 for end in (about.low, about.high)],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What changes from the first run to the second: each metric, and the first `k` results, good or bad."""

    k: int
    metrics: Mapping[str, Paired]
    overlap: float  # share of the first k that both have
    jaccard: float
    displacement: float  # ranks
    by_language: Mapping[str, Comparison] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Metrics by name, and the change of results; then the same by language."""
        languages = {language: comparison.as_json() for language, comparison in self.by_language.items()}
        return {
            "metrics": {name: paired.as_json() for name, paired in self.metrics.items()},
            "change": {
                f"overlap@{self.k}": round(self.overlap, 4),
                f"jaccard@{self.k}": round(self.jaccard, 4),
                f"mean_displacement@{self.k}": round(self.displacement, 2),
            },
            **({"by": {"lang": languages}} if languages else {}),
        }


def compare(first: Run, second: Run, *, k: int = 10) -> Comparison:
    """Pair the runs question by question. Raises DatasetError where they are not of the same questions."""
    if [case.query for case in first.cases] != [case.query for case in second.cases]:
        raise DatasetError("The two runs are not of the same questions.", hint="Compare runs of one set.")
    others = second.by_language()
    languages = {language: _compared(part, others[language], k) for language, part in first.by_language().items()}
    return replace(_compared(first, second, k), by_language=languages)


def _compared(first: Run, second: Run, k: int) -> Comparison:
    pairs = list(zip(first.cases, second.cases, strict=True))
    return Comparison(
        k=k,
        metrics=_metrics(pairs, k, hits=first.hits),
        overlap=mean(overlap(one.ranking, other.ranking, k) for one, other in pairs),
        jaccard=mean(jaccard(one.ranking, other.ranking, k) for one, other in pairs),
        displacement=mean(displacement(one.ranking, other.ranking, k) for one, other in pairs),
    )


def _metrics(pairs: Sequence[Pair], k: int, *, hits: bool) -> dict[str, Paired]:
    """Every metric that some question has in both runs."""
    values: dict[str, list[tuple[float, float]]] = {}
    for pair in pairs:
        before, after = (_scores(case, k, hits=hits) for case in pair)
        for name in before:
            if name in after:
                values.setdefault(name, []).append((before[name], after[name]))
    return {name: _paired(each) for name, each in values.items()}


def _scores(case: Case, k: int, *, hits: bool) -> dict[str, float]:
    rankings = case.ranking_scores(k, hits=hits) if case.query.relevant else {}
    return rankings | case.answer_scores()


def _paired(values: Sequence[tuple[float, float]]) -> Paired:
    differences = [after - before for before, after in values]
    return Paired(
        first=mean(before for before, _ in values),
        second=mean(after for _, after in values),
        wins=sum(each > 0 for each in differences),
        losses=sum(each < 0 for each in differences),
        ties=sum(each == 0 for each in differences),
        difference=estimate_mean(differences),
    )
