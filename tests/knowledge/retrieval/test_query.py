"""What a typed question means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import QueryError
from knowledge.filters import AllOf, AnyOf, Filter, FilterKind, Not, Term
from knowledge.retrieval import parse_query


def term(kind: str, value: str) -> Term:
    return Term(kind=FilterKind(kind), value=value)


def both(*operands: Filter) -> AllOf:
    return AllOf(operands=operands)


def either(*operands: Filter) -> AnyOf:
    return AnyOf(operands=operands)


@pytest.mark.promise("filters-in-the-text-are-understood")
@pytest.mark.parametrize(
    ("text", "words", "filter_"),
    [
        ("vacation in:handbook", "vacation", term("in", "handbook")),
        (
            "in:#ops path:hr/ tag:#policy author:@ann",
            "",
            both(term("in", "ops"), term("path", "hr/"), term("tag", "policy"), term("author", "ann")),
        ),
        ("x after:2025-01-31 before:2025-03", "x", both(term("after", "2025-01-31"), term("before", "2025-03-01"))),
        ("x before:2025", "x", term("before", "2025-01-01")),
        ('path:"my notes/a b" x', "x", term("path", "my notes/a b")),
        ('the "exact phrase" here', "the exact phrase here", term("phrase", "exact phrase")),
        ("“smart quotes” x", "smart quotes x", term("phrase", "smart quotes")),
        ("„deutsch“ x", "deutsch x", term("phrase", "deutsch")),
        ("« français » x", "français x", term("phrase", "français")),
        ("policy -draft", "policy", Not(operand=term("word", "draft"))),
        ('policy -"old draft"', "policy", Not(operand=term("phrase", "old draft"))),
        ("policy -tag:draft", "policy", Not(operand=term("tag", "draft"))),
        ("vacation in:handbook?", "vacation", term("in", "handbook")),
    ],
)
def test_a_filter_is_taken_out_of_the_text(text: str, words: str, filter_: Filter) -> None:
    assert parse_query(text) == (words, filter_, ())


@pytest.mark.promise("one-kind-twice-is-either-and-two-kinds-are-both")
@pytest.mark.parametrize(
    ("text", "filter_"),
    [
        ("tag:a tag:b", either(term("tag", "a"), term("tag", "b"))),
        ("tag:a in:x tag:b", both(either(term("tag", "a"), term("tag", "b")), term("in", "x"))),
        ("-tag:a -tag:b", both(Not(operand=term("tag", "a")), Not(operand=term("tag", "b")))),
        ("-a1 -b1", both(Not(operand=term("word", "a1")), Not(operand=term("word", "b1")))),
        ("tag:a OR in:b", either(term("tag", "a"), term("in", "b"))),
        ("tag:x tag:a OR in:b", both(term("tag", "x"), either(term("tag", "a"), term("in", "b")))),
        (
            "(in:ops OR in:dev) -author:bot",
            both(either(term("in", "ops"), term("in", "dev")), Not(operand=term("author", "bot"))),
        ),
        (
            "tag:x (in:a OR (in:b tag:y))",
            both(term("tag", "x"), either(term("in", "a"), both(term("in", "b"), term("tag", "y")))),
        ),
        ("-(tag:a OR tag:b)", Not(operand=either(term("tag", "a"), term("tag", "b")))),
        ("-(draft OR old)", Not(operand=either(term("word", "draft"), term("word", "old")))),
        ("in:a OR vacation", either(term("in", "a"), term("word", "vacation"))),
        (
            "((tag:a OR (in:b late)) OR tag:c) author:ann",
            both(either(either(term("tag", "a"), term("in", "b")), term("tag", "c")), term("author", "ann")),
        ),
    ],
)
def test_filters_combine(text: str, filter_: Filter) -> None:
    assert parse_query(text).filter == filter_


def test_parentheses_beyond_all_reason_lose_no_word_and_no_filter() -> None:
    nested = f"{'(' * 1_000}door -open{')' * 1_000} tag:x code"

    assert parse_query(nested)[:2] == ("door code", both(Not(operand=term("word", "open")), term("tag", "x")))


@pytest.mark.promise("what-only-looks-like-a-filter-stays-text")
@pytest.mark.parametrize(
    "text",
    [
        "see https://x.example/z:8080 at 12:30",
        "ERR:1 and E:\\notes\\hr and C:/Users",
        "localhost:8080 std::vector :tada: a:b",
        "what is TSS (Time Sharing System)?",
        'a 5" pipe and a 6" tube',
        'an unbalanced "quote',
        "do this in: handbook",
        "sign-up -5 degrees --flag -n x - y",
        "cats OR dogs",
        '"" and "???"',
        "f(x) and g()",
    ],
)
def test_what_only_looks_like_a_filter_stays_text(text: str) -> None:
    assert parse_query(text) == (text, None, ())


@pytest.mark.parametrize(
    ("text", "words"), [("one (two in:a", "one two"), ("one) two in:a", "one) two"), ("in:a OR", ""), ("OR in:a", "")]
)
def test_a_lone_parenthesis_or_or_does_no_harm(text: str, words: str) -> None:
    assert parse_query(text) == (words, term("in", "a"), ())


@pytest.mark.promise("an-unknown-filter-is-searched-and-named")
def test_an_unknown_filter_is_searched_as_words_and_said() -> None:
    words, filter_, notices = parse_query("plan has:file in:a has:file")
    assert (words, filter_) == ("plan has:file has:file", term("in", "a"))
    assert notices == (
        "has:file is no filter, so it was searched as words. Filters are in:, path:, tag:, author:, after:, before:.",
    )


@pytest.mark.promise("a-bad-date-is-named-before-any-search")
@pytest.mark.parametrize("date", ["yesterday", "2025-13-01", "2025-02-30", "01.02.2025", "20250101"])
def test_a_bad_date_is_named(date: str) -> None:
    with pytest.raises(QueryError, match=f"after:{date} is no date") as raised:
        parse_query(f"x after:{date}")
    assert "after:2025-01-31" in raised.value.hint


@given(st.text(alphabet=st.sampled_from('ab :-"()“”«»OR in:tag:\n'), max_size=60))
def test_any_text_is_parsed_and_no_word_is_invented(text: str) -> None:
    words, filter_, _ = parse_query(text)
    assert set(words) <= set(text) | {" "}
    if filter_ is None:
        assert words == text.strip()


@pytest.mark.parametrize("piece", ["(", '"', "a:", "-", "(a ", "“", '"a ', "OR ", ")", "-(", "«a", "in:a "])
def test_a_very_long_text_is_parsed_once(piece: str) -> None:
    assert parse_query(piece * 20_000).words is not None
