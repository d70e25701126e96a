"""Answers in the notes' own words."""

from __future__ import annotations

import pytest

from knowledge.answering.display import as_code, readable
from knowledge.answering.verify import check_quotes
from knowledge.types import Answer, Query, SearchResult, StoredChunk
from tests.knowledge.answering.support import answerer, candidates, chunk


async def ask(question: str, *chunks: StoredChunk) -> Answer:
    answer = await answerer(*chunks).answer(Query(text=question), candidates(*chunks), SearchResult(hits=()))
    texts = {one.ref: "\n" * (one.lines[0] - 1) + one.text for one in chunks}
    assert check_quotes(answer, texts) == ()
    return answer


CODES = "| Code | Cause |\n|---|---|\n| `ERR_1041` | no right |\n| `ERR_1042` | lid did not close |"


@pytest.mark.promise("without-a-model-the-notes-answer-in-their-own-words")
async def test_the_sentence_that_answers_comes_first_with_its_marker() -> None:
    note = chunk("This is for everyone. You get 28 paid vacation days per calendar year.", line=12)

    answer = await ask("how many vacation days do I get?", note)

    assert answer.text == "You get 28 paid vacation days per calendar year. [1]"
    assert answer.citations[0].quote == "You get 28 paid vacation days per calendar year."
    assert (answer.mode, answer.citations[0].lines) == ("extractive", (12, 12))


async def test_an_error_code_finds_its_row_under_its_columns() -> None:
    answer = await ask("ERR_1042", chunk(CODES, headings=["Codes"], title="Codes"))

    assert answer.text == "Code: `ERR_1042` · Cause: lid did not close [1]"
    assert answer.citations[0].quote == "| `ERR_1042` | lid did not close |"
    assert answer.citations[0].lines == (4, 4)


async def test_a_command_is_shown_as_code() -> None:
    note = chunk("It is quick.\n\n```bash\ndeploy.py rollback --to previous\n```", headings=["Roll back"])

    answer = await ask("rollback with deploy.py", note)

    assert answer.text == "`deploy.py rollback --to previous` [1]"
    assert answer.citations[0].lines == (4, 4)


async def test_steps_are_quoted_whole() -> None:
    note = chunk("1. Leave the laptop on.\n2. Call the security phone.", headings=["Phishing"])

    answer = await ask("phishing: which phone, security?", note)

    assert answer.text == "1. Leave the laptop on.\n2. Call the security phone. [1]"
    assert answer.citations[0].lines == (1, 2)


async def test_an_item_brings_its_lead_in() -> None:
    answer = await ask("booking domestic flights", chunk("Booking ideally:\n\n- domestic flights: 14 days ahead"))

    assert answer.text == "Booking ideally: domestic flights: 14 days ahead [1]"
    assert answer.citations[0].lines == (1, 3)


@pytest.mark.parametrize(
    ("question", "note", "first"),
    [
        (
            "Wie hoch ist die Kilometerpauschale mit dem eigenen Auto?",
            "Für jeden Kilometer mit dem eigenen Auto gibt es 0,38 €. Parkgebühren kommen dazu.",
            "Für jeden Kilometer mit dem eigenen Auto gibt es 0,38 €. [1]",
        ),
        (
            "什么时候客户可以获得全额退款？",
            "晚45分钟以上，客户可以获得全额退款。天气不好时不适用。",
            "晚45分钟以上，客户可以获得全额退款。 [1]",
        ),
    ],
)
async def test_other_languages_are_quoted_too(question: str, note: str, first: str) -> None:
    answer = await ask(question, chunk(note, title="x", headings=["x"]))

    assert answer.text.startswith(first)


async def test_the_same_words_in_two_notes_are_quoted_once_but_another_number_is_not_hidden() -> None:
    first = chunk("File your expense report within 30 days.", path="a.md")
    same = chunk("File your expense report within 30 days!", path="b.md")
    other = chunk("File your expense report within 45 days.", path="c.md")

    answer = await ask("expense report within how many days", first, same, other)

    assert [citation.ref.path for citation in answer.citations] == ["a.md", "c.md"]


async def test_neighbouring_sentences_share_a_source() -> None:
    note = chunk("Vacation days expire in March. Unused vacation days expire for good.")

    answer = await ask("when do vacation days expire", note)

    assert answer.text == "Vacation days expire in March. [1] Unused vacation days expire for good. [1]"
    assert len(answer.citations) == 1


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("See [[contractors|them]] and [the form](https://x.example/a).", "See them and the form."),
        ("Use `user_id`, **not** [1] `a[1]`.", "Use `user_id`, not `a[1]`."),
        ("Call <!channel> or 2 * 3 _ now", "Call \\<!channel> or 2 \\* 3 \\_ now"),
        ("plain words\nwrapped", "plain words wrapped"),
    ],
)
def test_a_quote_is_readable_and_holds_no_marker_of_its_own(markdown: str, shown: str) -> None:
    assert readable(markdown) == shown


@pytest.mark.parametrize(("code", "shown"), [("a", "`a`"), ("a `b`", "`` a `b` ``"), ("a\nb", "```\na\nb\n```")])
def test_code_fits_its_ticks(code: str, shown: str) -> None:
    assert as_code(code) == shown
