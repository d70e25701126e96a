"""Which languages an embedding model knows, as far as its name tells."""

from __future__ import annotations

import re

ENGLISH_ONLY = ("all-minilm", "mxbai-embed-large", "nomic-embed-text")
_NAMED_ENGLISH = re.compile(r"(?:^|[-_/.])(?:en|english)(?:[-_/.@]|$)")


def knows_only_english(model: str) -> bool:
    """Whether vectors of texts in other languages mean little; False where nobody said so.

    Models whose name has `en` as a word of its own, and a few that are known by their cards.
    """
    name = model.lower()
    return bool(_NAMED_ENGLISH.search(name)) or any(known in name for known in ENGLISH_ONLY)
