"""Kinds, told apart by where notes lie, what they are called and which words differ."""

from __future__ import annotations

import pytest

from knowledge.duplicates.kinds import Likeness, judge, likeness
from knowledge.duplicates.notes import Vocabulary
from knowledge.duplicates.values import Kind
from tests.knowledge.duplicates.builders import a_note

POLICY = """Everybody gets {days} days of paid leave in a year. Ask your manager two weeks before you go.
Days that are left in December move to the next year, but no later than March. Sick days never count."""
RUNBOOK = """{name} has been above {limit} percent for ten minutes. Look at the dashboard of {name} first.
Then restart the worker and watch the queue for a while. Page the owner of {name} where it stays full."""


def alike(left: tuple[str, str, str], right: tuple[str, str, str], *, namesakes: int = 2) -> Likeness:
    """Path, title and text of each."""
    vocabulary = Vocabulary()
    one, other = (
        a_note(path, f"# {title}\n\n{text}", title=title, vocabulary=vocabulary)
        for path, title, text in (left, right)
    )
    return likeness(one, other, vocabulary, namesakes=namesakes)


def kind(left: tuple[str, str, str], right: tuple[str, str, str], *, family: int = 2, namesakes: int = 2) -> Kind:
    return judge(alike(left, right, namesakes=namesakes), family)[0]


@pytest.mark.promise("kinds-tell-copies-from-versions-and-siblings")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("hr/leave.md", "handbook/leave.md"),
        ("hr/leave.md", "hr/leave (1).md"),
        ("hr/leave.md", "hr/leave-copy.md"),
        ("hr/leave.md", "it/leave.md"),
        ("hr/leave.md", "welcome/first-days.md"),
    ],
)
@pytest.mark.parametrize("days", [25, 28])
def test_one_text_in_two_places_is_a_copy_even_after_it_drifted(left: str, right: str, days: int) -> None:
    title = "Paid leave"
    assert kind((left, title, POLICY.format(days=25)), (right, title, POLICY.format(days=days))) is Kind.COPY


@pytest.mark.promise("kinds-tell-copies-from-versions-and-siblings")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("2.10/leave.md", "2.17/leave.md"),
        ("docs/v1/leave.md", "docs/v2/leave.md"),
        ("release-1.28/hr/leave.md", "release-1.29/hr/leave.md"),
        ("release_1_28/leave.md", "release_1_29/leave.md"),
        ("stable-2.16/leave.md", "stable-2.17/leave.md"),
        ("docs/leave.md", "versioned_docs/version-2.0.0/leave.md"),
        ("latest/leave.md", "v3/leave.md"),
        ("7/leave.md", "8/leave.md"),
        ("2023/leave.md", "2024/leave.md"),
        ("leave-2023.md", "leave-2024.md"),
        ("leave.md", "leave-v2.md"),
        ("leave.md", "leave (old).md"),
        ("leave.md", "archive/leave.md"),
        ("en/leave.md", "de/leave.md"),
        ("manual__2.10__leave.md", "manual__2.17__leave.md"),
        ("2.10/hr/leave.md", "2.17/people/leave.md"),
    ],
)
@pytest.mark.parametrize("days", [25, 28])
def test_one_page_in_two_editions_is_a_version_even_word_for_word(left: str, right: str, days: int) -> None:
    title = "Paid leave"
    assert kind((left, title, POLICY.format(days=25)), (right, title, POLICY.format(days=days))) is Kind.VERSION


@pytest.mark.promise("kinds-tell-copies-from-versions-and-siblings")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("alerts/disk85.md", "Disk 85", "disk", 85), ("alerts/disk95.md", "Disk 95", "disk", 95)),
        (("alerts/cpu.md", "CPU", "cpu", 85), ("alerts/memory.md", "Memory", "memory", 85)),
        (("2.10/cpu.md", "CPU", "cpu", 85), ("2.17/memory.md", "Memory", "memory", 85)),
        (("alerts/QueueNearlyFull.md", "QueueNearlyFull", "it", 85), ("alerts/QueueFull.md", "QueueFull", "it", 95)),
    ],
)
def test_two_subjects_of_one_pattern_are_siblings(
    left: tuple[str, str, str, int], right: tuple[str, str, str, int]
) -> None:
    one, other = ((path, title, RUNBOOK.format(name=name, limit=limit)) for path, title, name, limit in (left, right))
    assert kind(one, other) is Kind.TEMPLATE


def test_files_of_one_common_name_are_about_their_folders() -> None:
    left = ("billing/runbook.md", "Runbook", RUNBOOK.format(name="billing", limit=85))
    right = ("search/runbook.md", "Runbook", RUNBOOK.format(name="search", limit=85))
    assert kind(left, right, namesakes=5) is Kind.TEMPLATE
    assert kind(left, right, namesakes=2) is Kind.COPY


def test_the_same_page_of_two_editions_that_bears_another_name_is_never_a_copy() -> None:
    text = POLICY.format(days=25)
    assert kind(("2.10/a.md", "A page", text), ("2.17/b.md", "B page", text)) is Kind.TEMPLATE


def test_a_few_equal_words_under_many_names_are_a_formula() -> None:
    text = "This alert is deprecated. You may silence it for good."
    left, right = ("alerts/one.md", "One", text), ("alerts/two.md", "Two", text)
    assert kind(left, right, family=3) is Kind.TEMPLATE
    assert kind(left, right, family=2) is Kind.COPY


def test_many_names_over_nearly_the_same_text_are_a_pattern() -> None:
    left = ("a/amber.md", "Amber", POLICY.format(days=25))
    right = ("b/birch.md", "Birch", POLICY.format(days=28))
    assert kind(left, right, family=4) is Kind.TEMPLATE
    assert kind(left, right, family=2) is Kind.COPY


@pytest.mark.parametrize("text", ["", "See below.", "TODO: write this one day, please."])
def test_headings_without_text_are_stubs(text: str) -> None:
    assert kind(("a/plan.md", "Plan", text), ("b/goals.md", "Goals", text)) is Kind.STUB


def test_the_same_content_in_other_words_is_an_overlap() -> None:
    other = """In a year you may take 25 days of paid leave. Your manager must know two weeks earlier.
    What you did not take until December is yours until March of the next year. Being sick takes none of it."""
    found, reason = judge(alike(("a/leave.md", "Leave", POLICY.format(days=25)), ("b/rest.md", "Rest", other)), 2)
    assert found is Kind.OVERLAP
    assert "in other words" in reason


def test_the_reason_names_what_differs() -> None:
    left = ("alerts/cpu.md", "CPU", RUNBOOK.format(name="cpu", limit=85))
    right = ("alerts/memory.md", "Memory", RUNBOOK.format(name="memory", limit=85))
    assert (
        judge(alike(left, right), 2)[1] == "The same pattern about two subjects: “cpu” in one, “memory” in the other."
    )
    page = POLICY.format(days=25)
    versions = alike(("2.10/leave.md", "Leave", page), ("2.17/leave.md", "Leave", page))
    assert judge(versions, 2)[1] == "One page in two editions: 2.10 and 2.17."
