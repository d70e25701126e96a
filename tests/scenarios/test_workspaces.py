"""One bot in several workspaces: installed over OAuth, apart from each other, and gone where it is removed."""

import sqlite3
import stat
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
import pytest_asyncio

from tests.scenarios.town import ANN, GENERAL, LAB, ONE, STRANGER, TWO, Town, said, tokens

pytestmark = pytest.mark.asyncio(loop_scope="session")
VACATION = "how many vacation days do I get?"
REACTOR = "what is the zirconium reactor cooled with?"
MERGER = "when does the merganser merger close?"


@pytest_asyncio.fixture(loop_scope="session")
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    async with Town.open(tmp_path) as opened:
        yield opened


@pytest.mark.promise("workspaces-share-nothing")
async def test_each_workspace_is_answered_with_its_own_token_and_sees_nothing_of_the_other(town: Town) -> None:
    bot, slacks = await town.serve(), town.slacks
    assert [(await town.install(team))[0] for team in (ONE, TWO)] == [200, 200]
    assert tokens(slacks[ONE]) != tokens(slacks[TWO])
    for team in (ONE, TWO):
        assert "28 paid vacation days" in said(await town.answer(team, GENERAL, VACATION))
    assert "heavy water" in said(await town.answer(ONE, LAB, REACTOR))
    assert "heavy water" not in said(await town.answer(TWO, LAB, REACTOR))
    assert "in May" in said(await town.private_answer(ONE, MERGER))
    assert "in May" not in said(await town.private_answer(TWO, MERGER))
    await town.answer(ONE, GENERAL, "who keeps the zanzibar?")
    for team in (ONE, TWO):
        await slacks[team].open_home(ANN)
        (home,) = await slacks[team].wait_for(partial(slacks[team].homes, ANN))
        assert VACATION in str(home.content)
        assert ("zanzibar" in str(home.content)) == (team == ONE)
    before = [len(slacks[team].bot_messages(GENERAL)) for team in (ONE, TWO)]
    assert await town.digest() == 0
    assert [len(slacks[team].bot_messages(GENERAL)) for team in (ONE, TWO)] == [before[0] + 1, before[1]]
    assert not [one for team in (ONE, TWO) for one in slacks[team].violations]
    assert not any("xoxb-" in line or "hush" in line for line in bot.lines)
    assert stat.S_IMODE(town.installations.stat().st_mode) == 0o600


async def test_one_socket_carries_the_events_of_all_workspaces(town: Town) -> None:
    await town.serve("socket")
    for team in (ONE, TWO):
        assert (await town.install(team))[0] == 200
        assert "28 paid vacation days" in said(await town.answer(team, GENERAL, VACATION))


@pytest.mark.promise("only-named-workspaces-install-it")
async def test_a_workspace_that_is_not_named_is_refused_and_not_answered(town: Town) -> None:
    bot, slack = await town.serve(), town.slacks[STRANGER]
    status, page = await town.install(STRANGER)
    assert status == 403
    assert f"does not serve {STRANGER}" in page
    assert town.slacks.uninstalled == [STRANGER]
    await slack.mention(ANN, GENERAL, VACATION)
    await slack.wait_for(lambda: all(one.acked for one in slack.deliveries))
    assert (await town.install(ONE))[0] == 200
    await town.answer(ONE, GENERAL, VACATION)
    assert not slack.bot_messages(GENERAL)
    assert not slack.calls("chat.postMessage")
    assert not any("xoxb-" in line for line in bot.lines)


@pytest.mark.promise("only-named-workspaces-install-it")
async def test_who_did_not_begin_here_cannot_end_an_installation(town: Town) -> None:
    await town.serve()
    query, cookie = await town.begin()
    assert query["redirect_uri"] == town.address("/slack/oauth_redirect")
    assert (await town.come_back(town.slacks.agree(ONE, query), "other=cookie"))[0] == 400
    assert (await town.come_back(town.slacks.agree(ONE, query | {"state": "made-up"}), cookie))[0] == 400
    assert (await town.come_back(town.slacks.agree(ONE, query), cookie))[0] == 200
    assert (await town.come_back(town.slacks.agree(ONE, query), cookie))[0] == 401
    _, page = await town.come_back({"error": "<b>no"}, cookie)
    assert "<b>no" not in page


@pytest.mark.promise("workspaces-come-and-go-by-themselves")
async def test_installations_outlive_a_restart_and_a_removal_deletes_them(town: Town) -> None:
    first = await town.serve()
    for team in (ONE, TWO):
        await town.install(team)
    first.terminate()
    assert await first.end() == 0
    second = await town.serve()
    await second.wait_for_line("Ready as installed in 2 of 2 workspaces")
    for team in (ONE, TWO):
        assert "28 paid vacation days" in said(await town.answer(team, GENERAL, VACATION))
    await town.slacks.uninstall(TWO)
    await second.wait_for_line(f"Removed from workspace {TWO}")
    assert "28 paid vacation days" in said(await town.answer(ONE, LAB, VACATION))
    with sqlite3.connect(town.installations) as database:
        assert database.execute("SELECT team_id FROM slack_bots").fetchall() == [(ONE,)]
        assert database.execute("SELECT team_id FROM slack_installations").fetchall() == [(ONE,)]
    second.terminate()
    assert await second.end() == 0
    third = await town.serve()
    await third.wait_for_line("Ready as installed in 1 of 2 workspaces")
