"""Which passages answer: the words they share with the question, their meaning, and where retrieval put them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np

from knowledge.answering.evidence import Evidence
from knowledge.answering.passages import Kind, Passage, passages
from knowledge.answering.question import QuestionTerms
from knowledge.answering.verify import Wording
from knowledge.ports import Embedder
from knowledge.reading.plain import plain_text
from knowledge.text import analyze
from knowledge.types import LONG_AGO

COMPARED = 12  # passages whose vectors are worth their time
MAX_COMPARED_CHARS = 800
COSINE_WEIGHT = 2.0  # cosines of passages lie close together: .5 to .9
RANK_STEP = 0.02  # what each place in the evidence costs
LINE_STEP = 0.05  # what each e-fold of the line number costs: a note says the general before the particular
LIST_COST = 0.1  # one item that answers reads better than its whole list
POINTER_COST = 0.3  # "Owner: [[somebody]]": only links after a label lead elsewhere
NUMBER_GAIN = 0.15  # where a number is asked for, a passage with one is likelier to hold it
STEPS_GAIN = 0.1  # where a way is asked for, so are numbered steps and commands
REASON_GAIN = 0.1  # where a reason is asked for, so is "because"
UNFINISHED_COST = 0.3  # a question is no answer, nor is a lead-in without what it leads to
_UNFINISHED = frozenset("?？:：")

_LINK = re.compile(r"!?\[\[[^\[\]]*\]\]|!?\[[^\[\]]*\]\([^()]*\)|<?https?://[^\s>]*>?")
_NAMED_NOTE = re.compile(r"!?\[\[[^\[\]|]*\]\]")  # says where something stands, not what
_NUMBER = re.compile(
    r"\d|[一二两三四五六七八九十百千]"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty)\b"
    r"|\b(?:eine?n?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|zwanzig|dreißig)\b",
    re.IGNORECASE,
)
_ASKS_WAY = re.compile(
    r"\bhow (?:do|can|could|should|would|to|does one)\b|\bwhat (?:do|should|must|can) (?:i|we|you) do\b|\bsteps\b"
    r"|\bwhat now\b|\bwie (?:kann|können|muss|macht|mache|soll|geht)\b|\bcomment\b|\bcómo\b|怎么|如何|怎样|كيف",
    re.IGNORECASE,
)
_ASKS_REASON = re.compile(
    r"\bwhy\b|\bhow come\b|\breasons?\b|\bwarum\b|\bwieso\b|\bweshalb\b|\bpourquoi\b|\bpor qué\b|为什么|为何|لماذا",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"\bbecause\b|\bsince\b|\bso that\b|\bin order to\b|\breasons?\b|\btherefore\b|\bdue to\b"
    r"|\bweil\b|\bdamit\b|\bdeshalb\b|\bgrund\b|\bgründe\b|\bparce que\b|\bporque\b|因为|由于|为了|لأن",
    re.IGNORECASE,
)
_POINTER = re.compile(r"(?:[^:\x00]*:)?[\s,;·*_]*(?:\x00[\s,;·*_]*)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A passage with its score (only comparable within one question) and the terms of its own words."""

    passage: Passage
    score: float
    terms: frozenset[str]
    cosine: float | None = None  # to the question; None where vectors were not compared


def by_words(question: QuestionTerms, evidence: Evidence) -> list[Scored]:
    """Every passage, best first: half for all its words, half for telling ones with its context.

    What several notes say in the same words is quoted from the one that was changed last.
    """
    scored = [
        _score(question, passage, excerpt.wording) for excerpt in evidence.excerpts for passage in passages(excerpt)
    ]
    return _from_latest(sorted(scored, key=lambda each: -each.score))


def _from_latest(scored: Sequence[Scored]) -> list[Scored]:
    """The first of those that have the same words, with the passage of the note that was changed last."""
    first: dict[str, Scored] = {}
    for each in scored:
        known = first.setdefault(each.passage.text, each)
        if known.passage.excerpt.ref != each.passage.excerpt.ref and _changed(each) > _changed(known):
            first[each.passage.text] = replace(known, passage=each.passage)
    return list(first.values())


def _changed(scored: Scored) -> datetime:
    return scored.passage.excerpt.updated or LONG_AGO


async def by_meaning(question: QuestionTerms, scored: Sequence[Scored], embedder: Embedder) -> list[Scored]:
    """The best of them again, with their cosine to the question. Raises ModelError, InvalidVector."""
    short = scored[:COMPARED]
    if not short:
        return []
    asked = await embedder.embed_query(question.text)
    vectors = await embedder.embed_documents([_text(each.passage) for each in short])
    cosines = np.asarray(vectors @ asked, dtype=float)
    again = [
        replace(each, score=each.score + COSINE_WEIGHT * float(cosine), cosine=float(cosine))
        for each, cosine in zip(short, cosines, strict=True)
    ]
    return sorted(again, key=lambda each: -each.score)


def best_passage_cosine(scored: Sequence[Scored]) -> float | None:
    """The cosine of the passage nearest to the question; None where vectors were not compared."""
    return max((each.cosine for each in scored if each.cosine is not None), default=None)


def _score(question: QuestionTerms, passage: Passage, wording: Wording) -> Scored:
    excerpt = passage.excerpt
    language = wording.language or question.language
    own = frozenset(analyze(f"{passage.lead_text} {_NAMED_NOTE.sub('', passage.text)}", language=language))
    context = analyze("\n".join([excerpt.title, *passage.headings, *passage.columns]), language=language)
    said = question.coverage(own, language, every_word=True)
    meant = question.coverage(own.union(context), language)
    score = (said + meant) / 2 + _gain(question, passage) - _cost(passage)
    return Scored(passage=passage, score=score, terms=own)


def _gain(question: QuestionTerms, passage: Passage) -> float:
    """What speaks for a passage that is of the kind asked for: a number, a way, a reason."""
    asked = question.text
    return (
        NUMBER_GAIN * (question.asks_for_a_number and _NUMBER.search(passage.text) is not None)
        + STEPS_GAIN * (_ASKS_WAY.search(asked) is not None and (passage.kind is Kind.CODE or bool(passage.steps)))
        + REASON_GAIN
        * (_ASKS_REASON.search(asked) is not None and _REASON.search(_NAMED_NOTE.sub("", passage.text)) is not None)
    )


def _cost(passage: Passage) -> float:
    """What speaks against a passage whatever its words."""
    ending = passage.text.rstrip("*_ ")[-1:]
    return (
        RANK_STEP * (passage.excerpt.number - 1)
        + LINE_STEP * math.log(passage.excerpt.lines(passage.start, passage.end)[0])
        + LIST_COST * (passage.kind is Kind.LIST)
        + POINTER_COST * _only_points(passage.text)
        + UNFINISHED_COST * (ending in _UNFINISHED and passage.kind is Kind.SENTENCE)
    )


def _only_points(text: str) -> bool:
    """Whether every line is links, with at most a label before them."""
    lines = [_LINK.sub("\x00", line).strip(" .,;|-*_!>") for line in text.split("\n")]
    return "\x00" in "".join(lines) and all(not line or _POINTER.fullmatch(line) for line in lines)


def _text(passage: Passage) -> str:
    """What is embedded: the way a chunk is, headings first."""
    context = " > ".join(passage.headings)
    words = plain_text(f"{passage.lead_text} {passage.text}")
    return "\n".join(part for part in (context, " | ".join(passage.columns), words) if part)[:MAX_COMPARED_CHARS]
