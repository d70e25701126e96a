"""Laws of cutting over generated notes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.chunking import ChunkingOptions, Strategy, chunk
from tests.knowledge.chunking.documents import (
    BertTokenizer,
    GreedyTokenizer,
    WordTokenizer,
    broken_laws,
    document,
    sentences_of,
)

WORD = st.sampled_from(
    [
        "leave",
        "policy",
        "user_id",
        "年假",
        "días",
        "Überstunden",
        "__init__",
        "a.b",
        "**bold**",
        "[link](u)",
        "`x`",
        "ERR_1042",
        "👩‍👧",
        "x",
    ]
)
SENTENCE = st.lists(WORD, min_size=1, max_size=14).map(lambda words: " ".join(words).capitalize() + ".")
PARAGRAPH = st.lists(SENTENCE, min_size=1, max_size=12).map(" ".join)
LONG_WORD = st.integers(1, 900).map(lambda count: "ab" * count)
LONG_LINE = st.integers(1, 300).map(lambda count: "word " * count)
HEADING = st.tuples(st.integers(1, 4), st.lists(WORD, min_size=1, max_size=20)).map(
    lambda made: "#" * made[0] + " " + " ".join(made[1])
)
ITEMS = st.lists(SENTENCE, min_size=1, max_size=8).map(lambda items: "\n".join(f"- {item}" for item in items))
CODE = st.lists(st.sampled_from(["x = 1", "# no heading", "", "call(a, b)", "y " * 80]), max_size=20).map(
    lambda lines: "```py\n" + "\n".join(lines) + "\n```"
)
TABLE = st.lists(SENTENCE, min_size=1, max_size=25).map(
    lambda rows: "| a | b |\n|---|---|\n" + "\n".join(f"| {row} | {number} |" for number, row in enumerate(rows))
)
ODD = st.sampled_from(
    ["---", "<!-- comment -->", "<!-- open", "> quote\n> more", "![](p.png)", "<div>", "[r]: u", "\u3000"]
)
BLOCK = st.one_of(PARAGRAPH, HEADING, ITEMS, CODE, TABLE, LONG_WORD, LONG_LINE, ODD)
NOTE = st.lists(BLOCK, max_size=14).map("\n\n".join)
STRATEGIES = st.sampled_from(["structure", "paragraph", "fixed", "semantic"])
SIZES = st.sampled_from([(32, 32), (40, 60), (100, 150), (320, 450)])
OVERLAPS = st.sampled_from([0.0, 0.15, 0.5])


@pytest.mark.promise("every-sentence-survives-in-order")
@settings(max_examples=300, deadline=None)
@given(text=NOTE, strategy=STRATEGIES, sizes=SIZES, overlap=OVERLAPS)
def test_whatever_the_note_and_the_strategy(
    text: str, strategy: Strategy, sizes: tuple[int, int], overlap: float
) -> None:
    note = document(text)
    options = ChunkingOptions(strategy=strategy, target_tokens=sizes[0], max_tokens=sizes[1], overlap=overlap)

    assert broken_laws(note, chunk(note, WordTokenizer(), options), WordTokenizer(), options.max_tokens) == []


@settings(max_examples=60, deadline=None)
@given(text=NOTE, strategy=STRATEGIES, sizes=SIZES)
def test_whatever_the_tokenizer_counts(text: str, strategy: Strategy, sizes: tuple[int, int]) -> None:
    note = document(text)
    options = ChunkingOptions(strategy=strategy, target_tokens=sizes[0], max_tokens=sizes[1])

    assert broken_laws(note, chunk(note, GreedyTokenizer(), options), GreedyTokenizer(), options.max_tokens) == []


@pytest.mark.promise("no-chunk-exceeds-the-maximum")
@settings(max_examples=40, deadline=None)
@given(text=NOTE, strategy=STRATEGIES)
def test_with_the_tokenizer_of_the_embedded_model(bert: BertTokenizer, text: str, strategy: Strategy) -> None:
    note = document(text)
    options = ChunkingOptions(strategy=strategy)

    assert broken_laws(note, chunk(note, bert, options), bert, options.max_tokens) == []


@pytest.mark.promise("every-sentence-survives-in-order")
@settings(max_examples=100, deadline=None)
@given(text=st.lists(st.one_of(PARAGRAPH, ITEMS, HEADING), max_size=10).map("\n\n".join), strategy=STRATEGIES)
def test_sentences_survive_in_order(text: str, strategy: Strategy) -> None:
    note = document(text)
    chunks = chunk(
        note, WordTokenizer(), ChunkingOptions(strategy=strategy, target_tokens=64, max_tokens=96, overlap=0)
    )
    joined = " ".join(" ".join(each.text for each in chunks).split())

    position = 0
    for sentence in sentences_of(note):
        position = joined.find(" ".join(sentence.split()), position)
        assert position >= 0, sentence
