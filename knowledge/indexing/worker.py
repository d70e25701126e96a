"""A process that prepares notes for the one that started it: jobs come in, outcomes go out, until nobody asks.

It writes no file and holds no lock, so that it can be ended at any moment.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from dataclasses import replace
from typing import IO

from knowledge.errors import ModelError
from knowledge.indexing.preparing import Outcome, Preparation, Prepared


def main() -> None:
    """Serve until the other side is gone, which ends the input: then this process ends too."""
    questions = sys.stdin.buffer
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not come between answers
        # The second row: the other side's classes cannot be found here, so it reads by itself.
        with suppress(EOFError, OSError, pickle.UnpicklingError), suppress(ImportError, AttributeError):
            serve(questions, answers)


def serve(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Read a `Preparation`, then (jobs, dates) again and again; answer each with its outcomes or a ModelError."""
    preparation: Preparation = pickle.load(questions)  # noqa: S301 - from the process that started this one
    while True:
        jobs, dates = pickle.load(questions)  # noqa: S301 - as above
        try:
            answer: list[Outcome] | ModelError = [_slim(each) for each in preparation.run(jobs, dates)]
        except ModelError as error:
            answer = error
        pickle.dump(answer, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


def _slim(outcome: Outcome) -> Outcome:
    """Without the note's whole text and its blocks: what is kept of them is in the chunks."""
    if not isinstance(outcome, Prepared):
        return outcome
    return replace(outcome, document=replace(outcome.document, text="", blocks=()))


if __name__ == "__main__":
    main()
