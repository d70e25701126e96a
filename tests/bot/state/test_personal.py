import time
from dataclasses import replace

import pytest

from bot.conversations import Conversations
from bot.digest.questions import Asked, Questions
from bot.origin import opaque
from bot.privacy import Forgetting
from bot.requests import Kind
from bot.state.database import StateDatabase
from bot.state.inbox import Inbox
from bot.state.overview import Overview
from bot.state.personal import TOGETHER, Personal
from bot.state.reasons import Reasons
from bot.state.records import AnswerRecord, Records, SearchRecord
from knowledge.types import Answer
from tests.bot.conftest import MakeRequest

NOW = time.time()
DAY = 24 * 3600.0
TABLES = (
    "requests", "deliveries", "threads", "turns", "answers", "feedback", "digest_watch", "digest_pairs", "set_aside",
    "unanswered", "thread_rules", "model_usage", "quiet_threads", "welcomes",
)  # fmt: skip
WORDS = "zanzibar"  # in everything that people say here, and in nothing else


async def fill(database: StateDatabase, make: MakeRequest, user: str, *, at: float = NOW) -> None:
    """One of everything that is kept of a person."""
    records, name, told = Records(database), opaque(f"{at} {user}"), f"{WORDS} {user}"
    answer = Answer(text=told, mode="extractive", confidence="strong")
    record = AnswerRecord(id=name, user=user, channel="D1", question=told, answer=answer, team="T1")
    await records.save_answer(record, now=at)
    await records.save_search(SearchRecord(id=f"{name}-s", user=user, channel="C1", text=told, team="T1"), now=at)
    await records.judge(name, user, "not_helpful", now=at)
    await Reasons(database).give(name, user, reason="wrong", comment=told, request_id="r1")
    await Conversations(database).remember("T1/D1/", name, question=told, answer=told)
    asked = Asked(id=name, question=told, person=opaque(user))
    await Questions(database, enabled=True).note(asked, now=at)
    left_open = replace(make(name), user=user, text=told, created_at=at, message_ts="")
    await Inbox(database).claim(left_open, owner="dead", lease_until=at)
    await database.execute(
        "INSERT INTO set_aside (id, contents, until, user_id, at) VALUES (?, 'x', NULL, ?, ?)", (name, user, at)
    )


async def everything(database: StateDatabase) -> str:
    """All rows of all tables."""
    return str([await database.fetch(f"SELECT * FROM {table}") for table in TABLES])


@pytest.mark.promise("people-can-delete-their-data")
async def test_after_forgetting_nothing_of_a_person_is_left_and_all_of_the_others(
    database: StateDatabase, request_of: MakeRequest
) -> None:
    await fill(database, request_of, "U1", at=NOW - 60)
    await fill(database, request_of, "U2", at=NOW - 60)
    removed = await Personal(database).forget("U1", now=NOW)
    assert removed.counts == {
        "turns": 2,
        "answers": 1,
        "searches": 1,
        "feedback": 1,
        "unanswered": 1,
        "requests": 1,
        "dismissals": 1,
    }
    left = await everything(database)
    assert "U1" not in left
    assert opaque("U1") not in left
    assert left.count(f"{WORDS} U2") == 8


@pytest.mark.promise("people-can-delete-their-data")
async def test_an_answer_to_several_people_goes_when_one_of_them_wants_it(database: StateDatabase) -> None:
    answer = Answer(text=WORDS, mode="extractive", confidence="strong")
    record = AnswerRecord(id="a1", user="U1", channel="C1", question=WORDS, answer=answer, others=("U2", "U3"))
    await Records(database).save_answer(record, now=NOW)
    await Conversations(database).remember("T1/C1/9.1", "a1", question=WORDS, answer=answer.text)
    removed = await Personal(database).forget("U3", now=NOW)
    assert (removed.counts["answers"], removed.counts["turns"]) == (1, 2)
    assert WORDS not in await everything(database)


async def test_forgetting_twice_finds_nothing_more(database: StateDatabase, request_of: MakeRequest) -> None:
    await fill(database, request_of, "U1", at=NOW - 60)
    personal = Personal(database)
    await personal.forget("U1", now=NOW)
    assert not any((await personal.forget("U1", now=NOW)).counts.values())


