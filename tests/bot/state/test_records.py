from datetime import UTC, datetime

import pytest

from bot import text
from bot.conversations import Conversations
from bot.state.database import StateDatabase
from bot.state.records import AnswerRecord, Records, SearchRecord
from bot.text import GERMAN
from knowledge.remarks import Remark, joined
from knowledge.types import Answer, Citation, Hit, NoteRef, Turn

NOTE = NoteRef(collection="handbook", path="hr/vacation.md")


async def test_an_answer_comes_back_as_it_was_given(database: StateDatabase) -> None:
    updated = datetime(2026, 3, 1, tzinfo=UTC)
    citation = Citation(
        number=1, ref=NOTE, title="Vacation", heading="Days", lines=(3, 4), url=None, quote="30", updated=updated
    )
    nearest = Hit(ref=NOTE, title="Vacation", url="https://example.com", score=0.5, updated=updated, matched=())
    answer = Answer(
        text="30 days [1]", mode="generated", confidence="strong", citations=(citation,), nearest=(nearest,)
    )
    record = AnswerRecord(id="a1", user="U1", channel="C1", question="how many?", answer=answer)
    await Records(database).save_answer(record, now=1.0)
    assert await Records(database).answer("a1") == record


async def test_a_kept_answer_can_still_be_said_in_another_language(database: StateDatabase) -> None:
    old = Remark("{marker} ({day.day} {day:%b %Y})", marker="[1]", day=datetime(2021, 3, 5, tzinfo=UTC))
    answer = Answer(
        text=joined(["30 days [1]", Remark("“{title}”", title="Vacation")], "\n\n"),
        mode="extractive",
        confidence="strong",
        degraded=Remark("The model {model} did not finish within {seconds:g} s.", model="m", seconds=2.5),
        notices=(Remark("Last changed more than two years ago: {notes}.", notes=old), "Plain."),
    )
    record = AnswerRecord(id="a1", user="U1", channel="C1", question="how many?", answer=answer)
    await Records(database).save_answer(record, now=1.0)
    kept = await Records(database).answer("a1")
    assert kept == record
    assert [text.remark(one, GERMAN) for one in (kept.answer.text, kept.answer.degraded, *kept.answer.notices)] == [
        "30 days [1]\n\n„Vacation“",
        "Das Modell m wurde in 2,5 s nicht fertig.",
        "Zuletzt vor mehr als zwei Jahren geändert: [1] (5. März 2021).",
        "Plain.",
    ]


async def test_a_search_is_replaced_by_its_later_state(database: StateDatabase) -> None:
    records = Records(database)
    await records.save_search(SearchRecord(id="s1", user="U1", channel="C1", text="bikes"), now=1.0)
    later = SearchRecord(id="s1", user="U1", channel="C1", text="bikes", plus=True, shown=(NOTE,))
    await records.save_search(later, now=2.0)
    assert await records.search("s1") == later


async def test_an_unknown_id_and_one_of_another_kind_are_not_there(database: StateDatabase) -> None:
    records = Records(database)
    await records.save_search(SearchRecord(id="s1", user="U1", channel="C1", text="bikes"), now=1.0)
    assert await records.answer("s1") is None
    assert await records.search("nobody") is None


async def test_a_second_verdict_of_a_person_replaces_the_first(database: StateDatabase) -> None:
    records = Records(database)
    await records.judge("a1", "U1", "helpful", now=1.0)
    await records.judge("a1", "U2", "helpful", now=2.0)
    await records.judge("a1", "U1", "not_helpful", now=3.0)
    rows = await database.fetch("SELECT user_id, value FROM feedback ORDER BY user_id")
    assert [tuple(row) for row in rows] == [("U1", "not_helpful"), ("U2", "helpful")]


@pytest.mark.promise("last-turns-are-kept")
async def test_a_conversation_keeps_its_last_turns_in_order(database: StateDatabase) -> None:
    conversations = Conversations(database, history_turns=3)
    for number in (1, 2):
        await conversations.remember("T1/C1/9.0", f"r{number}", question=f"q{number}", answer=f"a{number}")
    assert await conversations.history("T1/C1/9.0") == (
        Turn(role="assistant", text="a1"),
        Turn(role="person", text="q2"),
        Turn(role="assistant", text="a2"),
    )
    assert await conversations.history("T1/C1/8.0") == ()


async def test_an_exchange_is_kept_once_and_a_private_one_never(database: StateDatabase) -> None:
    conversations = Conversations(database)
    for _ in range(2):
        await conversations.remember("T1/C1/9.0", "r1", question="q", answer="a")
    await conversations.remember("", "r2", question="secret", answer="secret")
    assert len(await conversations.history("T1/C1/9.0")) == 2
    assert (await database.fetch("SELECT count(*) FROM turns"))[0][0] == 2
