"""The statements of a reply, held against the excerpts that it names for them, as it streams."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np

from knowledge.answering.backing import Backing, last_sentence
from knowledge.answering.evidence import Evidence
from knowledge.answering.quantities import Quantities
from knowledge.answering.safety import CODE_SPAN
from knowledge.errors import InvalidVector, ModelError
from knowledge.ports import Embedder

NEAR = 0.63  # of the embedded model: a passage this close to a sentence says it in other words
PATIENCE_SECONDS = 1.0  # for vectors, in which the reply waits
MAX_COMPARED = 12


class Checker:
    """Judges sentences; in a thread, for reading an excerpt takes milliseconds and a vector more.

    `embedder` None, too slow or failing: where the words are too few to tell, two shared ones are enough. `known` is
    what the question says: numbers from there are no inventions. `loop` runs the embedder.
    """

    def __init__(
        self, evidence: Evidence, *, known: str, embedder: Embedder | None, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._evidence = evidence
        self._known = Quantities.of(known)
        self._embedder = embedder
        self._loop = loop
        self._numbers = range(1, len(evidence) + 1)
        self._backings: dict[int, Backing] = {}

    def backs(self, number: int, statement: str) -> bool:
        """Whether the excerpt of that number says the last sentence of the statement."""
        sentence = last_sentence(statement)
        verdict = self._backing(number).judge(sentence)
        return verdict == "backed" or (verdict == "unsure" and self._is_near(number, sentence))

    def invents(self, statement: str) -> bool:
        """Whether a sentence without a source has a number or date that neither an excerpt nor the question has."""
        said = Quantities.of(CODE_SPAN.sub(" ", statement))
        return any(
            one.missing_from(self._known) and not any(self._backing(number).says(one) for number in self._numbers)
            for one in said.telling
        )

    def _backing(self, number: int) -> Backing:
        if number not in self._backings:
            self._backings[number] = Backing.of(self._evidence.excerpt(number))
        return self._backings[number]

    def _is_near(self, number: int, sentence: str) -> bool:
        backing = self._backing(number)
        by_words = backing.shares_words(sentence)
        if self._embedder is None:
            return by_words
        comparing = asyncio.run_coroutine_threadsafe(
            _cosine(self._embedder, sentence, backing.texts[:MAX_COMPARED]), self._loop
        )
        try:
            return comparing.result(PATIENCE_SECONDS) >= NEAR
        except (ModelError, InvalidVector, TimeoutError):
            comparing.cancel()
            return by_words


async def _cosine(embedder: Embedder, sentence: str, texts: Sequence[str]) -> float:
    """The best cosine of the sentence to one of the texts; they are compared alike, so no side is a question."""
    vectors = await embedder.embed_documents([sentence, *texts])
    return float(np.max(vectors[1:] @ vectors[0], initial=-1.0))
