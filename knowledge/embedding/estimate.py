"""Tokens of a model whose tokenizer is not here: a cautious guess from letters and signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Scripts written without spaces: about one token a character.
_DENSE = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
# English averages about 4.5 letters a token, other alphabets 2 to 4; every sign counts.
_TOKEN = re.compile(rf"[A-Za-z0-9]{{1,4}}|(?:(?![{_DENSE}])[^\W_]){{1,2}}|\S")


class EstimatedTokenizer:
    """A `ports.Tokenizer` that errs towards too many tokens, so that no chunk is refused as too long."""

    def count(self, text: str) -> int:
        """How many tokens."""
        return len(_TOKEN.findall(text))

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        """Character spans (start, end exclusive) that cover everything but white space, in order."""
        return [match.span() for match in _TOKEN.finditer(text)]
