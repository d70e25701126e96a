"""How large pieces of a note are, in tokens, asking the tokenizer as seldom as possible."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from knowledge.ports import Tokenizer
from knowledge.reading import plain_text
from knowledge.types import Document

# Some tokenizers make one token of any run of letters that they do not know. Such a run counts by its length.
_LONG_TOKEN_CHARS = 20
CHARS_PER_TOKEN = 4
# So does one of characters that are no token at all: accents upon accents, zero-width spaces.
_NO_TOKENS = re.compile(rf"\S{{{_LONG_TOKEN_CHARS + 1},}}")
# Where such tokens and runs may be: no tokenizer makes a long token across signs or ideographs.
_LONG_RUN = re.compile(rf"[^\s!-/:-@\[-`{{-~\u4e00-\u9fff]{{{_LONG_TOKEN_CHARS + 1},}}")


class Ruler:
    """Measures one document. What is counted is what is embedded: the text without its markup."""

    def __init__(self, document: Document, tokenizer: Tokenizer) -> None:
        self.document = document
        self._tokenizer = tokenizer
        self._known: dict[str, int] = {}  # sizes of heading paths and table headers, asked for again and again
        self._starts = [block.start for block in document.blocks]
        self._lines = list(accumulate((len(line) + 1 for line in document.text.split("\n")), initial=0))
        self.plains = tuple(
            plain_text(document.text[block.start : block.end], block.kind) for block in document.blocks
        )

    def size(self, text: str) -> int:
        """Tokens of a short text that is measured often, very long ones counted by their length."""
        if text not in self._known:
            self._known[text] = self._measured(text)
        return self._known[text]

    def tokens(self, text: str) -> int:
        """Tokens of a text as the embedder counts them."""
        return self._tokenizer.count(text)

    def sizes(self, texts: Sequence[str]) -> list[int]:
        """The size of each text."""
        return [self._measured(text) for text in texts]

    def _measured(self, text: str) -> int:
        """Counted one by one only where a long token may be."""
        if not _LONG_RUN.search(text):
            return self._tokenizer.count(text)
        return sum(weight for _, weight in weighted_tokens(self._tokenizer, text))

    def weighted(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The tokens of a span of the source, markup included: (offset in the source, weight)."""
        for offset, weight in weighted_tokens(self._tokenizer, self.document.text[start:end]):
            yield start + offset, weight

    def plain(self, start: int, end: int) -> str:
        """What a reader sees of a span of the source; the source itself where that is nothing."""
        pieces = []
        for index in range(max(bisect_right(self._starts, start) - 1, 0), bisect_left(self._starts, end)):
            block = self.document.blocks[index]
            first, last = max(start, block.start), min(end, block.end)
            if (first, last) == (block.start, block.end):
                pieces.append(self.plains[index])
            elif first < last:
                pieces.append(plain_text(self.document.text[first:last], block.kind))
        return "\n".join(piece for piece in pieces if piece) or self.document.text[start:end].strip()

    def lines(self, start: int, end: int) -> tuple[int, int]:
        """The 1-based numbers of the first and the last line of a span that is not empty."""
        return bisect_right(self._lines, start), bisect_right(self._lines, end - 1)


def weighted_tokens(tokenizer: Tokenizer, text: str) -> Iterator[tuple[int, int]]:
    """The start of each token, and of each long run without any, and what it counts."""
    reached = 0
    for start, end in tokenizer.offsets(text):
        if start - reached > _LONG_TOKEN_CHARS:
            yield from _runs_between(text, reached, start)
        length = end - start
        yield start, 1 if length <= _LONG_TOKEN_CHARS else length // CHARS_PER_TOKEN
        reached = end
    yield from _runs_between(text, reached, len(text))


def _runs_between(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for run in _NO_TOKENS.finditer(text, start, end):
        yield run.start(), len(run[0]) // CHARS_PER_TOKEN
