"""Chunks and notes that share words with a question, out of a real index."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from knowledge.ports import TermStatistics
from knowledge.retrieval.bm25 import IndexBM25, mean_idf
from knowledge.retrieval.lexical import LexicalRetriever, NoteRetriever
from knowledge.retrieval.words import IndexFigures, WordPools
from knowledge.text import search_terms
from knowledge.types import CarriedWord, Query, Scope
from tests.knowledge.retrieval.conftest import Shelf, Shelve

SCOPE = Scope(collections=("handbook",))


def by_words(shelf: Shelf) -> LexicalRetriever:
    return LexicalRetriever(WordPools(shelf.store, IndexFigures(shelf.store)), depth=300)


async def ranked(shelf: Shelf, question: str) -> list[str]:
    return [found.chunk.ref.path for found in await by_words(shelf).retrieve(Query(text=question), SCOPE)]


@pytest.mark.promise("keyword-scores-are-those-of-rank-bm25")
@pytest.mark.parametrize("seed", range(5))
def test_scores_of_a_few_texts_equal_rank_bm25_over_the_whole_corpus(seed: int) -> None:
    chance = random.Random(seed)
    corpus = [chance.choices("abcdefghij", weights=range(1, 11), k=chance.randint(1, 30)) for _ in range(40)]
    frequencies = Counter(term for text in corpus for term in set(text))
    assert max(frequencies.values()) > len(corpus) / 2  # so that the floor for common terms is used
    statistics = TermStatistics(
        chunks=len(corpus), mean_length=sum(map(len, corpus)) / len(corpus), frequencies=frequencies
    )
    question = ["a", "j", "a", "missing", "e"]
    weights = {"a": 2.0, "j": 1.0, "missing": 1.0, "e": 1.0}
    some = corpus[10:20]
    ours = IndexBM25(weights, statistics=statistics, mean_idf=mean_idf(frequencies, len(corpus)))
    counts = np.array([[text.count(term) for term in weights] for text in some])
    scores = ours.scores(counts, np.array([len(text) for text in some]))
    assert scores.tolist() == pytest.approx(list(BM25Okapi(corpus).get_scores(question)[10:20]), abs=1e-9)


@pytest.mark.promise("keyword-scores-are-those-of-rank-bm25")
async def test_scores_out_of_the_index_equal_rank_bm25_over_all_its_chunks(shelve: Shelve) -> None:
    texts = [
        f"# Note {at}\n\nThe {'vacation ' * (at % 3)} policy {'travel ' * (at % 5)} of team {at}.\n"
        for at in range(30)
    ]
    shelf = await shelve({f"handbook/{at}.md": text for at, text in enumerate(texts)}, embed=False)
    records = await shelf.store.records([note.ref for note in await shelf.store.notes(SCOPE)])
    corpus = {record.document.ref: list(record.entries[0].terms) for record in records}
    assert len(corpus) == len(texts)
    question = "travel policy vacation"
    expected = BM25Okapi(list(corpus.values())).get_scores(search_terms(question))
    found = {one.chunk.ref: one.score for one in await by_words(shelf).retrieve(Query(text=question), SCOPE)}
    assert found == pytest.approx(dict(zip(corpus, expected, strict=True)))


@pytest.mark.promise("a-rare-word-ranks-its-note-first")
async def test_a_rare_word_ranks_its_note_first(shelve: Shelve) -> None:
    notes = {f"handbook/{at}.md": f"The deploy of team {at} runs at night.\n" for at in range(12)}
    shelf = await shelve({**notes, "handbook/rare.md": "The deploy needs the zeppelin key.\n"}, embed=False)
    assert (await ranked(shelf, "deploy zeppelin"))[0] == "rare.md"


@pytest.mark.promise("words-match-in-any-order")
async def test_words_match_in_any_order(shelve: Shelve) -> None:
    shelf = await shelve(
        {"handbook/a.md": "The backup access rotation is weekly.\n", "handbook/b.md": "No.\n"}, embed=False
    )
    assert await ranked(shelf, "rotation access backup") == ["a.md"]


@pytest.mark.promise("a-word-in-a-title-ranks-above-one-deep-in-a-body")
async def test_a_word_in_a_title_ranks_above_the_same_word_deep_in_a_body(shelve: Shelve) -> None:
    shelf = await shelve(
        {
            "handbook/a-body.md": "# Rules\n\nThese are many words about a vacation.\n",
            "handbook/b-title.md": "# Vacation\n\nThese are many words about the rules.\n",
            "handbook/c.md": "# Other\n\nNothing.\n",
        },
        embed=False,
    )
    assert await ranked(shelf, "vacation") == ["b-title.md", "a-body.md"]


@pytest.mark.promise("identifiers-are-found-whole-and-in-parts")
@pytest.mark.parametrize("question", ["user_id", "ERR_1042", "deploy_service.py", "/api/v2/users", "1042"])
async def test_an_identifier_finds_its_note(shelve: Shelve, question: str) -> None:
    text = "Set `user_id`, run deploy_service.py, call https://x.example/api/v2/users; else ERR_1042.\n"
    shelf = await shelve({"handbook/a.md": text, "handbook/b.md": "The user has an id and an error.\n"}, embed=False)
    assert (await ranked(shelf, question))[0] == "a.md"


async def test_a_bullet_with_a_colon_is_found(shelve: Shelve) -> None:
    shelf = await shelve({"handbook/a.md": "- Owner: Jane\n- Key: x\n", "handbook/b.md": "Nobody.\n"}, embed=False)
    assert await ranked(shelf, "owner jane") == ["a.md"]


async def test_a_question_without_words_finds_nothing(shelve: Shelve) -> None:
    shelf = await shelve({"handbook/a.md": "Text.\n"}, embed=False)
    assert await ranked(shelf, "🎉 ?!") == []
    assert await ranked(shelf, "zebra") == []


async def test_a_carried_word_counts_less_than_a_word_of_the_question(shelve: Shelve) -> None:
    shelf = await shelve(
        {"handbook/a.md": "About alpha.\n", "handbook/b.md": "About beta.\n", "handbook/c.md": "About gamma.\n"},
        embed=False,
    )
    query = Query(text="alpha", carried=(CarriedWord(word="beta", weight=0.5),))
    first, second = await by_words(shelf).retrieve(query, SCOPE)
    assert (first.chunk.ref.path, second.chunk.ref.path) == ("a.md", "b.md")
    assert second.score == pytest.approx(first.score / 2)


async def test_a_note_whose_chunks_hold_the_words_together_comes_first(shelve: Shelve) -> None:
    sections = "\n\n".join(
        f"## {word}\n\nAll about the {word} of the team, in short." for word in ("badge", "parking", "locker")
    )
    notes = {f"handbook/{at}.md": f"# {at}\n\nThe badge is here, says team {at}.\n" for at in range(8)}
    shelf = await shelve({**notes, "handbook/office.md": f"# Office\n\n{sections}\n"}, embed=False)
    notes_of = NoteRetriever(WordPools(shelf.store, IndexFigures(shelf.store)), depth=20)
    found = await notes_of.retrieve(Query(text="badge parking locker"), SCOPE)
    assert found[0].chunk.ref.path == "office.md"
    assert len({one.chunk.ref for one in found}) == len(found)


async def test_figures_of_the_index_follow_its_changes(shelve: Shelve) -> None:
    shelf = await shelve({"handbook/a.md": "Same words.\n", "handbook/b.md": "Same words.\n"}, embed=False)
    figures = IndexFigures(shelf.store)
    statistics = await shelf.store.term_statistics(["same"])
    before = await figures.mean_idf(statistics)
    assert before < 0  # both words are everywhere
    await shelf.store.remove([note.ref for note in await shelf.store.notes(SCOPE)][:1])
    statistics = await shelf.store.term_statistics(["same"])
    assert await figures.mean_idf(statistics) != before
    assert (statistics.notes, statistics.chunks_a_note) == (1, 1.0)
