"""The stages of retrieval, one method each. A stage returns new values, never changes its input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from knowledge.types import Candidate, Expansion, Query, Scope, WholeCandidate


class Transformer(Protocol):
    """One query to one query with the same intent."""

    async def transform(self, query: Query) -> Query:
        """Return the query to use instead; the same one where nothing needs to change."""
        ...


class Expander(Protocol):
    """One query to other ways to search for it."""

    async def expand(self, query: Query) -> Expansion:
        """Return what else to search for. Never raises a ModelError: a failure is the expansion's `fallback`."""
        ...


class Retriever(Protocol):
    """A query to a ranked list."""

    async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
        """Return candidates best first, each identity once. Empty: nothing matches. Raises KnowledgeError."""
        ...


class Refiner(Protocol):
    """A ranked list to a subset of it, or another order of it."""

    async def refine(self, query: Query, candidates: Sequence[WholeCandidate]) -> Sequence[WholeCandidate]:
        """Return candidates of the list, best first, each as it came. Empty: no evidence survived."""
        ...
