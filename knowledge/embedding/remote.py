"""Any embedding model that LiteLLM can call: texts in batches, and no vector goes in that was not checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from knowledge.chat.gateway import ModelGateway
from knowledge.chat.library import Row, Target
from knowledge.chat.model import UsageSink
from knowledge.embedding.estimate import EstimatedTokenizer
from knowledge.embedding.instructions import instructions_for
from knowledge.embedding.vectors import unit_rows
from knowledge.errors import ModelRefused
from knowledge.ports import Matrix, Vector


class LiteLLMEmbedder:
    """An embedding model behind the gateway (`ports.Embedder`).

    A request carries at most `batch_size` texts and about `batch_tokens` tokens (one text at least). Requests of
    one call follow each other; the first that fails for good ends it. `on_usage` hears what each of them cost.
    """

    def __init__(
        self,
        gateway: ModelGateway,
        *,
        model: str,
        api_base: str = "",
        timeout_seconds: float = 60.0,
        batch_size: int = 256,
        batch_tokens: int = 100_000,
        on_usage: UsageSink = lambda task, usage: None,  # noqa: ARG005 - the default wants nothing
    ) -> None:
        self._gateway = gateway
        self._target = Target(model=model, api_base=api_base, timeout_seconds=timeout_seconds)
        self._on_usage = on_usage
        self._batch_size = batch_size
        self._batch_tokens = batch_tokens
        self._instructions = instructions_for(model)
        self._tokenizer = EstimatedTokenizer()
        self._dimension = 0  # known from the first reply on

    @property
    def model(self) -> str:
        """LiteLLM's name of the model."""
        return self._target.model

    @property
    def tokenizer(self) -> EstimatedTokenizer:
        """A guess: the model's own tokenizer is at its server."""
        return self._tokenizer

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        """Shape (len(texts), dimension), unit rows, in order. Raises ModelError, InvalidVector."""
        prefixed = [self._instructions.document_prefix + text for text in texts]
        batches = [await self._embed(batch, self._instructions.document_options) for batch in self._batches(prefixed)]
        return np.concatenate(batches) if batches else np.empty((0, self._dimension), dtype=np.float32)

    async def embed_query(self, text: str) -> Vector:
        """Shape (dimension,), unit length. Raises ModelError, InvalidVector."""
        matrix = await self._embed([self._instructions.query_prefix + text], self._instructions.query_options)
        vector: Vector = matrix[0]
        return vector

    async def _embed(self, texts: Sequence[str], options: Mapping[str, str]) -> Matrix:
        # Numbers, not base64, which some compatible servers cannot give.
        arguments = {**options, "input": list(texts), "encoding_format": "float"}
        rows, usage = await self._gateway.embed(self._target, "embed", arguments)
        self._on_usage("embed", usage)
        vectors = unit_rows(self._in_order(rows, len(texts)), model=self.model, dimension=self._dimension)
        self._dimension = vectors.shape[1]
        return vectors

    def _in_order(self, rows: Sequence[Row], expected: int) -> list[Sequence[float]]:
        """The vectors by their index; a server that drops or repeats one would shift meanings between notes."""
        by_index = dict(rows)
        if len(rows) != expected or by_index.keys() != set(range(expected)):
            raise ModelRefused(
                "The model {model} gave {found} vectors for {expected} texts, or numbered them wrongly.",
                hint="Check that its server supports several texts in one request.",
                model=self.model,
                found=len(rows),
                expected=expected,
            )
        return [by_index[index] for index in range(expected)]

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        batch: list[str] = []
        tokens = 0
        for text in texts:
            size = self._tokenizer.count(text)
            if batch and (len(batch) == self._batch_size or tokens + size > self._batch_tokens):
                yield batch
                batch, tokens = [], 0
            batch.append(text)
            tokens += size
        if batch:
            yield batch
