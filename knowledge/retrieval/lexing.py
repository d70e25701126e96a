"""The pieces of a typed question. Addresses, times, error codes and Windows paths are words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto


class Kind(Enum):
    """What a piece of a question is."""

    WORD = auto()
    PHRASE = auto()
    FILTER = auto()
    OR = auto()
    OPEN = auto()
    CLOSE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """`text` is what would be searched; a filter has a name and a value besides."""

    kind: Kind
    text: str = ""
    name: str = ""
    value: str = ""
    negated: bool = False


MAX_DEPTH = 20  # deeper parentheses mean nothing to a reader either

_QUOTED = r'"[^"\n]*"(?![\w"])|[“„”][^“”„\n]*[”“](?!\w)|«[^«»\n]*»'
_QUOTES = '"“”„«» \u00a0\u202f'
_TOKEN = re.compile(
    rf"""
    (?P<close>\))
    |(?P<minus>-(?=["“„«(]|[^\W\d_][\w'’]))?
     (?:
        (?P<open>\()
       |(?P<phrase>{_QUOTED})
       |(?P<name>[a-z][a-z_]{{1,15}}):(?:(?P<quoted>{_QUOTED})|(?P<value>[^\s:/\\()"“”„«»][^\s:()"“”„«»]*)(?!:))
       |(?P<word>\S+)
     )
    """,
    re.VERBOSE,
)
_SPACE = re.compile(r"\s+")
_ENDS = ".,;!?…"  # of the sentence, not of a filter's value
DATED = frozenset({"after", "before"})  # whose value may be a year, where others would be `host:port`
_PORT = re.compile(r"\d+")


def lex(text: str) -> list[Token]:
    """The pieces in order. A quotation mark or parenthesis without its partner is part of a word, or nothing.

    So are parentheses more than MAX_DEPTH deep.
    """
    tokens: list[Token] = []
    position = depth = 0
    while position < len(text):
        if space := _SPACE.match(text, position):
            position = space.end()
            continue
        match = _TOKEN.match(text, position)
        if match is None:
            break
        token, position = _token(match, depth)
        if token.kind is Kind.CLOSE:
            meant = 0 < depth <= MAX_DEPTH
            depth = max(depth - 1, 0)
        else:
            depth += token.kind is Kind.OPEN
            meant = token.kind is not Kind.OPEN or depth <= MAX_DEPTH
        if meant:
            tokens.append(token)
    return tokens


def _token(match: re.Match[str], depth: int) -> tuple[Token, int]:
    """The piece and where the next one begins."""
    negated = match["minus"] is not None
    if match["close"]:
        return Token(kind=Kind.CLOSE), match.end()
    if match["open"]:
        return Token(kind=Kind.OPEN, negated=negated), match.end()
    if match["phrase"]:
        return Token(kind=Kind.PHRASE, text=match["phrase"].strip(_QUOTES), negated=negated), match.end()
    if match["name"] and (match["name"] in DATED or not _PORT.fullmatch(match["value"] or "")):
        return _filter(match, negated=negated), match.end()
    return _word(match, depth, negated=negated)


def _filter(match: re.Match[str], *, negated: bool) -> Token:
    value = match["quoted"].strip(_QUOTES) if match["quoted"] else match["value"].rstrip(_ENDS)
    name = match["name"]
    return Token(kind=Kind.FILTER, text=f"{name}:{value}", name=name, value=value, negated=negated)


def _word(match: re.Match[str], depth: int, *, negated: bool) -> tuple[Token, int]:
    word = match[0].removeprefix("-") if negated else match[0]
    end = match.end()
    if depth and (cut := _first_unopened(word)) is not None:  # the parenthesis around it ends here
        end -= len(word) - cut
        word = word[:cut]
    if word == "OR":
        return Token(kind=Kind.OR), end
    return Token(kind=Kind.WORD, text=word, negated=negated), end


def _first_unopened(word: str) -> int | None:
    """Where the word closes a parenthesis that it did not open."""
    opened = 0
    for position, character in enumerate(word):
        opened += (character == "(") - (character == ")")
        if opened < 0:
            return position
    return None
