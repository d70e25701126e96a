"""Chunks made for measuring."""

from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from tests.bench.crowds import QUESTION_WORDS, crowd, pieces, questions_of
from tests.bench.finding import opened


def test_invented_words_are_common_and_rare_as_those_of_notes_and_the_same_in_every_run() -> None:
    made = list(islice(pieces(300, None), 300))
    held = Counter(term for piece in made for term in set(piece.terms))
    assert made == list(pieces(300, None))
    assert max(held.values()) > 200
    assert sum(count == 1 for count in held.values()) > len(held) / 4


def test_sentences_of_named_notes_are_thrown_together(tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text(
        "Tea is steeped for three minutes.\n\nMilk goes in last of all.\n", encoding="utf-8"
    )
    (made,) = pieces(1, tmp_path)
    assert set(made.terms) == {"tea", "steep", "three", "minut", "milk", "goe", "last", "all"}


def test_a_question_is_six_words_of_one_text() -> None:
    texts = [f"alpha{at} beta gamma delta epsilon zeta eta theta" for at in range(10)]
    for question in questions_of(texts, 3):
        words = question.split()
        assert len(words) == len(set(words)) == QUESTION_WORDS
        assert any(set(words) <= set(text.split()) for text in texts)


async def test_a_made_index_is_searched_by_words_and_by_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = await crowd(50, None, questions=2)
    async with opened(made.database) as notes:
        for question in made.questions:
            found = await notes.keywords(question)
            assert found
            hits = (await notes.search(question)).hits
            assert found[0].chunk.ref in {hit.ref for hit in hits}
