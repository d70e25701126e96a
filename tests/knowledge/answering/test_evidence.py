"""The block that a model reads, and the markers bound to it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.answering.evidence import gather
from tests.knowledge.answering.support import WordTokenizer, candidates, chunk, evidence_of, link


@pytest.mark.promise("the-place-in-the-evidence-owns-the-marker")
def test_the_number_in_the_block_is_the_number_that_cites() -> None:
    evidence = evidence_of(chunk("First."), chunk("Second.", path="b.md"))

    for line in evidence.block.split("\n"):
        shown = json.loads(line)
        assert evidence.excerpt(shown["n"]).text == shown["text"]
    assert [json.loads(line)["n"] for line in evidence.block.split("\n")] == [1, 2]


@pytest.mark.promise("evidence-is-escaped-data")
@given(st.text(min_size=1).filter(str.strip))
def test_no_note_can_close_the_block_and_none_is_changed(text: str) -> None:
    block = evidence_of(chunk(text, title=text, headings=[text])).block

    assert not set("<>&\u2028\u2029\n") & set(block)
    assert json.loads(block)["text"] == text


@pytest.mark.promise("whole-excerpts-within-the-budget")
@given(st.lists(st.integers(min_value=1, max_value=60), max_size=12), st.integers(min_value=0, max_value=150))
def test_the_block_keeps_its_budget_and_cuts_no_excerpt(lengths: list[int], budget: int) -> None:
    chunks = [chunk(" ".join([f"w{place}"] * length), path=f"{place}.md") for place, length in enumerate(lengths)]

    evidence = evidence_of(*chunks, context_tokens=budget)

    assert len(WordTokenizer().offsets(evidence.block)) == evidence.tokens <= budget
    texts = [excerpt.text for excerpt in evidence.excerpts]
    assert texts == [one.text for one in chunks if one.text in texts]  # whole, and in the order of relevance


@pytest.mark.promise("whole-excerpts-within-the-budget")
def test_one_that_does_not_fit_does_not_keep_out_those_after_it() -> None:
    long = chunk("word " * 100, path="long.md")

    evidence = evidence_of(chunk("First."), long, chunk("Third.", path="c.md"), context_tokens=40)

    assert [excerpt.text for excerpt in evidence.excerpts] == ["First.", "Third."]


def test_at_most_so_many_chunks_as_the_limit_says() -> None:
    assert len(evidence_of(*(chunk(f"Text {n}.", path=f"{n}.md") for n in range(5)), limit=2)) == 2


def test_overlapping_chunks_become_one_excerpt_in_the_place_of_the_better() -> None:
    second = chunk("Shared line.\nThird line.", position=1, line=2)
    first = chunk("First line.\nShared line.", position=0, line=1)
    other = chunk("Elsewhere.", path="b.md")

    evidence = evidence_of(second, other, first)

    assert [excerpt.text for excerpt in evidence.excerpts] == ["First line.\nShared line.\nThird line.", "Elsewhere."]
    assert evidence.excerpt(1).first_line == 1


def test_lines_are_counted_across_a_gap_between_chunks() -> None:
    evidence = evidence_of(chunk("One.", position=0, line=5), chunk("Two.", position=1, line=8))
    excerpt = evidence.excerpt(1)
    start = excerpt.text.index("Two")

    assert excerpt.lines(start, start + 4) == (8, 8)


def test_sentences_of_one_line_are_joined_on_it() -> None:
    excerpt = evidence_of(chunk("One. Two.", position=0, line=5), chunk("Two. Three.", position=1, line=5)).excerpt(1)

    assert excerpt.text == "One. Two. Three."
    assert excerpt.lines(0, len(excerpt.text)) == (5, 5)


def test_a_copy_of_a_chunk_adds_nothing() -> None:
    assert len(evidence_of(chunk("Same."), chunk("Same.", path="copy.md"))) == 1


@pytest.mark.promise("a-hit-brings-its-neighbours-within-the-budget")
def test_what_is_left_of_the_budget_goes_to_the_neighbours() -> None:
    hit = chunk("The answer.", position=1, line=3)
    near = chunk("What comes before.", position=0, line=1)
    strange = chunk("Other section.", position=2, line=5, headings=["Vacation", "Other"])

    def texts(budget: int) -> list[str]:
        evidence = gather(
            candidates(hit), {hit.id: [near, strange]}, tokenizer=WordTokenizer(), context_tokens=budget, limit=1
        )
        return [excerpt.text for excerpt in evidence.excerpts]

    assert texts(100) == ["What comes before.\n\nThe answer."]
    assert texts(12) == ["The answer."]


@pytest.mark.promise("the-place-in-the-evidence-owns-the-marker")
def test_numbers_outside_the_evidence_have_no_excerpt() -> None:
    evidence = evidence_of(chunk("First."))

    for number in (0, -1, 2):
        with pytest.raises(IndexError):
            evidence.excerpt(number)


def test_a_citation_quotes_the_text_at_its_lines_and_links_there() -> None:
    excerpt = evidence_of(chunk("One.\n\nTwo three.", line=10)).excerpt(1)

    citation = excerpt.cite(4, (6, 16), "Rules", link)

    assert (citation.marker, citation.quote, citation.lines) == ("[4]", "Two three.", (12, 12))
    assert citation.url == "https://notes.example/vacation.md#L12"
    assert (citation.heading, citation.note_hash) == ("Rules", "revision-1")
