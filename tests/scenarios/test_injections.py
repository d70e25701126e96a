"""Hostile notes and a model that does what they say: what reaches Slack pings nobody and carries nothing away."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.knowledge.answering.injections import CARRIERS, EVIL, FAKE_SOURCES, INJECTIONS
from tests.scenarios.office import Office, office_with_model

pytestmark = pytest.mark.asyncio(loop_scope="session")
LIVE = re.compile(r"<[!@#]|!\[|\]\(https://evil|<https://evil")


@pytest_asyncio.fixture(loop_scope="session")
async def hostile(tmp_path: Path) -> AsyncIterator[Office]:
    notes = [f"# Notice {number}\n\n{injection.note}\n" for number, injection in enumerate(INJECTIONS)]
    async with office_with_model(tmp_path, *notes, FOOTNOTE_RETRIEVAL__PLAN="off") as office:
        yield office


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
