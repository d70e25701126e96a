"""A chat model that does not do its work: the person gets the notes' own words, and a line that says so."""

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from llmock.scenarios import Match, StreamFault

from tests.model_server import ModelServer
from tests.scenarios.office import KEY, Office, office_with_model

pytestmark = pytest.mark.asyncio(loop_scope="session")
DEGRADED = "so these are the notes' own words"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Office]:
    async with office_with_model(tmp_path_factory.mktemp("model"), FOOTNOTE_CHAT__TIMEOUT_SECONDS="2") as office:
        yield office


async def ask(office: Office) -> str:
    """Everything that the answer to one mention shows."""
    team, slack = office.world.team(), office.world.slack
    ts = await slack.mention(team.ann, team.general, "how many vacation days do I get?")
    (answer,) = await slack.wait_for(lambda: slack.bot_messages(team.general, ts), timeout_seconds=30)
    return f"{answer.text}{answer.blocks}"


async def test_a_model_that_works_answers_itself(office: Office) -> None:
    office.model.reset().reply("It is 28 days [1], or 99 [7].", task="answer")
    shown = await ask(office)
    assert "It is 28 days [1], or 99 (not backed by the notes)." in shown
    assert DEGRADED not in shown


@pytest.mark.parametrize(
    "fail",
    [
        pytest.param(lambda model: model.faults.outage(), id="unreachable"),
        pytest.param(lambda model: model.faults.rate_limit(times=None, retry_after=0), id="429"),
        pytest.param(lambda model: model.faults.fail(500, times=None), id="500"),
        pytest.param(lambda model: model.faults.stall(after_chunks=1), id="stalled-stream"),
        pytest.param(lambda model: model.faults.disconnect(after_chunks=1), id="dropped-stream"),
        pytest.param(lambda model: model.reply("I cannot help with that.", times=None), id="refusal"),
    ],
)
async def test_a_model_that_fails_leaves_the_notes_own_words_and_a_line_that_says_so(
    office: Office, fail: Callable[[ModelServer], object]
) -> None:
    fail(office.model.reset())
    shown = await ask(office)
    assert "28 paid vacation days per calendar year" in shown
    assert DEGRADED in shown
    assert KEY not in "\n".join(office.world.bots[0].lines)
    assert not office.world.slack.violations


@pytest.mark.promise("answers-grow-while-they-are-written")
async def test_what_a_model_has_written_is_shown_before_it_ends_and_keeps_its_sources_where_it_breaks_off(
    office: Office,
) -> None:
    sentence = "You get 28 paid vacation days per calendar year [1]. "
    office.model.reset().reply(sentence * 40, task="answer")
    stall = StreamFault("stall", after_chunks=200, stall_seconds=600, match=Match(model="*#answer#*"))
    office.model.faults.add(stall)
    team, slack = office.world.team(), office.world.slack
    ts = await slack.mention(team.ann, team.general, "how many vacation days do I get?")
    (stream,) = await slack.wait_for(lambda: slack.streams(team.general), timeout_seconds=30)
    assert not stream.stopped
    await slack.wait_for(lambda: stream.stopped, timeout_seconds=30)
    (answer,) = slack.bot_messages(team.general, ts)
    assert sentence.strip() in stream.text
    assert "may be incomplete" in str(answer.blocks)
    assert "*Sources*" in str(answer.blocks)
    assert not slack.violations
