"""What of a sentence can be held against a text: its quantities, names, identifiers, and whether it denies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from knowledge.answering.quantities import Quantities
from knowledge.answering.units import MONTHS, UNITS, WEEKDAYS
from knowledge.text import content_words, detect_language

_CODE = re.compile(r"`+([^`\n]+)`+")
_IDENTIFIER = re.compile(
    r"(?<![\w@#/.-])(?:[#@]|--)?[A-Za-z](?:[\w-]*(?:_\w|[A-Za-z]-?\d)[\w-]*|[a-z]*[a-z][A-Z]\w*)(?!\w)"
    r"|(?<![\w/])[#@][A-Za-z][\w-]+|(?<![\w-])--[a-z][\w-]+"
)
_NAME = re.compile(r"(?<![\w@#./-])[A-ZÀ-ÖØ-Þ][^\W\d_]+(?:['’][^\W\d_]+)?(?![\w(])")
_STARTS = re.compile(r"(?:^|[.!?:\n|•·(“\"])\s*(?:[-*+]\s+|\d+[.)]\s+)?[\W_]*$")
_LIST_MARK = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+", re.MULTILINE)
_DENIES = re.compile(
    r"\b(?:not?|never|nobody|none|nothing|neither|nor|cannot|without|forbidden|prohibited|impossible)\b|n['’]t\b"
    r"|\b(?:nicht|kein\w*|nie|niemals|niemand|nichts|ohne|verboten|untersagt)\b"
    r"|\b(?:ne|pas|jamais|aucune?|sans)\b|\b(?:nunca|ningun[oa]?|sin|nadie)\b|[不没無无禁]|لا\b|ليس",
    re.IGNORECASE,
)
_COUNTED = MONTHS.keys() | UNITS.keys() | WEEKDAYS.keys()
_LIMITS = re.compile(  # beside one of these, "no" and "yes" may say the same
    r"\b(?:unless|except|only|until|rather|instead|but|although|ausser|außer|nur|sondern|sauf|seulement|salvo|solo)\b"
    r"|除非|除了|只有|仅",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Of one sentence or passage, without Markdown's list marks."""

    quantities: Quantities
    names: frozenset[str]  # folded, as they stand within a sentence; none where nouns have capitals
    openers: frozenset[str]  # capital words that only begin a sentence: names or not
    identifiers: frozenset[str]  # folded
    denies: bool
    limited: bool  # it holds "unless", "only" and the like

    @classmethod
    def of(cls, text: str) -> Facts:
        """Find them."""
        bare = _LIST_MARK.sub("", text)
        codes = [code.strip() for code in _CODE.findall(bare)]
        spelt = _CODE.sub(" ", bare)
        identifiers = frozenset(found[0].casefold() for found in _IDENTIFIER.finditer(spelt))
        prose = _IDENTIFIER.sub(" ", spelt)
        names, openers = _names(prose)
        return cls(
            quantities=Quantities.of(prose),
            names=names,
            openers=openers,
            identifiers=identifiers.union(code.casefold() for code in codes),
            denies=_DENIES.search(prose) is not None,
            limited=_LIMITS.search(prose) is not None,
        )


def _names(prose: str) -> tuple[frozenset[str], frozenset[str]]:
    if detect_language(prose) == "german":
        return frozenset(), frozenset()
    telling = {word.casefold() for word in content_words(prose).values()}
    inner: set[str] = set()
    openers: set[str] = set()
    for found in _NAME.finditer(prose):
        name = re.sub(r"['’]s$", "", found[0]).casefold()
        if (name in telling or found[0].isupper()) and name not in _COUNTED:
            (openers if _STARTS.search(prose[: found.start()]) else inner).add(name)
    return frozenset(inner), frozenset(openers)
