from datetime import UTC, datetime, timedelta

import pytest

from bot.budget import Budget, WithinBudget
from bot.state.database import StateDatabase
from knowledge.ports import Usage
from knowledge.types import Answer, Query, SearchResult
from tests.bot.engines import on_every_engine

pytestmark = on_every_engine
MORNING = datetime(2026, 11, 30, 8, tzinfo=UTC)
CALL = Usage(prompt_tokens=900, completion_tokens=100, dollars=0.25)
QUESTION = Query(text="how?")


class Clock:
    now = MORNING

    def __call__(self) -> datetime:
        return self.now


class Speaker:
    """A voice that says who it is."""

    def __init__(self, name: str, *, degraded: str = "") -> None:
        self._name = name
        self._degraded = degraded

    async def ask(self, query: Query, *, on_text: object = None, on_read: object = None) -> Answer:
        return Answer(text=self._name, mode="extractive", confidence="strong", degraded=self._degraded)

    async def search(self, query: Query, *, limit: int = 10, plus: bool = False) -> SearchResult:
        return SearchResult(hits=(), rewrite=f"{self._name} {plus}")


async def opened(database: StateDatabase, clock: Clock, *, tokens: int = 0, dollars: float = 0.0) -> Budget:
    budget = Budget(database, tokens_per_day=tokens, dollars_per_day=dollars, clock=clock)
    await budget.load()
    return budget


@pytest.mark.promise("a-used-up-budget-quotes-the-notes-and-says-so")
@pytest.mark.parametrize("bounds", [{"tokens": 2_000}, {"dollars": 0.5}, {"tokens": 9_000, "dollars": 0.5}])
async def test_a_budget_is_used_up_by_tokens_or_dollars_until_the_next_day(
    database: StateDatabase, bounds: dict[str, float]
) -> None:
    clock = Clock()
    budget = await opened(database, clock, **bounds)  # type: ignore[arg-type]
    used_up = []
    for _ in range(2):
        budget.note(CALL)
        used_up.append(budget.used_up())
    assert used_up == [False, True]
    clock.now = MORNING + timedelta(days=1)
    assert not budget.used_up()
    await budget.close()


@pytest.mark.promise("a-used-up-budget-quotes-the-notes-and-says-so")
async def test_the_count_outlives_a_restart(database: StateDatabase) -> None:
    clock = Clock()
    budget = await opened(database, clock, tokens=2_000)
    budget.note(CALL)
    budget.note(CALL)
    await budget.close()
    again = await opened(database, clock, tokens=2_000)
    assert again.used_up()
    rows = await database.fetch("SELECT day, tokens, dollars FROM model_usage")
    assert [tuple(row) for row in rows] == [("2026-11-30", 2_000, 0.5)]


async def test_two_bots_share_one_budget(database: StateDatabase) -> None:
    clock = Clock()
    one, other = await opened(database, clock, tokens=2_000), await opened(database, clock, tokens=2_000)
    one.note(CALL)
    await one.close()
    other.note(CALL)
    await other.close()
    assert other.used_up()


async def test_without_bounds_nothing_is_used_up(database: StateDatabase) -> None:
    budget = await opened(database, Clock())
    budget.note(CALL)
    assert not budget.used_up()
    await budget.close()


async def test_a_database_that_cannot_be_written_stops_no_answer(
    database: StateDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    budget = await opened(database, Clock(), tokens=1_000)
    await database.execute("DROP TABLE model_usage")
    budget.note(CALL)
    await budget.close()
    assert budget.used_up()
    (record,) = caplog.records
    assert record.message.startswith("What a model call cost could not be written down: The ")


@pytest.mark.promise("a-used-up-budget-quotes-the-notes-and-says-so")
async def test_a_used_up_budget_lets_the_notes_speak_and_says_so(database: StateDatabase) -> None:
    budget = await opened(database, Clock(), tokens=1_000)
    quoting = Speaker("notes", degraded="Keywords only.")
    voice = WithinBudget(Speaker("model"), quoting=quoting, budget=budget)
    before, deep = await voice.ask(QUESTION), await voice.search(QUESTION, plus=True)
    assert (before.text, before.degraded, deep.rewrite, deep.fallback) == ("model", "", "model True", "")
    budget.note(CALL)
    after, deep, plain = (
        await voice.ask(QUESTION),
        await voice.search(QUESTION, plus=True),
        await voice.search(QUESTION),
    )
    assert after.text == "notes"
    assert after.degraded.startswith("Keywords only. Today's budget for the chat model is used up")
    assert (deep.rewrite, plain.rewrite, plain.fallback) == ("notes False", "notes False", "")
    assert "only your own words" in deep.fallback
    await budget.close()
