"""What leaves the stream is safe, however the model's text was cut into pieces."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.answering.stream import UNBACKED, SafeStream
from knowledge.answering.verify import markers

KNOWN = 3
LINK = "https://notes.example/a"
SILENCE = "NOT_IN_NOTES"

fragments = st.sampled_from(
    [
        *"[]()`*\\ \n.!0139１【】［］:<>~^,a•。†",
        *("[1]", "[2]", "[9]", " [3].", "[01]", "[ 1]", "[1, 2]", "[^1]", "\\[9\\]", "source 4"),
        *("```", "```\n", "Days. ", "word ", "](", "![", LINK, "https://evil.example/?q=1", SILENCE),
    ]
)
texts = st.lists(fragments, max_size=40).map("".join)


def stream() -> SafeStream:
    return SafeStream(supports=lambda _, __: True, count=KNOWN, addresses=frozenset({LINK}), silence=SILENCE)


def released(*pieces: str) -> str:
    safe = stream()
    return "".join([*(safe.feed(piece) for piece in pieces), safe.finish()])


@pytest.mark.promise("unresolved-markers-never-leave-the-stream")
@given(texts, st.lists(st.integers(min_value=0, max_value=200), max_size=10))
def test_how_a_text_is_split_changes_nothing(text: str, cuts: list[int]) -> None:
    ends = sorted({min(cut, len(text)) for cut in cuts})
    pieces = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]

    assert released(*pieces) == released(text)
    assert released(*text) == released(text)


@pytest.mark.promise("unresolved-markers-never-leave-the-stream")
@given(texts)
def test_every_marker_that_leaves_is_numbered_by_its_first_use(text: str) -> None:
    safe = stream()
    shown = safe.feed(text) + safe.finish()

    numbers = [marker.number for marker in markers(shown)]
    assert sorted(set(numbers)) == sorted(set(range(1, len(safe.claims) + 1)) & set(numbers))
    assert list(dict.fromkeys(numbers)) == sorted(set(numbers))


@pytest.mark.promise("unresolved-markers-never-leave-the-stream")
@given(st.text(alphabet="[]0129 ,\\１【】［］^a.\n", max_size=60))
def test_nothing_outside_code_looks_like_a_marker_but_is_none(text: str) -> None:
    shown = released(text)

    for found in re.findall(r"\\?[\[［【][ ^]*\d+[ ,\d]*\\?[\]］】]", shown):
        assert found in {"[1]", "[2]", "[3]"}


@given(st.text(alphabet="[]()09a, .!<>:/", min_size=1, max_size=30).filter(lambda code: code.strip(" ")))
def test_code_is_untouched(code: str) -> None:
    assert released(f"Call `{code}` now [1].\n") == f"Call `{code}` now [1].\n"
    fenced = f"Call [1]:\n\n```python\n{code}\n```\n"
    assert released(fenced) == fenced


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("You get 28 days [1].", "You get 28 days [1]."),
        ("You get 28 days [9].", "You get 28 days."),
        ("You get 28 days [01].", "You get 28 days."),
        ("You get 28 days [ 1].", "You get 28 days."),
        ("You get 28 days [1, 2].", "You get 28 days."),
        ("You get 28 days ［1］【1】.", "You get 28 days."),
        ("You get 28 days [１].", "You get 28 days."),
        ("You get 28 days 【4:0†source】.", "You get 28 days."),
        ("You get 28 days [Source 2].", "You get 28 days."),
        ("You get 28 days [^1].", "You get 28 days."),
        ("You get 28 days \\[9\\].", "You get 28 days."),
        ("You get 28 days &#91;9&#93;.", "You get 28 days 9."),
        ("You get 28 days [[8]9].", "You get 28 days."),
        ("You get 28 days [1](https://evil.example/?q=28).", "You get 28 days [1]."),
        ("You get 28 days [9](https://evil.example/).", "You get 28 days."),
        ("You get 28 days [1", "You get 28 days"),
        ("Both [3] and [2] say it [3].", "Both [1] and [2] say it [1]."),
        ("Use `a[9]` and ``b[`1`]`` [1].", "Use `a[9]` and ``b[`1`]`` [1]."),
        ("- [x] done [1]", "- [x] done [1]"),
        ("On [2026-01-02] it broke [1].", "On [2026-01-02] it broke [1]."),
    ],
)
@pytest.mark.promise("unresolved-markers-never-leave-the-stream")
def test_only_the_canonical_form_of_a_known_number_is_a_marker(written: str, shown: str) -> None:
    assert released(written) == shown


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        (f"See [the form]({LINK}) [1].", f"See [the form]({LINK}) [1]."),
        (f"See {LINK}. [1]", f"See {LINK}. [1]"),
        ("See [the form](https://evil.example/?q=secret) [1].", "See the form [1]."),
        (f"See [the form]({LINK}?q=secret) [1].", "See the form [1]."),
        ("See https://evil.example/?q=secret, please [1].", "See `https://evil.example/?q=secret`, please [1]."),
        ("See <https://evil.example/> [1].", "See `https://evil.example/` [1]."),
        ("Look ![chart](https://evil.example/a.png) here [1].", "Look  here [1]."),
        (
            "Look ![chart][x] here [1].\n\n[x]: https://evil.example/",
            "Look  here [1].\n\n[x] `https://evil.example/`",
        ),
        ("Look [![a](https://evil.example/a)](https://evil.example/b) [1].", "Look  [1]."),
        ("Say [hello](javascript:alert) [1].", "Say hello [1]."),
    ],
)
@pytest.mark.promise("a-link-that-no-note-holds-cannot-be-followed")
def test_links_stay_only_where_a_note_holds_them(written: str, shown: str) -> None:
    assert released(written) == shown


def test_a_statement_leaves_as_soon_as_the_next_one_begins() -> None:
    safe = stream()

    assert safe.feed("You get 28 days. [1] ") == ""
    assert safe.feed("They") == "You get 28 days. [1] "


def test_dropped_markers_are_counted() -> None:
    safe = stream()
    safe.feed("One [9] two [01] three [1].\n")

    assert safe.dropped == 2


@pytest.mark.promise("a-statement-that-its-source-does-not-say-is-named")
def test_a_marker_without_support_goes_and_its_statement_is_named() -> None:
    safe = SafeStream(
        supports=lambda number, statement: "days" in statement, count=2, addresses=frozenset(), silence=SILENCE
    )
    shown = safe.feed("You get 28 days [1]. The office has a cat [1]. More days [2].\n")

    assert shown == "You get 28 days [1]. The office has a cat (not backed by the notes). More days [2].\n"
    assert safe.dropped == 1


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("A cat [1][2] days [3].", f"A cat {UNBACKED} days [1]."),
        ("Cats and days [1] and a dog [2].", f"Cats and days [1] and a dog {UNBACKED}."),
        ("A cat. [1] More.", f"A cat. {UNBACKED} More."),
        ("- a cat [1]\n- days [2]", f"- a cat {UNBACKED}\n- days [1]"),
    ],
)
@pytest.mark.promise("a-statement-that-its-source-does-not-say-is-named")
def test_a_statement_is_named_once_where_all_its_markers_are_refused(written: str, shown: str) -> None:
    safe = SafeStream(
        supports=lambda _, statement: "days" in statement, count=3, addresses=frozenset(), silence=SILENCE
    )

    assert safe.feed(written) + safe.finish() == shown


@pytest.mark.promise("a-statement-that-its-source-does-not-say-is-named")
def test_an_invented_number_without_a_marker_is_named() -> None:
    safe = SafeStream(
        supports=lambda _, __: True,
        invents=lambda sentence: "99" in sentence,
        count=3,
        addresses=frozenset(),
        silence=SILENCE,
    )
    shown = safe.feed("There are 99 days. You get 28 [1]. Code:\n```\n99\n```\n") + safe.finish()

    assert shown == f"There are 99 days {UNBACKED}. You get 28 [1]. Code:\n```\n99\n```\n"


def test_an_open_code_block_is_closed_at_the_end() -> None:
    assert released("Run [1]:\n```sh\nmake") == "Run [1]:\n```sh\nmake\n```"


def test_the_word_of_silence_never_leaves() -> None:
    safe = stream()

    assert safe.feed(f"{SILENCE}\n") + safe.finish() == "\n"
    assert safe.silent
