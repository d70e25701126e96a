"""From a question to ranked notes."""

from knowledge.retrieval.found import Finder, Found, Mode
from knowledge.retrieval.notes import NoteFinder
from knowledge.retrieval.pipeline import Pipeline
from knowledge.retrieval.query import ParsedText, parse_query
from knowledge.retrieval.weights import Depths, Weights

__all__ = ["Depths", "Finder", "Found", "Mode", "NoteFinder", "ParsedText", "Pipeline", "Weights", "parse_query"]
