"""Mistyped words find what was meant, and nothing else changes."""

from __future__ import annotations

import pytest

from knowledge.retrieval.spelling import Speller
from knowledge.types import Query, Spelling
from tests.knowledge.retrieval.conftest import Shelf, Shelve, files

NOTES = {
    "handbook/cluster.md": "# Cluster\n\nOur kubernetes cluster runs the deployment of every service.\n",
    "handbook/cubes.md": "# Cubes\n\nA kumquat and a cube lie on the board.\n",
    "handbook/tea.md": "# Tea\n\nThe kettle boils water.\n",
}


async def spellings(shelf: Shelf, text: str) -> dict[str, tuple[str, ...]]:
    query = Query(text=text)
    statistics = await shelf.store.term_statistics(text.split())
    return {one.word: one.terms for one in await Speller(shelf.store).spellings(query, statistics)}


@pytest.mark.promise("a-mistyped-word-finds-what-was-meant")
@pytest.mark.parametrize("typed", ["kuberntes", "kubernets", "kuberenetes", "Kuberentes", "kubernete"])
async def test_a_mistyped_word_finds_the_note(shelve: Shelve, typed: str) -> None:
    shelf = await shelve(NOTES, embed=False)
    result = await shelf.finder.search(Query(text=typed), mode="lexical")
    assert files(result.hits)[0] == "cluster.md"


@pytest.mark.promise("a-mistyped-word-finds-what-was-meant")
async def test_an_exact_match_comes_before_a_near_one(shelve: Shelve) -> None:
    exact = {"handbook/exact.md": "# Kubernete\n\nThe word kubernete as it was typed.\n"}
    shelf = await shelve({**NOTES, **exact}, embed=False)
    assert files((await shelf.finder.search(Query(text="kubernete"), mode="lexical")).hits)[0] == "exact.md"


async def test_the_search_says_what_it_looked_for_instead(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    result = await shelf.finder.search(Query(text="the lists of a servcie"))
    assert result.reading.spellings == (Spelling(word="servcie", terms=("servic",)),)


@pytest.mark.parametrize(
    "text",
    [
        "kubernetes",  # in the notes
        "wubernetes",  # the first letter is taken as right
        "ketl",  # too short to be sure
        "kubernetes_1",  # an identifier is never nearly another
        "deploying",  # another form of a word in the notes
    ],
)
async def test_what_is_no_mistyped_word_stays_as_it_is(shelve: Shelve, text: str) -> None:
    assert await spellings(await shelve(NOTES, embed=False), text) == {}


async def test_a_changed_index_is_read_again(shelve: Shelve) -> None:
    shelf = await shelve(NOTES, embed=False)
    speller, query = Speller(shelf.store), Query(text="ketle")
    statistics = await shelf.store.term_statistics(["ketle"])
    (found,) = await speller.spellings(query, statistics)
    assert found.terms == ("kettl",)
    await shelf.store.remove([note.ref for note in await shelf.store.notes(shelf.library.scope(query))])
    assert await speller.spellings(query, await shelf.store.term_statistics(["ketle"])) == ()
