"""What the library needs of models: an embedder with its tokenizer, a reranker, and a chat model."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]  # shape (dimension,), unit length
Matrix = npt.NDArray[np.float32]  # shape (n, dimension), unit rows


class Tokenizer(Protocol):
    """Where the embedder's tokens lie in a text."""

    def count(self, text: str) -> int:
        """How many tokens there are: the length of `offsets`, without the need to find each."""
        ...

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        """Character spans (start, end exclusive) of the tokens, in order, without special tokens."""
        ...


class Embedder(Protocol):
    """Texts to unit vectors. Calls may run concurrently; none blocks the event loop."""

    @property
    def model(self) -> str:
        """What is recorded in the index: equal names give comparable vectors."""
        ...

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokens that limit a text; loading it is cheap."""
        ...

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension), unit rows, in order. Raises ModelError, InvalidVector."""
        ...

    async def embed_query(self, text: str) -> Vector:
        """Shape (dimension,), unit length. Raises ModelError, InvalidVector."""
        ...


class Reranker(Protocol):
    """Reads a question and texts together. Calls may run concurrently; none blocks the event loop."""

    @property
    def model(self) -> str:
        """Its name: equal names give comparable scores."""
        ...

    async def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One finite score a text, in order, higher for a text that answers better. Raises ModelError."""
        ...


Task = Literal["condense", "rewrite", "keywords", "answer", "rerank", "step", "embed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One model call. `system` is ours; `user` carries the data, named untrusted in it."""

    task: Task
    system: str
    user: str
    max_output_tokens: int = 1_024
    json_schema: Mapping[str, Any] | None = None  # None: plain text
    timeout_seconds: float | None = (
        None  # for this call, where it should take less than others; None: the model's own
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a call cost; zero where the server does not say."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    dollars: float = 0.0


class ChatModel(Protocol):
    """A chat model. The time-out of one call covers its start to its last byte."""

    @property
    def model(self) -> str:
        """Its name, for people."""
        ...

    def stream(self, request: ChatRequest) -> AsyncIterator[str]:
        """Yield the reply's text as it arrives, never an empty piece. Raises ModelError; ModelCut mid-reply."""
        ...

    async def complete(self, request: ChatRequest) -> str:
        """Return the whole reply. Raises ModelError."""
        ...
