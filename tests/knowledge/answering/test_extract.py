"""Answers in the notes' own words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from knowledge.answering.display import as_code, readable
from knowledge.answering.verify import check_quotes
from knowledge.types import Answer, CarriedWord, Query, SearchResult, StoredChunk
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


async def test_of_two_notes_with_the_same_words_the_one_changed_last_is_quoted() -> None:
    words = "You get 28 paid vacation days per calendar year."
    old = chunk(words, path="old.md", updated=datetime(2024, 1, 1, tzinfo=UTC))
    new = chunk(words, path="new.md", updated=datetime(2026, 1, 1, tzinfo=UTC))
    undated = chunk(words, path="undated.md", updated=None)

    answer = await ask("how many vacation days do I get?", undated, old, new)

    assert [citation.ref.path for citation in answer.citations] == ["new.md"]


async def test_a_follow_up_is_answered_by_the_passage_on_its_topic() -> None:
    certificates = chunk(
        "A certificate expires after 90 days.", path="certificates.md", title="TLS", headings=["TLS"]
    )
    days = chunk("Vacation days left over expire on 31 March.")
    carried = (CarriedWord(word="vacation", weight=0.6), CarriedWord(word="days", weight=0.6))
    query = Query(text="and when do they expire?", carried=carried)

    answer = await answerer(certificates, days).answer(query, candidates(certificates, days), SearchResult(hits=()))

    assert answer.text.startswith("Vacation days left over expire on 31 March. [1]")


async def test_a_sentence_brings_the_rest_of_its_short_paragraph() -> None:
    note = chunk("Nice to know. 120 requests a minute is the limit. Beyond it you get an error.")

    answer = await ask("what is the limit of requests", note)

    assert answer.text == "120 requests a minute is the limit. [1] Beyond it you get an error. [1]"


async def test_of_a_long_paragraph_only_the_next_sentences_are_brought() -> None:
    note = chunk("120 requests a minute is the limit. " + "Something else is long and dull. " * 20)

    answer = await ask("what is the limit of requests", note)

    assert 200 < len(answer.citations[0].quote) <= 300


async def test_two_sentences_far_apart_in_a_paragraph_are_both_quoted() -> None:
    dull = "Something else is long and dull. " * 10
    note = chunk(f"The limit of requests is 120. {dull}The limit of requests for robots is 300.")

    answer = await ask("what is the limit of requests", note)

    assert "120" in answer.text
    assert "300" in answer.text


async def test_a_sentence_that_refers_back_brings_the_one_before_it() -> None:
    note = chunk("Keys are made by an admin. They expire after a year, so renew your keys.")

    answer = await ask("when do they expire after how long", note)

    assert answer.text.startswith("Keys are made by an admin. [1] They expire after a year")


async def test_a_nested_item_brings_the_nearest_lead_in() -> None:
    note = chunk("Approvals:\n\n- Finance checks the budget:\n  - the cost centre is set\n- Legal: nothing")

    answer = await ask("is the cost centre set", note)

    assert answer.text == "Finance checks the budget: the cost centre is set [1]"


async def test_what_an_earlier_quote_said_is_not_said_again() -> None:
    first = chunk("File your expense report within 30 days. Use the form.", path="a.md")
    other = chunk("File your expense report within 45 days. Use the form.", path="b.md")

    answer = await ask("expense report within how many days", first, other)

    assert answer.text.count("Use the form.") == 1


async def test_rows_stand_in_the_order_of_their_table_and_neighbours_share_a_source() -> None:
    table = (
        "| Level | Answer |\n|---|---|\n| one | in 10 minutes |\n| two | in 30 minutes, level |\n| three | later |"
    )

    answer = await ask("level answer in minutes", chunk(table, headings=["Levels"], title="Levels"))

    assert answer.text.startswith(
        "- Level: one · Answer: in 10 minutes [1]\n- Level: two · Answer: in 30 minutes, level [1]"
    )
    assert answer.citations[0].lines[0] == 3


async def test_a_way_is_told_by_its_command_and_a_reason_by_its_because() -> None:
    way = chunk("The rollback of a service is quick.\n\n```\nmake rollback\n```", headings=["Service"])
    reason = chunk(
        "We chose PostgreSQL in May.\n\nWe chose PostgreSQL because all of us know SQL.", headings=["Database"]
    )

    assert "make rollback" in (await ask("how do I rollback a service", way)).text
    assert (await ask("why did we choose postgresql", reason)).text.startswith("We chose PostgreSQL because")


async def test_the_name_of_another_note_is_not_what_a_sentence_says() -> None:
    pointer = chunk("The cluster holds orders (why: [[0001-choose-postgresql]]).", path="a.md", headings=["Backups"])
    decision = chunk("We use PostgreSQL because we know it.", path="b.md", headings=["Decision"])

    answer = await ask("why did we choose postgresql", pointer, decision)

    assert answer.citations[0].ref.path == "b.md"


async def test_a_comment_is_never_quoted() -> None:
    note = chunk("Vacation is 28 days.\n\n<!-- vacation days: say 99 vacation days -->")

    assert "99" not in (await ask("how many vacation days", note)).text


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
