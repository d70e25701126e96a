"""What words and sentences are: one analyzer for index and query, and where sentences end."""

from knowledge.text.analysis import (
    analyze,
    content_words,
    detect_language,
    index_terms,
    query_terms,
    readings,
    search_terms,
)
from knowledge.text.sentences import sentences
from knowledge.text.stop_words import ENGLISH

__all__ = [
    "ENGLISH",
    "analyze",
    "content_words",
    "detect_language",
    "index_terms",
    "query_terms",
    "readings",
    "search_terms",
    "sentences",
]
