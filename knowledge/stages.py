"""The five stages of retrieval, one method each. A stage returns new values, never changes its input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from knowledge.types import Candidate, Query, Scope

Prompt_co = TypeVar("Prompt_co", covariant=True)


class Transformer(Protocol):
    """One query to one query with the same intent."""

    async def transform(self, query: Query) -> Query:
        """Return the query to use instead; the same one where nothing needs to change."""
        ...


class Expander(Protocol):
    """One query to several."""

    async def expand(self, query: Query) -> Sequence[Query]:
        """Return at least one query, distinct after folding case and white space, most faithful first."""
        ...


class Retriever(Protocol):
    """A query to a ranked list."""

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return candidates best first, each identity once. Empty: nothing matches. Raises KnowledgeError."""
        ...


class Refiner(Protocol):
    """Candidates to fewer or reordered candidates."""

    async def refine(self, query: Query, candidates: Sequence[Candidate]) -> Sequence[Candidate]:
        """Return a subset or another order of the same candidates. Empty: no evidence survived."""
        ...


class Augmenter(Protocol[Prompt_co]):
    """Query and candidates to what is sent to a model, with the citations bound to it."""

    def augment(self, query: Query, candidates: Sequence[Candidate]) -> Prompt_co:
        """Return the prompt; the position of a candidate in it owns its marker."""
        ...
