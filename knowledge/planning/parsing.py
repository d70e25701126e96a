"""What a model wrote for a plan, as values or as nothing: patient about its form, strict about what is kept."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from knowledge.text.folding import visible

MAX_REPLY_CHARS = 4_000
MAX_REWRITE_CHARS = 500
MAX_KEYWORDS = 6
MAX_KEYWORD_CHARS = 60
MAX_KEYWORD_WORDS = 6
MAX_PARTS = 4

_FENCE = re.compile(r"\A```[a-z]*\s*\n(.*)\n\s*```\Z", re.DOTALL | re.IGNORECASE)
_LABEL = re.compile(
    r"\A(?:here\s(?:is|are)\b[^:\n]{0,60}|(?:the\s)?(?:re-?written\s|search\s|stand-?alone\s)?"
    r"(?:question|query|rewrite|key\s?words?|key\s?phrases?))\s*[:：]\s*",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\A(?:[-*•·–]|\(?\d{1,2}[.)])\s+")
_SEPARATORS = re.compile(r"[,;、，；]")
_QUOTES = "\"'`“”„«»‘’「」 "
_REASONING = re.compile(r"</?(?:think|thinking|reasoning)>", re.IGNORECASE)
_REFUSAL = re.compile(
    r"""\A(?:
        (?:i['’]?m|i\s+am)\s+(?:sorry|unable|not\s+able|an?\s+(?:ai|language\s+model))
      | (?:sorry|apologies|unfortunately|as\s+an?\s+(?:ai|language\s+model))\b
      | i\s+(?:can(?:no|['’])?t|could\s?n['’o]t|wo\s?n['’]t|will\s+not|must\s+decline|apologi[sz]e)
      | (?:tut\s+mir\s+leid|es\s+tut\s+mir\s+leid|leider|entschuldigung|ich\s+kann\s+(?:nicht|leider|das|dir|ihnen))\b
      | (?:désolé|je\s+(?:suis\s+désolé|ne\s+peux\s+pas|ne\s+suis\s+pas))
      | (?:lo\s+siento|no\s+puedo|desculpe|não\s+posso|mi\s+dispiace|non\s+posso)\b
      | (?:很?抱歉|对不起|我(?:无法|不能))
    )""",
    re.IGNORECASE | re.VERBOSE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewriting:
    """What is usable of a reply: the question in other words, the questions it consists of; either may be empty."""

    text: str = ""
    parts: tuple[str, ...] = ()


def wording(text: str) -> str:
    """What is left of a text without case, white space and punctuation: equal where two say the same."""
    folded = visible(text).casefold()
    return "".join(character for character in folded if unicodedata.category(character)[0] not in "PZC")


def distinct(texts: Iterable[str], *others: str) -> tuple[str, ...]:
    """The texts in order, without those worded like an earlier one or like one of the others."""
    seen = {"", *(wording(other) for other in others)}
    kept = []
    for text in texts:
        if (key := wording(text)) not in seen:
            seen.add(key)
            kept.append(text)
    return tuple(kept)


def read_rewrite(reply: str, question: str) -> Rewriting | None:
    """The rewrite and the parts, without what only repeats the question; None for a reply that cannot be used.

    Taken are one line, with or without quotation marks or a label, and `{"rewrite": ..., "parts": [...]}`.
    """
    value = _value(reply, question)
    if isinstance(value, dict):
        text, parts = value.get("rewrite"), value.get("parts") or []
    else:
        text, parts = _alone(value), []
    rewrite = _sentence(text, question)
    if not rewrite or not isinstance(parts, list):
        return None
    usable = distinct(filter(None, (_sentence(part, question) for part in parts)), question)[:MAX_PARTS]
    return Rewriting(text="".join(distinct([rewrite], question)), parts=usable if len(usable) > 1 else ())


def read_keywords(reply: str, question: str) -> tuple[str, ...] | None:
    """At most MAX_KEYWORDS short keywords, none of them worded like the question; None where the reply holds none.

    Taken are a JSON list, also as the "keywords" of an object, and a list with one keyword a line or commas between.
    """
    value = _value(reply, question)
    if isinstance(value, dict):
        value = value.get("keywords")
    listed = value if isinstance(value, list) else [value]
    pieces = [piece for each in listed if isinstance(each, str) for piece in _SEPARATORS.split(each)]
    short = [keyword for piece in pieces if (keyword := _keyword(piece, question))]
    return distinct(short, question)[:MAX_KEYWORDS] if short else None


def _value(reply: str, question: str) -> Any:  # noqa: ANN401 - whatever JSON the model wrote, or its lines
    """The JSON of a reply, else its lines; None for nothing, a refusal, reasoning and broken JSON."""
    text = unfenced(reply)
    if not text or len(text) > MAX_REPLY_CHARS or _REASONING.search(text) or refuses(text, question):
        return None
    if text[0] in '[{"':
        with suppress(ValueError, RecursionError):
            return json.loads(text)
        if text[0] != '"':
            return None
    lines = (_LABEL.sub("", _BULLET.sub("", line.strip())) for line in text.splitlines())
    return [line for line in lines if line and not line.endswith((":", "："))]


def _alone(value: object) -> object:
    """What a list of one holds; a text that stands alone already."""
    if isinstance(value, list):
        return value[0] if len(value) == 1 else None
    return value


def refuses(text: str, question: str) -> bool:
    """Whether a reply opens like a refusal, and not because the question opens like that."""
    return _REFUSAL.match(text) is not None and _REFUSAL.match(question) is None


def unfenced(reply: str) -> str:
    """A reply without white space and a code fence around it."""
    text = reply.strip()
    fenced = _FENCE.match(text)
    return fenced[1].strip() if fenced else text


def _sentence(text: object, question: str) -> str:
    """The text on one line, without quotation marks; nothing where it is none, too long, or a refusal."""
    if not isinstance(text, str):
        return ""
    line = " ".join(visible(text).split()).strip(_QUOTES)
    usable = len(line) <= MAX_REWRITE_CHARS and wording(line) and not _broken(line) and not refuses(line, question)
    return line if usable else ""


def _keyword(text: str, question: str) -> str:
    keyword = _sentence(text.strip().rstrip(".:"), question)
    short = len(keyword) <= MAX_KEYWORD_CHARS and len(keyword.split()) <= MAX_KEYWORD_WORDS
    return keyword if short else ""


def _broken(text: str) -> bool:
    """Whether half of a character stands in it, which no query may hold."""
    return any("\ud800" <= character <= "\udfff" for character in text)
