from __future__ import annotations

import itertools

import pytest

from knowledge.chunking import ChunkingOptions, Strategy, chunk
from knowledge.chunking.cohesion import boundaries
from knowledge.types import Chunk
from tests.knowledge.chunking.documents import WordTokenizer, broken_laws, document, prose

VACATION = "Vacation days are granted each year, and unused vacation days expire in March of the next year."
SICKNESS = "Report vacation to your manager, because vacation days are planned by the whole team each year."
DATABASE = "The database server restarts when its replication lag grows beyond thirty seconds on the primary."


def cut(text: str, options: ChunkingOptions) -> tuple[Chunk, ...]:
    note = document(text)
    chunks = chunk(note, WordTokenizer(), options)
    assert broken_laws(note, chunks, WordTokenizer(), options.max_tokens) == []
    return chunks


@pytest.mark.promise("unrelated-paragraphs-are-cut-apart")
def test_semantic_cuts_unrelated_paragraphs_apart_and_keeps_related_ones_together() -> None:
    apart = cut(f"{VACATION}\n\n{DATABASE}\n", ChunkingOptions(strategy="semantic"))
    together = cut(f"{VACATION}\n\n{SICKNESS}\n", ChunkingOptions(strategy="semantic"))

    assert [each.text for each in apart] == [VACATION, DATABASE]
    assert len(together) == 1


def test_a_subject_changes_where_neighbours_share_fewest_words() -> None:
    texts = [VACATION, SICKNESS, VACATION, DATABASE, DATABASE, DATABASE]

    assert list(boundaries(texts)) == [3]


@pytest.mark.parametrize("texts", [[], ["one"], ["", ""], ["!!!", "???"]])
def test_boundaries_of_next_to_nothing(texts: list[str]) -> None:
    assert all(0 < boundary < len(texts) for boundary in boundaries(texts))


def test_paragraph_packs_across_sections_with_headings_in_the_text() -> None:
    options = ChunkingOptions(strategy="paragraph", target_tokens=60, max_tokens=90)
    chunks = cut(f"# A\n\nShort.\n\n## B\n\nShort too.\n\n## C\n\n{prose(8)}\n", options)

    assert chunks[0].heading_path == ()
    assert chunks[0].text.startswith("# A\n\nShort.\n\n## B")
    assert chunks[-1].heading_path == ("A", "C")


def test_paragraph_never_tears_a_paragraph_that_fits() -> None:
    options = ChunkingOptions(strategy="paragraph", target_tokens=60, max_tokens=90)
    paragraphs = [prose(4, topic=topic) for topic in ("leave", "pay", "travel", "tools")]

    assert [each.text for each in cut("\n\n".join(paragraphs), options)] == paragraphs


def test_fixed_fills_each_chunk_to_the_target() -> None:
    options = ChunkingOptions(strategy="fixed", target_tokens=60, max_tokens=90, overlap=0)
    chunks = cut(" ".join(f"w{number}" for number in range(600)), options)

    assert [each.tokens for each in chunks] == [60] * 10


def test_fixed_overlaps_by_the_asked_share() -> None:
    options = ChunkingOptions(strategy="fixed", target_tokens=100, max_tokens=120, overlap=0.15)
    line = " ".join(f"w{number}" for number in range(1_000))
    chunks = cut(line, options)

    for before, after in itertools.pairwise(chunks):
        assert len(line[after.start : before.end].split()) == 15


def test_fixed_text_of_exactly_one_chunk_gives_one_chunk() -> None:
    options = ChunkingOptions(strategy="fixed", target_tokens=60, max_tokens=90)

    assert len(cut(" ".join(["word"] * 60), options)) == 1


@pytest.mark.parametrize("strategy", ["structure", "paragraph", "fixed", "semantic"])
def test_every_strategy_takes_an_empty_note(strategy: Strategy) -> None:
    assert chunk(document(" \n\n"), WordTokenizer(), ChunkingOptions(strategy=strategy)) == ()


@pytest.mark.parametrize(
    ("target", "maximum", "overlap"), [(10, 450, 0.15), (100, 90, 0.15), (320, 450, -0.1), (320, 450, 0.9)]
)
def test_sizes_that_no_text_can_meet_are_refused(target: int, maximum: int, overlap: float) -> None:
    with pytest.raises(ValueError, match="must be"):
        ChunkingOptions(target_tokens=target, max_tokens=maximum, overlap=overlap)
