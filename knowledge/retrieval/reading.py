"""How a question is to be looked for: whether it names things, and whether the vectors know its language."""

from __future__ import annotations

import re

from knowledge.embedding.languages import knows_only_english
from knowledge.text import ENGLISH, detect_language
from knowledge.types import Reading

# What the vectors count for a question that is mostly names, beside 1 for one in words.
NAMES_DENSE = 0.5
# ... and for one in a language that their model does not know: names and kindred words still mean something to it,
# letters that it never learnt do not.
OTHER_LANGUAGE_DENSE = 0.2
OTHER_SCRIPT_DENSE = 0.02
_MOSTLY = 0.5

_SPACE_ENDS = "\"'“”„«»`()[]{}<>,;!?…"
_NAME = re.compile(
    r"""
    \w+://\S+                        # an address
    |\S*[/\\]\S*\w\S*[/\\.]\S*       # a path
    |[/~.\\]+\w\S*                   # one that begins like a path, a file name with a leading dot
    |--?\w[\w-]*(?:=\S*)?            # an option of a command
    |\w+(?:_\w+)+\(?\)?              # user_id, ERR_1042
    |\w+(?:(?:\.|::|->|\#)\w+)+\(?\)?  # os.path.join, std::vector, 1.2.3
    |\w*[a-z][A-Z]\w*\(?\)?          # deployService
    |[A-Z]+[-:]?\d[\w-]*             # E1042, HTTP-503
    |(?:0x)?[0-9a-f]*\d[0-9a-f]{5,}  # a hash
    |\w+\(\)                         # close()
    """,
    re.VERBOSE,
)
_LETTER = re.compile(r"[^\W\d_]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")


def read_question(text: str, *, model: str) -> Reading:
    """Look at a question before it is searched; `model` is the embedder's name."""
    if _names_things(text):
        return Reading(kind="names", vectors=NAMES_DENSE)
    language = detect_language(text)
    return Reading(language=language, vectors=_understood(text, language) if knows_only_english(model) else 1.0)


def _names_things(text: str) -> bool:
    """Whether at least half of the words are identifiers, error codes, paths or addresses."""
    words = [word for piece in text.split() if (word := piece.strip(_SPACE_ENDS).rstrip(".:"))]
    return bool(words) and sum(_NAME.fullmatch(word) is not None for word in words) >= _MOSTLY * len(words)


def _understood(text: str, language: str) -> float:
    """What vectors of an English model count. A text is English unless it is in another language for sure."""
    if 2 * len(_LATIN.findall(text)) < len(_LETTER.findall(text)):
        return OTHER_SCRIPT_DENSE
    return 1.0 if language in {"", ENGLISH} else OTHER_LANGUAGE_DENSE
