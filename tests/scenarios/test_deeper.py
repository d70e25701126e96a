"""Search deeper over real notes with a scripted chat model: what was searched besides stands on the cards."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.scenarios.office import Office, office_with_model
from tests.scenarios.world import control
from tests.slack.state import Ephemeral

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Office]:
    async with office_with_model(tmp_path_factory.mktemp("deeper")) as office:
        yield office


async def search_deeper(office: Office, words: str) -> tuple[Ephemeral, Ephemeral]:
    """The cards of a search, and those of the deeper one."""
    world, slack, team = office.world, office.world.slack, office.world.team()
    await slack.slash(team.ann, team.general, "/search", words)
    plain = (await world.whispers(team.ann))[-1]
    assert office.model.calls == []
    await slack.press(plain, control(plain, "search_deeper"), team.ann)
    # The first call of a process waits for LiteLLM.
    shown = await slack.wait_for(
        lambda: found if len(found := slack.ephemerals(team.ann)) == 2 else [], timeout_seconds=60
    )
    return plain, shown[-1]


@pytest.mark.promise("a-deeper-search-shows-its-plan")
async def test_the_rewrite_and_the_keywords_stand_on_the_cards(office: Office) -> None:
    office.model.reset().reply("paid *leave* per year <!channel>", task="rewrite")
    office.model.reply('["vacation days", "PTO"]', task="keywords")
    plain, deeper = await search_deeper(office, "recreation")
    assert "Also searched" not in str(plain.blocks)
    assert "Also searched: paid" in str(deeper.blocks)
    assert "vacation days, PTO" in str(deeper.blocks)
    assert "28 paid vacation days" in str(deeper.blocks)
    assert "<!channel>" not in str(deeper.blocks)
    assert "search_deeper" not in str(deeper.blocks)
    assert not office.world.slack.violations


@pytest.mark.promise("a-failed-plan-says-so-and-leaves-the-rest")
async def test_a_model_that_is_down_leaves_the_plain_cards_and_a_line_that_says_so(office: Office) -> None:
    office.model.reset().faults.fail(503, times=None, retry_after=0, message="secret words of the server")
    plain, deeper = await search_deeper(office, "carrying over days")
    assert "The chat model takes no requests now, so only your own words were searched." in str(deeper.blocks)
    assert "28 paid vacation days" in str(plain.blocks)
    assert "28 paid vacation days" in str(deeper.blocks)
    assert "secret words" not in str(deeper.blocks)
    assert not office.world.slack.violations
