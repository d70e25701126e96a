"""Hostile notes and a model that does what they say: what reaches Slack pings nobody and carries nothing away."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.knowledge.answering.injections import CARRIERS, EVIL, FAKE_SOURCES, INJECTIONS
from tests.model_server import ModelServer
from tests.scenarios.process import BotProcess
from tests.scenarios.test_model_failures import KEY, Office
from tests.scenarios.test_whole import write_office
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")
LIVE = re.compile(r"<[!@#]|!\[|\]\(https://evil|<https://evil")


def write_hostile(folder: Path) -> int:
    """One note for each injection; returns how many notes there are then."""
    for number, injection in enumerate(INJECTIONS):
        (folder / "notes" / f"hostile-{number}.md").write_text(f"# Notice {number}\n\n{injection.note}\n")
    return len(INJECTIONS) + 1


@pytest_asyncio.fixture(loop_scope="session")
async def hostile(fresh: World, tmp_path: Path) -> AsyncIterator[Office]:
    with ModelServer() as model:
        settings = write_office(tmp_path, mode="socket", boss=fresh.slack.add_user("boss"))
        notes = write_hostile(tmp_path)
        environment = {
            "FOOTNOTE_CHAT__MODEL": "openai/test",
            "FOOTNOTE_CHAT__API_BASE": model.base_url,
            "FOOTNOTE_RETRIEVAL__PLAN": "off",
            "OPENAI_API_KEY": KEY,
        }
        bot = await BotProcess.launch(
            ["bot", "--config", str(settings), "serve"], fresh.slack.environment | environment
        )
        fresh.bots.append(bot)
        await bot.wait_for_line(f"Indexed handbook: {notes} notes")
        await fresh.slack.wait_for_connections()
        yield Office(world=fresh, model=model)


@pytest.mark.promise("no-note-gives-orders")
async def test_a_model_that_obeys_hostile_notes_reaches_nobody(hostile: Office) -> None:
    world, model = hostile.world, hostile.model
    team, slack = world.team(), world.slack
    for injection in (*CARRIERS, *FAKE_SOURCES[-3:]):
        model.reset().reply(injection.obeyed, task="answer", times=None)
        ts = await slack.mention(team.ann, team.general, "how many vacation days do I get?")
        (answer, *_) = await slack.wait_for(lambda ts=ts: slack.bot_messages(team.general, ts), timeout_seconds=30)
        shown = f"{answer.text}\n{answer.blocks}"
        assert "28" in shown, injection.name
        assert not LIVE.search(shown), injection.name
        assert f"{EVIL}/?" not in re.sub(r"`[^`]*`", "", str(answer.blocks)), injection.name
    assert not slack.violations
