"""How often texts hold terms, counted in the texts themselves."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from knowledge.ports import TermCandidates


def count(ids: Sequence[int], texts: Sequence[str], terms: Sequence[str]) -> TermCandidates:
    """Count the terms in the texts of these chunks, in which one space stands between two terms."""
    counts = np.zeros((len(ids), len(terms)), dtype=np.int64)
    lengths, firsts = np.zeros(len(ids), dtype=np.int64), np.zeros(len(ids), dtype=np.int64)
    columns = {term: column for column, term in enumerate(terms)}
    for row, text in enumerate(texts):
        listed = text.split(" ") if text else []
        found = [term for term in listed if term in columns]
        for term in found:
            counts[row, columns[term]] += 1
        lengths[row] = len(listed)
        firsts[row] = listed.index(found[0]) if found else 0
    return TermCandidates(ids=np.array(ids, dtype=np.int64), counts=counts, lengths=lengths, firsts=firsts)
