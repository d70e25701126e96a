"""From a question to ranked notes."""

from knowledge.retrieval.notes import NoteFinder
from knowledge.retrieval.pipeline import Found, Mode, Pipeline, Weights
from knowledge.retrieval.query import ParsedText, parse_query

__all__ = ["Found", "Mode", "NoteFinder", "ParsedText", "Pipeline", "Weights", "parse_query"]
