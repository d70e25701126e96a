"""Only sound vectors pass: finite, not zero, of one length, and scaled to unit length."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from knowledge.errors import InvalidVector
from knowledge.ports import Matrix


def unit_rows(rows: Sequence[Sequence[float]], *, model: str, dimension: int = 0) -> Matrix:
    """Shape (len(rows), dimension), unit rows. Dimension 0: that of the first row.

    Raises InvalidVector, which names the row (from 1), where one is zero, not finite or of another length.
    """
    expected = dimension or (len(rows[0]) if rows else 0)
    for number, row in enumerate(rows, start=1):
        if len(row) != expected:
            raise InvalidVector(
                "The model {model} gave a vector of {found} numbers for text {number}, not of {expected}.",
                hint="Check that the model's name and address belong to one and the same embedding model.",
                model=model,
                found=len(row),
                number=number,
                expected=expected,
            )
    # In double precision, so that neither a tiny nor a huge vector is lost while it is scaled.
    matrix = np.asarray(rows, dtype=np.float64).reshape(len(rows), expected)
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    bad = np.flatnonzero(~np.isfinite(lengths[:, 0]) | (lengths[:, 0] == 0))
    if bad.size:
        raise InvalidVector(
            "The model {model} gave a zero or infinite vector for text {number} of {all}.",
            hint="Try again; if it stays so, choose another embedding model.",
            model=model,
            number=int(bad[0]) + 1,
            all=len(rows),
        )
    unit: Matrix = (matrix / lengths).astype(np.float32)
    return unit
