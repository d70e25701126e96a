"""Vectors of length one, and the refusal of those that cannot be one: what every engine asks of them."""

from __future__ import annotations

import numpy as np

from knowledge.errors import InvalidVector, ModelMismatch
from knowledge.ports import Matrix, Vector

_ROUNDING = 1e-6  # what the length of a unit vector in float32 may be off


def first_broken(vectors: Matrix) -> int | None:
    """Return the first row that is zero or not finite; None where all can be used."""
    norms = _norms(vectors)
    broken = np.flatnonzero(~np.isfinite(norms) | (norms == 0))
    return int(broken[0]) if broken.size else None


def unit_rows(vectors: Matrix) -> Matrix:
    """Return each row at length one, shape and order as they were; one that has it stays bit by bit as it is."""
    norms = _norms(vectors)
    norms[np.abs(norms - 1) < _ROUNDING] = 1
    units: Matrix = (np.asarray(vectors, dtype=np.float64) / norms[:, None]).astype(np.float32)
    return units


def usable_query(vector: Vector, dimension: int) -> Vector:
    """Return the question's vector as float32. Raises InvalidVector with both dimensions, or for a zero one."""
    if vector.shape != (dimension,):
        raise InvalidVector(
            "The question's vector has {found} dimensions; the index has {dimension}.",
            hint="Set embeddings.model to the model of the index, or run `footnote index --full`.",
            found=vector.size,
            dimension=dimension,
        )
    query: Vector = np.ascontiguousarray(vector, dtype=np.float32)
    if not np.isfinite(query).all() or not query.any():
        raise InvalidVector("The question's vector is zero or not finite.", hint="Ask it in other words.")
    return query


def refuse_model(recorded: str, model: str) -> None:
    """Raise ModelMismatch where an index has vectors of another model."""
    if recorded and recorded != model:
        raise ModelMismatch(
            "The index holds vectors of the model {recorded!r}; {model!r} is configured.",
            hint="Run `footnote index --full` to embed the notes again, or set embeddings.model to {recorded!r}.",
            recorded=recorded,
            model=model,
        )


def refuse_size(model: str, found: int, dimension: int) -> None:
    """Raise InvalidVector where a model's vectors have another dimension than the index."""
    if found != dimension:
        raise InvalidVector(
            "The model {model!r} gave vectors of {found} dimensions; the index has {dimension}.",
            hint="Run `footnote index --full` to embed the notes again.",
            model=model,
            found=found,
            dimension=dimension,
        )


def _norms(vectors: Matrix) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """In double precision, without a copy of the vectors."""
    norms: np.ndarray[tuple[int], np.dtype[np.float64]] = np.sqrt(
        np.einsum("ij,ij->i", vectors, vectors, dtype=np.float64)
    )
    return norms
