import pytest

from bot.state.database import StateDatabase
from bot.state.reasons import Reasons
from bot.state.records import Records


async def kept(database: StateDatabase) -> tuple[str, str, str]:
    ((value, reason, comment),) = await database.fetch("SELECT value, reason, comment FROM feedback")
    return value, reason, comment


@pytest.mark.promise("a-notes-owner-hears-why")
async def test_the_first_reason_is_told_once_and_a_second_replaces_it(database: StateDatabase) -> None:
    records, reasons = Records(database), Reasons(database)
    await records.judge("a1", "U1", "not_helpful", now=1.0)
    assert await reasons.give("a1", "U1", reason="wrong", comment="", request_id="r1") is True
    assert await reasons.give("a1", "U1", reason="wrong", comment="", request_id="r1") is True  # after a crash
    assert await reasons.give("a1", "U1", reason="", comment="it is 30", request_id="r2") is False
    assert await kept(database) == ("not_helpful", "", "it is 30")


async def test_a_reason_needs_a_verdict_to_stand_beside(database: StateDatabase) -> None:
    records, reasons = Records(database), Reasons(database)
    assert await reasons.give("a1", "U1", reason="wrong", comment="", request_id="r1") is None
    await records.judge("a1", "U1", "helpful", now=1.0)
    assert await reasons.give("a1", "U1", reason="wrong", comment="", request_id="r1") is None


@pytest.mark.promise("one-verdict-for-each-answer-and-person")
async def test_a_change_of_mind_takes_the_reason_away(database: StateDatabase) -> None:
    records, reasons = Records(database), Reasons(database)
    await records.judge("a1", "U1", "not_helpful", now=1.0)
    await reasons.give("a1", "U1", reason="wrong", comment="it is 30", request_id="r1")
    await records.judge("a1", "U1", "not_helpful", now=2.0)
    assert await kept(database) == ("not_helpful", "wrong", "it is 30")
    await records.judge("a1", "U1", "helpful", now=3.0)
    assert await kept(database) == ("helpful", "", "")
