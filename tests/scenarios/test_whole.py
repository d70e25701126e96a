"""`footnote serve` over real notes: nothing is put in the place of anything but Slack itself."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.scenarios.office import write_office
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World, control

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    folder: Path
    world: World
    bot: BotProcess
    boss: str


@pytest_asyncio.fixture(loop_scope="session", params=["socket", "http"])
async def office(request: pytest.FixtureRequest, fresh: World, tmp_path: Path) -> AsyncIterator[Office]:
    boss = fresh.slack.add_user("boss")
    settings = write_office(tmp_path, mode=request.param, boss=boss)
    bot = await fresh.serve(settings, "handbook: 1 notes", "board: 1 notes", mode=request.param)
    yield Office(folder=tmp_path, world=fresh, bot=bot, boss=boss)


@pytest.mark.promise("whole-path-in-slack")
async def test_notes_in_footnoted_answers_out(office: Office) -> None:
    world, slack = office.world, office.world.slack
    team = world.team()
    ts = await slack.mention(team.ann, team.general, "how many vacation days do I get?")
    (answer,) = await world.answers(team.general, ts)
    shown = f"{answer.text}{answer.blocks}"
    assert "28 paid vacation days per calendar year" in shown
    assert "[1]" in shown
    assert "Vacation" in shown
    assert "<!channel>" not in shown
    status, body = await office.bot.get("/readyz")
    assert (status, json.loads(body)["index"]["ok"]) == (200, True)
    office.bot.terminate()
    assert await office.bot.end() == 0
    assert not slack.violations


@pytest.mark.promise("whole-path-in-slack")
async def test_a_restricted_note_is_found_by_its_reader_alone_and_cannot_be_shared(office: Office) -> None:
    world, slack = office.world, office.world.slack
    team = world.team()
    for person in (team.ann, office.boss):
        await slack.slash(person, team.general, "/search", "merger")
    nothing = (await world.whispers(team.ann))[-1]
    found = (await world.whispers(office.boss))[-1]
    assert "closes in May" not in f"{nothing.text}{nothing.blocks}"
    assert "closes in May" in f"{found.text}{found.blocks}"
    await slack.press(found, control(found, "search_share"), office.boss)
    await world.whispers(office.boss, count=2)
    assert not slack.bot_messages(team.general)
    assert not slack.violations


@pytest.mark.promise("feedback-is-joined-to-its-trace")
async def test_a_question_its_trace_and_what_was_thought_of_it_share_one_id(office: Office) -> None:
    world, slack = office.world, office.world.slack
    team = world.team()
    ts = await slack.mention(team.ann, team.general, "how many vacation days do I get?")
    (answer,) = await world.answers(team.general, ts)
    name = control(answer, "feedback")
    await slack.press(answer, name, team.ann, value="not_helpful")
    await world.whispers(team.ann)
    office.bot.terminate()
    assert await office.bot.end() == 0
    state, traces = (sqlite3.connect(office.folder / "data" / name) for name in ("state.db", "traces.db"))
    with closing(state), closing(traces):
        ((judged, verdict),) = state.execute("SELECT answer_id, value FROM feedback").fetchall()
        ((trace_id, payload),) = traces.execute("SELECT id, payload FROM traces").fetchall()
    assert (judged, verdict) == (trace_id, "not_helpful")
    assert name == f"feedback:{trace_id}"
    trace = json.loads(payload)
    assert (trace["surface"], trace["outcome"]["mode"]) == ("slack", "extractive")
    assert team.ann not in payload


@pytest.mark.promise("changed-files-are-picked-up-while-serving")
async def test_a_note_that_is_written_while_the_bot_runs_is_found(office: Office) -> None:
    world, slack = office.world, office.world.slack
    team = world.team()
    (office.folder / "notes" / "bikes.md").write_text("# Bikes\n\nThe bicycle cellar opens at seven.\n")
    await office.bot.wait_for_line(r"Indexed handbook: 2 notes, 1 read")
    await slack.slash(team.ann, team.general, "/search", "bicycle cellar")
    found = (await world.whispers(team.ann))[-1]
    assert "opens at seven" in f"{found.text}{found.blocks}"
    assert not slack.violations
