from __future__ import annotations

import itertools

import pytest

from knowledge.chunking import ChunkingOptions, chunk
from knowledge.types import Chunk
from tests.knowledge.chunking.documents import BertTokenizer, WordTokenizer, broken_laws, document, prose

SMALL = ChunkingOptions(target_tokens=60, max_tokens=90)


def cut(
    text: str, options: ChunkingOptions = SMALL, *, title: str = "", title_in_text: bool = True
) -> tuple[Chunk, ...]:
    note = document(text, title=title, title_in_text=title_in_text)
    chunks = chunk(note, WordTokenizer(), options)
    assert broken_laws(note, chunks, WordTokenizer(), options.max_tokens) == []
    return chunks


def test_a_short_note_is_one_chunk_under_its_heading() -> None:
    (only,) = cut("# Leave\n\nTake 25 days.\n\n## Sick days\n\nCall in.\n")

    assert only.heading_path == ("Leave",)
    assert only.text == "Take 25 days.\n\n## Sick days\n\nCall in."
    assert only.plain == "Take 25 days.\nSick days\nCall in."
    assert only.embedding_text == "Leave\nTake 25 days.\nSick days\nCall in."
    assert only.lines == (3, 7)


@pytest.mark.promise("chunks-carry-their-heading-path")
def test_each_section_carries_its_heading_path_and_a_heading_stands_once() -> None:
    chunks = cut(f"# Leave\n\n{prose(3)}\n\n## Sick days\n\n{prose(3)}\n\n### Notes\n\n{prose(3)}\n")

    assert [each.heading_path for each in chunks] == [
        ("Leave",),
        ("Leave", "Sick days"),
        ("Leave", "Sick days", "Notes"),
    ]
    assert all("#" not in each.text for each in chunks)


def test_small_neighbouring_sections_share_a_chunk_under_their_common_heading() -> None:
    options = ChunkingOptions(target_tokens=80, max_tokens=120)
    small = "".join(f"## Part {letter}\n\nShort.\n\n" for letter in "ABC")
    chunks = cut(f"# Leave\n\n{prose(5)}\n\n## Long\n\n{prose(5)}\n\n{small}", options)

    assert chunks[-1].heading_path == ("Leave",)
    assert chunks[-1].plain == "Part A\nShort.\nPart B\nShort.\nPart C\nShort."


def test_a_lone_small_section_keeps_its_own_path() -> None:
    chunks = cut(f"# Leave\n\n{prose(4)}\n\n## Long\n\n{prose(4)}\n\n## End\n\nBye.\n")

    assert (chunks[-1].heading_path, chunks[-1].text) == (("Leave", "End"), "Bye.")


def test_a_note_of_headings_alone_can_be_found() -> None:
    text = "# Roadmap\n\n" + "".join(f"## Step {number} of the long way\n\n" for number in range(30))
    chunks = cut(text)

    assert all(f"Step {number} " in " ".join(each.plain for each in chunks) for number in range(30))
    assert {each.heading_path for each in chunks} == {("Roadmap",)}


def test_a_note_of_one_heading_has_it_in_the_text() -> None:
    (only,) = cut("# Leave policy\n")

    assert (only.heading_path, only.plain) == ((), "Leave policy")


def test_a_title_that_no_heading_says_comes_first() -> None:
    chunks = cut(f"---\ntitle: People handbook\n---\n# Leave\n\n{prose(3)}\n\n# Pay\n\n{prose(3)}\n")

    assert [each.heading_path for each in chunks] == [("People handbook", "Leave"), ("People handbook", "Pay")]


def test_a_title_that_a_heading_says_stands_once() -> None:
    (only,) = cut("---\ntitle: Leave  Policy\n---\n# Leave policy\n\nWords.\n")

    assert only.heading_path == ("Leave policy",)


def test_a_renamed_file_changes_no_chunk() -> None:
    before = cut("Words without a title.\n", title="Old name", title_in_text=False)
    after = cut("Words without a title.\n", title="New name", title_in_text=False)

    assert before == after
    assert before[0].heading_path == ()


def test_text_above_the_first_heading_is_kept() -> None:
    chunks = cut(f"{prose(4)}\n\n# Leave\n\n{prose(4)}\n")

    assert [each.heading_path for each in chunks] == [(), ("Leave",)]


def test_a_note_without_text_gives_no_chunk() -> None:
    assert chunk(document(""), WordTokenizer()) == ()


def test_a_note_of_exactly_the_target_is_one_chunk() -> None:
    words = " ".join(f"word{number}" for number in range(60))

    assert len(cut(words)) == 1
    assert cut(words)[0].tokens == 60


def test_a_very_long_heading_path_is_shortened_from_the_outside_and_nothing_is_lost() -> None:
    title = "a heading of a great many words that goes on"
    chunks = cut(f"# Outer {title}\n\n## Middle {title}\n\n### Inner {title}\n\n{prose(6)}\n")

    assert chunks[0].heading_path == (f"Outer {title}",)
    assert chunks[0].plain == f"Middle {title}"
    assert {each.heading_path for each in chunks[1:]} == {(f"Inner {title}",)}


@pytest.mark.promise("overlap-inside-a-section")
def test_a_long_section_is_cut_with_whole_sentences_in_common(bert: BertTokenizer) -> None:
    options = ChunkingOptions()
    note = document(f"# Leave\n\n{prose(200)}\n")
    chunks = chunk(note, bert, options)
    assert broken_laws(note, chunks, bert, options.max_tokens) == []

    assert len(chunks) > 5
    for before, after in itertools.pairwise(chunks):
        shared = note.text[after.start : before.end]
        assert shared.startswith("Rule ")
        assert 0.1 <= len(bert.offsets(shared)) / before.tokens <= 0.2


def test_sections_do_not_overlap() -> None:
    chunks = cut("".join(f"# Part {number}\n\n{prose(12)}\n\n" for number in range(3)))

    for before, after in itertools.pairwise(chunks):
        assert before.heading_path == after.heading_path or before.end < after.start


def test_without_overlap_no_word_is_said_twice() -> None:
    options = ChunkingOptions(target_tokens=60, max_tokens=90, overlap=0)
    chunks = cut(prose(40), options)

    assert all(before.end < after.start for before, after in itertools.pairwise(chunks))


def test_the_last_words_are_not_left_alone() -> None:
    (only,) = cut(f"{prose(4)} One two three four five six seven eight nine.")

    assert only.tokens == 4 * 13 + 10


def test_a_short_note_costs_one_call_for_its_words_and_one_for_its_path() -> None:
    tokenizer = WordTokenizer()
    chunk(document("# Leave\n\nTake 25 days.\n\n- one\n- two\n"), tokenizer)

    assert tokenizer.calls == 2
