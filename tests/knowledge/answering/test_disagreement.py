"""Notes that differ in a number, a date or a "not"; and notes that are old."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from knowledge.types import Answer, Query, SearchResult, StoredChunk
from tests.knowledge.answering.support import TODAY, ScriptedChat, answerer, candidates, chunk

NEW = datetime(2026, 4, 20, tzinfo=UTC)
OLD = datetime(2024, 10, 9, tzinfo=UTC)
QUESTION = "expense report within how many days"


def note(text: str, path: str, title: str, updated: datetime) -> StoredChunk:
    return replace(chunk(text, path=path, title=title, headings=["Reporting"]), updated=updated)


NEWER = note("File your expense report within 30 days of the purchase.", "a.md", "Expenses", NEW)
OLDER = note("File your expense report within 45 days of the purchase.", "b.md", "Field expenses", OLD)


async def ask(*chunks: StoredChunk, chat: ScriptedChat | None = None, question: str = QUESTION) -> Answer:
    room = answerer(*chunks, chat=chat)
    return await room.answer(Query(text=question), candidates(*chunks), SearchResult(hits=()))


DIFFER = (
    "The notes differ: “Expenses” (changed 20 Apr 2026) says 30 days [{}], "
    "“Field expenses” (changed 9 Oct 2024) says 45 days [{}]."
)


@pytest.mark.promise("notes-that-contradict-each-other-are-both-named")
async def test_two_notes_with_different_numbers_are_both_quoted_the_newer_first() -> None:
    answer = await ask(OLDER, NEWER)

    assert [citation.ref.path for citation in answer.citations] == ["a.md", "b.md"]
    assert answer.text.startswith("File your expense report within 30 days of the purchase. [1]")
    assert answer.text.endswith(DIFFER.format(1, 2))


@pytest.mark.promise("notes-that-contradict-each-other-are-both-named")
async def test_a_generated_answer_hears_of_the_note_that_it_did_not_cite() -> None:
    answer = await ask(OLDER, NEWER, chat=ScriptedChat("You have 45 days for your expense report [1]."))

    assert answer.text == f"You have 45 days for your expense report [1].\n\n{DIFFER.format(2, 1)}"
    assert [citation.ref.path for citation in answer.citations] == ["b.md", "a.md"]


async def test_a_difference_that_the_answer_names_itself_is_not_repeated() -> None:
    told = "Expenses says 30 days for the expense report [2]. Field expenses says 45 days for it [1]."

    answer = await ask(OLDER, NEWER, chat=ScriptedChat(told))

    assert answer.text.count("30 days") == 1


@pytest.mark.promise("notes-that-contradict-each-other-are-both-named")
async def test_yes_against_no_is_a_difference() -> None:
    yes = note("Guests may use the wired network in the office.", "a.md", "Network", NEW)
    no = note("Guests may not use the wired network in the office.", "b.md", "Guests", OLD)

    answer = await ask(yes, no, question="may guests use the wired network")

    assert (
        "“Network” (changed 20 Apr 2026) [1] says the opposite of “Guests” (changed 9 Oct 2024) [2]." in answer.text
    )


@pytest.mark.parametrize(
    "other",
    [
        "File your expense report within 30 days of the purchase!",
        "File your HOB-7 report within 45 days of the purchase.",  # of something else
        "Parcels are kept for 45 days in the hall.",
        "File your expense report within 45 days of the purchase of 9 July.",  # another example
    ],
)
async def test_the_same_or_something_else_is_no_difference(other: str) -> None:
    answer = await ask(NEWER, note(other, "b.md", "Other", OLD))

    assert "The notes differ" not in answer.text


async def test_one_note_does_not_differ_from_itself() -> None:
    twice = note(f"{NEWER.text}\n\n{OLDER.text}", "a.md", "Expenses", NEW)

    assert "The notes differ" not in (await ask(twice)).text


async def test_a_title_cannot_smuggle_a_marker_or_a_mention_into_the_sentence() -> None:
    spoofed = replace(OLDER, title="<!channel> [9] [x](https://evil.example) `old`")

    answer = await ask(NEWER, spoofed)

    assert "[9]" not in answer.text
    assert "<!" not in answer.text
    assert "evil.example" not in answer.text


@pytest.mark.promise("an-old-note-says-its-age")
async def test_a_note_that_nobody_changed_for_two_years_is_named() -> None:
    answer = await ask(OLDER, NEWER)

    assert TODAY - OLD > TODAY - NEW
    assert answer.notices == ("Last changed more than two years ago: [2] (9 Oct 2024).",)


async def test_a_young_note_needs_no_notice() -> None:
    assert (await ask(NEWER)).notices == ()
