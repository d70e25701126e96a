"""Text as filters compare it: words between single spaces, without case, accents and punctuation."""

from __future__ import annotations

import re

from knowledge.text.folding import fold, visible

_NO_WORD = re.compile(r"[\W_]+")
# Thai to Khmer, kana, Han and Hangul are written without spaces: a word there has no border that could be seen.
_UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff]"
)


def words_of(text: str) -> str:
    """Return the words of the text, folded, with one space between two of them."""
    return _NO_WORD.sub(" ", fold(visible(text))).strip()


def edged(phrase: str) -> str:
    """Return the phrase's words with a space at each edge that must be the border of a word; "" without words.

    Whole words count (`cat` is not in `category`), except at an edge written in a script without spaces.
    """
    wanted = words_of(phrase)
    if not wanted:
        return ""
    before = "" if _UNSPACED.match(wanted[0]) else " "
    after = "" if _UNSPACED.match(wanted[-1]) else " "
    return f"{before}{wanted}{after}"


def side_by_side(phrase: str, text: str | None) -> bool:
    """Whether the words of the phrase stand next to each other, in order, in the text."""
    wanted = edged(phrase)
    return bool(wanted and text) and wanted in f" {words_of(text or '')} "
