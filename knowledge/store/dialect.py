"""The conditions as SQLite writes them, with FTS5 and the function that every connection is taught."""

from __future__ import annotations

import json
from collections.abc import Sequence

from knowledge.store import statements
from knowledge.store.conditions import Condition
from knowledge.store.matching import match_all


class SqliteDialect:
    """The `Dialect` of SQLite."""

    def within(self, collections: Sequence[str]) -> Condition:
        """Look the collection up in a JSON list."""
        return Condition(
            sql="documents.collection IN (SELECT value FROM json_each(?))",
            values=(json.dumps(collections),),
            names=frozenset(collections),
        )

    def at_or_below(self, paths: Sequence[str]) -> Condition:
        """Find each by the index of paths."""
        return Condition(sql=f"documents.id IN ({statements.PLACED})", values=(json.dumps(paths),))

    def written_by(self, words: str) -> Condition:
        """Look for the words between the spaces of the folded name."""
        return Condition(sql="instr(documents.author_words, ?) > 0", values=(f" {words} ",))

    def holding(self, terms: Sequence[str]) -> Condition:
        """Ask FTS5."""
        return Condition(
            sql="""documents.id IN (
            SELECT document_id FROM chunks WHERE id IN (SELECT rowid FROM chunk_terms WHERE chunk_terms MATCH ?)
        )""",
            values=(match_all(terms),),
        )

    def side_by_side(self, phrase: str) -> Condition:
        """Fold the note's text as it stands."""
        return Condition(
            sql="""side_by_side(?, documents.title || char(10) || (
            SELECT group_concat(heading_path || char(10) || header || char(10) || plain, char(10))
            FROM (SELECT * FROM chunks WHERE document_id = documents.id ORDER BY position)
        ))""",
            values=(phrase,),
        )
