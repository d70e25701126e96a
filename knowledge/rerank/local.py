"""The embedded cross-encoder: question and text are read together on this machine, without key or network.

Like the embedder's, its 8-bit network scales whole batches, so every pair is scored alone.
"""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from knowledge.embedding.cpus import give_way, usable_cpus
from knowledge.embedding.files import CarriedModel, find_files
from knowledge.embedding.session import open_session
from knowledge.embedding.tokens import encodable, load_tokenizer
from knowledge.errors import ModelRefused
from knowledge.remarks import Remark

if TYPE_CHECKING:
    from tokenizers import Tokenizer

# cross-encoder/ms-marco-MiniLM-L-12-v2 (Apache-2.0), quantised to 8 bits.
CROSS_ENCODER = CarriedModel(
    name="ms-marco-MiniLM-L-12-v2-int8",
    inside="models/data/reranker_en",
    checksums={
        "model.onnx": "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
        "tokenizer.json": "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
    },
    without=Remark('set retrieval.rerank = "off"'),
    kind=Remark("embedded cross-encoder"),
)
MODEL = f"local/{CROSS_ENCODER.name}@{CROSS_ENCODER.checksums['model.onnx'][:8]}"
MAX_TOKENS = 256  # of question and text together; the longer one is cut first


class LocalReranker:
    """The embedded cross-encoder as a `ports.Reranker`. `threads` 0: all but one of this process's processors.

    Its score is a logit: about 9 for a text that answers, -11 for a stranger. It knows English. Files are found,
    verified and loaded at the first use, in a thread.
    """

    def __init__(self, *, folder: Path | None = None, threads: int = 0) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._network: _Network | None = None
        # A processor stays free to acknowledge questions.
        self._threads = ThreadPoolExecutor(threads or max(1, usable_cpus() - 1), "footnote-rerank", give_way)

    @property
    def model(self) -> str:
        """The model's name with the beginning of its checksum."""
        return MODEL

    async def scores(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One finite logit a text, in order. Raises ModelMissing. Cancelling it drops the texts not begun."""
        loop = asyncio.get_running_loop()
        calls = (loop.run_in_executor(self._threads, self._score, question, text) for text in texts)
        return await asyncio.gather(*calls)

    def close(self) -> None:
        """End the threads; texts that were not begun are dropped."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _score(self, question: str, text: str) -> float:
        return self._load().score(question, text)

    def _load(self) -> _Network:
        with self._lock:
            if self._network is None:
                self._network = _Network(self._folder)
            return self._network


class _Network:
    """The loaded network. Thread-safe; each call runs in the thread that makes it."""

    def __init__(self, folder: Path | None) -> None:
        files = find_files(folder, model=CROSS_ENCODER)
        files.verify()
        self._session = open_session(files.network)
        self._tokenizer: Tokenizer = load_tokenizer(files.tokenizer)
        self._tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")

    def score(self, question: str, text: str) -> float:
        encoded = self._tokenizer.encode(encodable(question), encodable(text))
        inputs = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        logits = self._session.run(None, {name: np.array([ids], dtype=np.int64) for name, ids in inputs.items()})[0]
        score = float(logits[0, 0])
        if not math.isfinite(score):
            raise ModelRefused("The model {model} gave a score that is no number.", model=MODEL)
        return score
