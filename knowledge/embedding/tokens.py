"""The embedded model's tokenizer: what limits a text, and what the network reads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer


PIECE_CHARS = 16_384


class WordPieceTokenizer:
    """Finds a text's tokens (`ports.Tokenizer`); its file is read at the first use.

    A word of more than 100 characters is one token to this model.
    """

    def __init__(self, find: Callable[[], Path]) -> None:
        self._find = find
        self._lock = threading.Lock()
        self._loaded: Tokenizer | None = None

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        """Character spans (start, end exclusive) of the tokens, in order. Thread-safe. Raises ModelMissing."""
        with self._lock:
            if self._loaded is None:
                self._loaded = load_tokenizer(self._find())
        return [
            (start + first, start + last)
            for start, piece in _pieces(encodable(text))
            for first, last in self._loaded.encode(piece, add_special_tokens=False).offsets
        ]


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """The text in runs of whole lines with their offsets.

    No token crosses a line end, and the native call holds the interpreter: a long one would stall everybody.
    """
    start = 0
    while start < len(text):
        end = text.find("\n", start + PIECE_CHARS) + 1 or len(text)
        yield start, text[start:end]
        start = end


def load_tokenizer(path: Path) -> Tokenizer:
    """Read a tokenizer that neither cuts nor pads."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - loads a native library that a search by words does not need

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def encodable(text: str) -> str:
    """Return the text with lone surrogates, which no tokenizer takes, replaced one by one."""
    return text.encode("utf-8", "replace").decode()
