"""Settings to objects: the only place that names concrete classes."""

from bot.compose.answering import answerer_of
from bot.compose.models import (
    chat_of,
    cross_encoder_of,
    embedder_of,
    is_local,
    is_multilingual,
    local_folder,
    uses_litellm,
)
from bot.compose.notes import chunking_of, library_of
from bot.compose.opening import open_auditor, open_knowledge
from bot.compose.remotes import sources_of
from bot.compose.retrieval import pipeline_of, reranked
from bot.compose.store import index_place, open_place, open_store, postgres, shown_place

__all__ = [
    "answerer_of",
    "chat_of",
    "chunking_of",
    "cross_encoder_of",
    "embedder_of",
    "index_place",
    "is_local",
    "is_multilingual",
    "library_of",
    "local_folder",
    "open_auditor",
    "open_knowledge",
    "open_place",
    "open_store",
    "pipeline_of",
    "postgres",
    "reranked",
    "shown_place",
    "sources_of",
    "uses_litellm",
]
