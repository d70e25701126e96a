"""Whether a statement is in its source: judged on statements that people labelled."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import numpy as np
import pytest

from knowledge.answering.backing import Backing, last_sentence
from knowledge.answering.checking import Checker
from knowledge.errors import ModelUnreachable
from knowledge.ports import Matrix, Vector
from tests.knowledge.answering.statements import LEAVE, STATEMENTS, Labelled
from tests.knowledge.answering.support import WordTokenizer, chunk, evidence_of

# Of two things words alone cannot tell: a row that reaches up to 2,000 from one above it, and whether a word that
# only begins a sentence names something.
MISSED = {"An amount over 2,000 € needs a yes from Priya Nair.", "Kafka was switched off on 2025-02-28."}


def checker(text: str, *, embedder: NearEmbedder | None = None, known: str = "") -> Checker:
    evidence = evidence_of(chunk(text, title="Handbook", headings=["Handbook"]))
    return Checker(evidence, known=known, embedder=embedder, loop=asyncio.get_running_loop())


class NearEmbedder:
    """The first text has this cosine to every other one; or nothing can be embedded."""

    model = "near"
    tokenizer = WordTokenizer()

    def __init__(self, cosine: float, *, failure: Exception | None = None) -> None:
        self._cosine, self._failure = cosine, failure

    async def embed_documents(self, texts: Sequence[str]) -> Matrix:
        if self._failure is not None:
            raise self._failure
        other = [self._cosine, float(np.sqrt(1 - self._cosine**2))]
        return np.array([[1.0, 0.0], *([other] * (len(texts) - 1))], dtype=np.float32)

    async def embed_query(self, text: str) -> Vector:
        raise AssertionError("A statement is compared as a text, not as a question.")


@pytest.mark.promise("a-statement-is-held-against-its-source")
async def test_changed_facts_are_told_from_paraphrases() -> None:
    judged = {one: checker(one.evidence).backs(1, one.statement) for one in STATEMENTS}
    taken = {one for one, backed in judged.items() if backed}
    true = {one for one in STATEMENTS if one.backed}

    # Nothing that the evidence says may lose its marker, so recall is whole; a wrong fact that passes is a false
    # footnote, so only what is known to be out of reach may.
    assert len(STATEMENTS) >= 110
    assert true - taken == set()
    assert {one.statement for one in taken - true} == MISSED


@pytest.mark.promise("a-statement-is-held-against-its-source")
@pytest.mark.parametrize(
    "one", [one for one in STATEMENTS if one.kind.startswith("wrong")], ids=lambda one: one.statement
)
def test_every_wrong_number_unit_date_and_identifier_is_seen(one: Labelled) -> None:
    excerpt = evidence_of(chunk(one.evidence, title="Handbook", headings=["Handbook"])).excerpts[0]

    assert Backing.of(excerpt).judge(one.statement) == "other"


@pytest.mark.parametrize(
    ("embedder", "backed"),
    [
        (NearEmbedder(0.8), True),
        (NearEmbedder(0.4), False),
        (NearEmbedder(0.8, failure=ModelUnreachable()), False),  # too few words are shared
        (None, False),
    ],
    ids=["near", "far", "failing", "none"],
)
@pytest.mark.promise("a-statement-is-held-against-its-source")
async def test_meaning_decides_where_the_words_are_too_few(embedder: NearEmbedder | None, backed: bool) -> None:
    judge = checker(LEAVE, embedder=embedder)

    assert await asyncio.to_thread(judge.backs, 1, "Remaining leave is forfeited in spring.") is backed


async def test_meaning_cannot_outvote_a_number() -> None:
    judge = checker(LEAVE, embedder=NearEmbedder(0.99))

    assert not await asyncio.to_thread(judge.backs, 1, "You get 31 paid vacation days per calendar year.")


@pytest.mark.parametrize(
    ("sentence", "invented"),
    [
        ("You get 28 days.", False),
        ("There are 3 things to know.", False),  # counts the answer's own words
        ("You asked about 17 people.", False),  # from the question
        ("You get 40 days.", True),
        ("It ends on 7 June.", True),
        ("Run `retry 40 days`.", False),  # code has its own rules
    ],
)
async def test_a_number_from_nowhere_is_an_invention(sentence: str, invented: bool) -> None:
    assert checker(LEAVE, known="what about 17 people?").invents(sentence) is invented


@pytest.mark.parametrize(
    ("statement", "last"),
    [
        ("A is so. B is like this too.", "B is like this too."),
        ("Guests must not use the wired network. Never.", "Guests must not use the wired network. Never."),
        ("- first thing here\n- second thing here", "- second thing here"),
        ("", ""),
    ],
)
def test_a_marker_closes_the_last_sentence(statement: str, last: str) -> None:
    assert last_sentence(statement) == last