@pytest.mark.promise("people-can-delete-their-data")
async def test_what_is_being_answered_is_left_to_end_and_counted(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    asking, wish = request_of("1.1"), replace(request_of("1.2"), kind=Kind.FORGET_ME)
    for request in (asking, wish):
        await inbox.claim(request, owner="me", lease_until=NOW + 15)
    removed = await Personal(database).forget("U1", now=NOW, besides=wish.id)
    assert (removed.in_progress, removed.counts["requests"]) == (1, 0)
    assert await inbox.owns("me", asking.id)


@pytest.mark.promise("home-shows-ones-own-questions-alone")
async def test_recent_questions_are_ones_own_latest_first(database: StateDatabase, request_of: MakeRequest) -> None:
    for age in (3, 2, 1):
        await fill(database, request_of, "U1", at=NOW - age * DAY)
    await fill(database, request_of, "U2")
    personal = Personal(database)
    recent = await personal.recent("U1", "T1", limit=2)
    assert [round((NOW - one.at.timestamp()) / DAY) for one in recent] == [1, 2]
    assert {one.text for one in recent} == {f"{WORDS} U1"}
    assert await personal.recent("U3", "T1", limit=2) == ()
    assert await personal.recent("U1", "T2", limit=2) == ()


@pytest.mark.promise("people-can-delete-their-data")
async def test_who_has_the_same_id_in_another_workspace_keeps_everything(
    database: StateDatabase, request_of: MakeRequest
) -> None:
    await fill(database, request_of, "U1", at=NOW - 60)
    forgetting, before = Forgetting(personal=Personal(database), home="T1"), await everything(database)
    removed = await forgetting.forget("U1", ["T2"])
    assert not any(removed.counts.values())
    assert await everything(database) == before
    removed = await forgetting.forget("U1", ["T1"])
    assert {name: count for name, count in removed.counts.items() if count} == {
        "turns": 2,
        "answers": 1,
        "searches": 1,
        "feedback": 1,
        "unanswered": 1,
        "requests": 1,
        "dismissals": 1,
    }


async def test_workspaces_are_found_beside_a_session_in_a_terminal(
    database: StateDatabase, request_of: MakeRequest
) -> None:
    await fill(database, request_of, "U1")
    await Conversations(database).remember("0a1b2c3d", "x1", question=WORDS, answer=WORDS)
    assert await Personal(database).teams() == ("T1",)


@pytest.mark.promise("old-conversations-vanish")
async def test_what_is_older_than_the_retention_vanishes(database: StateDatabase, request_of: MakeRequest) -> None:
    await fill(database, request_of, "U1", at=NOW - 91 * DAY)
    await fill(database, request_of, "U2", at=NOW - 89 * DAY)
    await database.execute("UPDATE turns SET at = ? WHERE text LIKE '%U1'", (NOW - 91 * DAY,))
    await Personal(database).prune(NOW - 90 * DAY)
    left = await everything(database)
    assert f"{WORDS} U1" not in left
    assert left.count(f"{WORDS} U2") == 8


async def test_more_than_one_transaction_may_take_is_deleted_in_several(database: StateDatabase) -> None:
    records = Records(database)
    for number in range(TOGETHER + 1):
        await records.save_search(SearchRecord(id=str(number), user="U1", channel="C1", text="x"), now=0.0)
    assert await Personal(database).prune(NOW) == TOGETHER + 1


@pytest.mark.promise("admins-see-how-the-bot-fares")
async def test_counts_tell_of_everybody_without_names(database: StateDatabase, request_of: MakeRequest) -> None:
    await fill(database, request_of, "U1")
    await fill(database, request_of, "U2")
    await fill(database, request_of, "U2", at=NOW - 9 * DAY)
    none = Answer(text="", mode="none", confidence="none")
    record = AnswerRecord(id="a", user="U2", channel="C1", question="?", answer=none, team="T2")
    await Records(database).save_answer(record, now=NOW)
    await Records(database).judge("a", "U2", "helpful", now=NOW)
    counts = await Overview(database).counts(since=NOW - 7 * DAY)
    assert (counts.usage.questions, counts.usage.people, counts.usage.without_answer) == (3, 3, 1)
    assert (counts.verdicts.helpful, counts.verdicts.not_helpful, counts.verdicts.with_reason) == (1, 3, 3)
    assert counts.unanswered == 3


async def test_the_last_digest_is_the_latest_that_was_told(
    database: StateDatabase, inbox: Inbox, request_of: MakeRequest
) -> None:
    overview = Overview(database)
    assert await overview.last_digest("T1") == ""
    for number, slot in enumerate(("2026-11-23T09:00", "2026-11-30T09:00", "2026-12-07T09:00")):
        due = replace(request_of(), kind=Kind.DIGEST, occasion=f"T1/digest/C1/{slot}", created_at=NOW + number)
        await inbox.claim(due, owner="me", lease_until=NOW)
        if number < 2:
            await inbox.finish(due.id, "delivered")
    assert await overview.last_digest("T1") == "2026-11-30T09:00"
    assert await overview.last_digest("T2") == ""
