"""Rerankers that do as they are told, and candidates for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from knowledge.types import Contribution, NoteRef, StoredChunk, WholeCandidate


class ScriptedReranker:
    """Gives the scores it was made with, or fails; keeps what it was asked."""

    model = "scripted"

    def __init__(self, *scores: float, failure: Exception | None = None) -> None:
        self._scores, self._failure = scores, failure
        self.asked: list[tuple[str, tuple[str, ...]]] = []

    async def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        self.asked.append((question, tuple(texts)))
        if self._failure is not None:
            raise self._failure
        return self._scores[: len(texts)]


class StuckReranker:
    """Never answers; knows whether it was left."""

    model = "stuck"

    def __init__(self) -> None:
        self.left = False

    async def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        try:
            await asyncio.Event().wait()
        finally:
            self.left = True
        raise AssertionError


def candidates(*texts: str) -> list[WholeCandidate]:
    """One of each text, best first, each in a note of its own; equal texts are copies."""
    return [
        WholeCandidate(
            chunk=StoredChunk(
                id=number,
                ref=NoteRef(collection="handbook", path=f"{number}.md"),
                title=text,
                position=0,
                text=text,
                plain=text,
                lines=(1, 1),
                heading_path=(),
                header="",
                updated=None,
                content_hash=text,
            ),
            score=1 / (60 + number),
            identity=number,
            contributions=(Contribution(source="dense", rank=number, score=0.9, share=1 / (60 + number)),),
        )
        for number, text in enumerate(texts, start=1)
    ]
