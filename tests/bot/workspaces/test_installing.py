"""The installation's pages when something is in the way."""

import pytest
from slack_bolt.request.async_request import AsyncBoltRequest
from sqlalchemy import text

from bot.state.database import StateDatabase
from bot.workspaces.installations import Installations
from bot.workspaces.installing import MOST_BEGUN
from bot.workspaces.terms import INSTALL_PATH
from tests.bot.workspaces.values import opened
from tests.slack.several import Slacks


@pytest.mark.promise("only-named-workspaces-install-it")
async def test_nobody_fills_the_database_with_installations_that_are_begun(
    slacks: Slacks, installations: Installations, database: StateDatabase
) -> None:
    async with opened(slacks, installations, database) as several:
        begin = several.pages[INSTALL_PATH]
        statuses = [(await begin(AsyncBoltRequest(body=""))).status for _ in range(MOST_BEGUN + 1)]
    assert statuses == [200] * MOST_BEGUN + [429]


async def test_a_database_that_fails_is_one_sentence_without_its_words(
    slacks: Slacks, installations: Installations, database: StateDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    async with installations.states.engine.begin() as connection:
        await connection.execute(text("DROP TABLE slack_oauth_states"))
    async with opened(slacks, installations, database) as several:
        response = await several.pages[INSTALL_PATH](AsyncBoltRequest(body=""))
    assert response.status == 503
    assert "try again in a minute" in response.body
    assert "slack_oauth_states" not in response.body + caplog.text
