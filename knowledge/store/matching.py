"""Terms as FTS5 reads them: quoted, so that nothing in a question is taken for a command."""

from __future__ import annotations

from collections.abc import Sequence


def match_any(terms: Sequence[str]) -> str:
    """Return the expression for chunks that hold at least one of the terms."""
    return " OR ".join(map(_quoted, terms))


def match_all(terms: Sequence[str]) -> str:
    """Return the expression for chunks that hold every one of the terms."""
    return " AND ".join(map(_quoted, terms))


def joined(terms: Sequence[str]) -> str:
    """Return the terms as the index stores them. Raises ValueError for a term that would fall apart there."""
    for term in terms:
        if not term or " " in term or "\x00" in term:
            raise ValueError(f"{term!r} is no term: it is empty or holds a space.")
    return " ".join(terms)


def _quoted(term: str) -> str:
    text = term.replace("\x00", "").replace('"', '""')
    return f'"{text}"'
