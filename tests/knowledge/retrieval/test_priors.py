"""What a note is, beside what its words are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from knowledge.retrieval.priors import LOG, LOOKED_AT, NAMED, with_priors
from knowledge.types import Candidate, Query
from tests.knowledge.retrieval.conftest import Shelve, files
from tests.knowledge.retrieval.values import candidate


def titled(*titles: str, path: str = "note{}.md") -> list[Candidate]:
    """Candidates of these titles, each .02 behind the one before."""
    made = [candidate(at, 1.0 - 0.02 * at, path=path.format(at)) for at in range(len(titles))]
    return [replace(one, chunk=replace(one.chunk, title=title)) for one, title in zip(made, titles, strict=True)]


def titles(candidates: Sequence[Candidate]) -> list[str]:
    return [one.chunk.title for one in candidates]


@pytest.mark.promise("a-note-named-in-the-question-comes-first")
def test_a_note_whose_title_is_in_the_question_comes_before_one_that_is_a_little_better() -> None:
    found = with_priors(titled("Own pages for errors", "Static files"), "How do I serve static files easily?")
    assert titles(found) == ["Static files", "Own pages for errors"]
    assert found[0].boosts == (NAMED,)
    assert found[0].score == pytest.approx(0.98 + NAMED.amount)


def test_a_title_of_one_word_says_too_little() -> None:
    assert titles(with_priors(titled("Travel", "Files"), "where are my files?")) == ["Travel", "Files"]


def test_a_title_that_is_only_half_in_the_question_says_nothing() -> None:
    assert titles(with_priors(titled("Travel", "Static files"), "where are my files?")) == ["Travel", "Static files"]


@pytest.mark.promise("a-log-of-changes-comes-after-what-explains")
@pytest.mark.parametrize("log", ["Release notes", "Changelog", "What's new"])
def test_a_log_of_changes_comes_after_what_explains(log: str) -> None:
    found = with_priors(titled(log, "Test databases"), "how do I mock the database?")
    assert titles(found) == ["Test databases", log]
    assert found[1].boosts == (LOG,)


def test_a_log_of_changes_is_known_by_its_path_too() -> None:
    (found,) = with_priors(titled("4.2", path="docs/release-notes/{}.md"), "how do I mock the database?")
    assert found.boosts == (LOG,)


@pytest.mark.parametrize(
    "question",
    ["what changed in the mocks?", "which version brought mocks?", "mocks in 4.2", "since when are there mocks?"],
)
def test_a_question_about_changes_is_answered_by_their_log(question: str) -> None:
    assert titles(with_priors(titled("Release notes", "Mocks of databases"), question))[0] == "Release notes"


def test_what_stands_far_down_keeps_its_place() -> None:
    candidates = [candidate(at, 0.5, path=f"{at}.md") for at in range(LOOKED_AT + 2)]
    candidates[-1] = replace(candidates[-1], chunk=replace(candidates[-1].chunk, title="Static files"))
    assert with_priors(candidates, "static files") == candidates


async def test_a_search_shows_what_explains_before_the_log_of_changes(shelve: Shelve) -> None:
    shelf = await shelve(
        {
            "handbook/release-notes.md": "# Release notes\n\nRelease 4 brought the harvest planner rows.\n",
            "handbook/planner.md": "# Planning\n\nThe harvest planner sorts fields by their soil.\n",
        }
    )

    async def first(question: str) -> str:
        return files((await shelf.finder.search(Query(text=question), limit=2)).hits)[0]

    assert await first("how does the harvest planner sort rows?") == "planner.md"
    assert await first("which release brought rows to the harvest planner?") == "release-notes.md"
