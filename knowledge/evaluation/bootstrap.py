"""How sure a figure is: intervals from the questions themselves, drawn again and again with replacement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2_000
SEED = 20_250_101  # fixed: the same results give the same interval
_SIDES = (2.5, 97.5)  # percentiles that hold the middle 95 %

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A figure and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def estimate_mean(values: Sequence[float]) -> Estimate:
    """The mean, with a percentile interval. Of paired differences, this is the paired bootstrap.

    Efron and Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13; for rankings: Sakai, SIGIR 2006.
    Raises ValueError for no values.
    """
    return estimate((values,), lambda samples: float(samples[0].mean()))


def estimate(samples: Sequence[Sequence[float]], figure: Callable[[Sequence[Numbers]], float]) -> Estimate:
    """A figure of several independent samples, each drawn again by itself. Raises ValueError for an empty one."""
    held = [np.asarray(sample, dtype=np.float64) for sample in samples]
    if not all(len(sample) for sample in held):
        raise ValueError("A sample without values has no interval.")
    chance = np.random.default_rng(SEED)
    drawn = [
        figure([sample[chance.integers(len(sample), size=len(sample))] for sample in held]) for _ in range(RESAMPLES)
    ]
    low, high = np.percentile(drawn, _SIDES)
    return Estimate(value=figure(held), low=float(low), high=float(high))
