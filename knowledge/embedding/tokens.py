"""The embedded model's tokenizer: what limits a text, and what the network reads."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.embedding.files import find_files

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

PIECE_CHARS = 16_384
_KNOWN = 32_768  # words, and runs in them, whose tokens were counted last
_KNOWN_CHARS = 40
_WORD = re.compile(r"[^ \t\n]+")
# What this model never joins with its neighbours: a sign or an ideograph is one token, and any other run is counted
# by itself.
_SIGN = r"!-/:-@\[-`{-~\u4e00-\u9fff"
_RUN = re.compile(rf"[{_SIGN}]|[^{_SIGN}]+")
_NAMED = re.compile(r"\[(?:PAD|UNK|CLS|SEP|MASK)\]")  # tokens that a text can name


class WordPieceTokenizer:
    """Finds a text's tokens (`ports.Tokenizer`); its file is read at the first use.

    A word of more than 100 characters is one token to this model.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder`: see `find_files`."""
        self._folder = folder
        self._lock = threading.Lock()
        self._loaded: Tokenizer | None = None
        self._in_word = lru_cache(_KNOWN)(self._count_by_run)
        self._in_run = lru_cache(_KNOWN)(self._count)

    def __reduce__(self) -> tuple[type[WordPieceTokenizer], tuple[Path | None]]:
        """Another process gets one of its own."""
        return WordPieceTokenizer, (self._folder,)

    def count(self, text: str) -> int:
        """How many tokens. The same words come again and again, so this is many times quicker than `offsets`."""
        words = _WORD.findall(encodable(text))
        return sum([self._in_word(word) if len(word) <= _KNOWN_CHARS else self._count_by_run(word) for word in words])

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        """Character spans (start, end exclusive) of the tokens, in order. Thread-safe. Raises ModelMissing."""
        return [
            (start + first, start + last)
            for start, piece in _pieces(encodable(text))
            for first, last in self._tokens(piece).offsets
        ]

    def _count_by_run(self, word: str) -> int:
        if "[" in word and _NAMED.search(word):
            return self._count(word)
        runs = _RUN.findall(word)
        return sum([self._in_run(run) if len(run) <= _KNOWN_CHARS else self._count(run) for run in runs])

    def _count(self, text: str) -> int:
        return len(self._tokens(text).ids)

    def _tokens(self, text: str) -> Encoding:
        with self._lock:
            if self._loaded is None:
                self._loaded = load_tokenizer(find_files(self._folder).tokenizer)
        return self._loaded.encode(text, add_special_tokens=False)


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
