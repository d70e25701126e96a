"""What some embedding models want said about a text: whether it is a question or a passage to be found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Instructions:
    """What goes before a text, and what goes beside it in the request."""

    query_prefix: str = ""
    document_prefix: str = ""
    query_options: Mapping[str, str] = field(default_factory=dict)
    document_options: Mapping[str, str] = field(default_factory=dict)


_PLAIN = Instructions()
_SEARCHING = Instructions(query_prefix="Represent this sentence for searching relevant passages: ")
# By a part of the model's name; from the models' cards. Changing an entry makes indexes of that model out of date.
_KNOWN = {
    "nomic-embed-text": Instructions(query_prefix="search_query: ", document_prefix="search_document: "),
    "e5-": Instructions(query_prefix="query: ", document_prefix="passage: "),
    "bge-small-en": _SEARCHING,
    "bge-base-en": _SEARCHING,
    "bge-large-en": _SEARCHING,
    "mxbai-embed-large": _SEARCHING,
    "snowflake-arctic-embed": _SEARCHING,
    "cohere/embed": Instructions(
        query_options={"input_type": "search_query"}, document_options={"input_type": "search_document"}
    ),
    "voyage/": Instructions(query_options={"input_type": "query"}, document_options={"input_type": "document"}),
}


def instructions_for(model: str) -> Instructions:
    """Return what the model's card asks for; nothing for models that treat all texts alike."""
    name = model.lower()
    return next((found for part, found in _KNOWN.items() if part in name), _PLAIN)
