"""How well notes are found and answers are cited, on labelled questions."""

from knowledge.evaluation.benchmark import benchmark_ranking, ranking_of
from knowledge.evaluation.datasets import CorpusDocument, Dataset, LabelledQuery, load_dataset
from knowledge.evaluation.runner import DEPTH, AnswerQuality, Report, evaluate

__all__ = [
    "DEPTH",
    "AnswerQuality",
    "CorpusDocument",
    "Dataset",
    "LabelledQuery",
    "Report",
    "benchmark_ranking",
    "evaluate",
    "load_dataset",
    "ranking_of",
]
