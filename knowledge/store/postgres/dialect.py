"""The conditions of filters as PostgreSQL writes them."""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.store.conditions import Condition
from knowledge.store.folding import edged
from knowledge.store.postgres.lexemes import match_all


class PostgresDialect:
    """The `Dialect` of PostgreSQL."""

    def within(self, collections: Sequence[str]) -> Condition:
        """Look the collection up in an array."""
        return Condition(
            sql="documents.collection = ANY(?)", values=(list(collections),), names=frozenset(collections)
        )

    def at_or_below(self, paths: Sequence[str]) -> Condition:
        """Find each by the index of paths. "0" follows "/": the range is what starts with the folder and a slash.

        Of an array the planner expects few, as paths mostly leave. By itself it would expect so many of the ranges
        that it compares every document with every path.
        """
        return Condition(
            sql="""documents.id IN (
            SELECT unnest(ARRAY(
                SELECT placed.id FROM unnest(?::text[]) AS wanted (path) CROSS JOIN collections
                JOIN documents AS placed ON placed.collection = collections.name AND (placed.path = wanted.path
                    OR (placed.path >= wanted.path || '/' AND placed.path < wanted.path || '0'))
            ))
        )""",
            values=(list(paths),),
        )

    def written_by(self, words: str) -> Condition:
        """Look for the words between the spaces of the folded name."""
        return Condition(sql="strpos(documents.author_words, ?) > 0", values=(f" {words} ",))

    def holding(self, terms: Sequence[str]) -> Condition:
        """Ask the index of lexemes."""
        return Condition(
            sql="documents.id IN (SELECT document_id FROM chunk_terms WHERE lexemes @@ ?::tsquery)",
            values=(match_all(terms),),
        )

    def side_by_side(self, phrase: str) -> Condition:
        """Look for the folded phrase in the note's folded words."""
        return Condition(sql="strpos(documents.words, ?) > 0", values=(edged(phrase),))
