"""How well notes are found and answers are cited, on labelled questions."""

from knowledge.evaluation.benchmark import benchmark_ranking, ranking_of
from knowledge.evaluation.bootstrap import Estimate
from knowledge.evaluation.cases import DEPTH, Case, JudgedAnswer, Run
from knowledge.evaluation.comparison import Comparison, Paired, compare
from knowledge.evaluation.datasets import CorpusDocument, Dataset, LabelledQuery, load_dataset
from knowledge.evaluation.kept import KeptRuns, run_key
from knowledge.evaluation.report import AnswerQuality, Latency, Report, report_of
from knowledge.evaluation.runner import Answering, evaluate, run_set

__all__ = [
    "DEPTH",
    "AnswerQuality",
    "Answering",
    "Case",
    "Comparison",
    "CorpusDocument",
    "Dataset",
    "Estimate",
    "JudgedAnswer",
    "KeptRuns",
    "LabelledQuery",
    "Latency",
    "Paired",
    "Report",
    "Run",
    "benchmark_ranking",
    "compare",
    "evaluate",
    "load_dataset",
    "ranking_of",
    "report_of",
    "run_key",
    "run_set",
]
