"""A bot that is told to end: what Slack has sent it, or still sends, is acknowledged and answered."""

import json
import sqlite3

import pytest

from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("a-restart-refuses-nothing")
async def test_over_http_it_is_not_ready_but_takes_requests_until_a_balancer_has_seen_that(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot(mode="http", drain_seconds=2.0)
    assert (await bot.get("/readyz"))[0] == 200  # and it remembers that for a second
    bot.terminate()
    await bot.wait_for_line("Stopping in 2 s")
    status, body = await bot.get("/readyz")
    command = await slack.slash(team.ann, team.general, "/ask", "am I heard?")
    ts = await slack.mention(team.ben, team.general, "and am I?")
    (mention,) = [one for one in slack.deliveries if one.event.get("type") == "app_mention"]
    assert (status, json.loads(body)["slack"]) == (503, {"ok": False, "detail": "stopping"})
    assert await bot.end() == 0
    assert [len(command.attempts), len(mention.attempts)] == [1, 1]
    assert "am I heard?" in slack.ephemerals(team.ann)[-1].text
    assert "and am I?" in slack.bot_messages(team.general, ts)[0].text


@pytest.mark.promise("a-restart-refuses-nothing")
async def test_a_socket_is_closed_after_the_acknowledgement_of_what_came_over_it(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    with sqlite3.connect(fresh.state, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")  # so that it cannot be acknowledged yet
        command = await slack.slash(team.ann, team.general, "/ask", "am I heard?")
        bot.terminate()
        await bot.wait_for_line("Stopping")
        other.execute("ROLLBACK")
    assert await bot.end() == 0
    assert command.acked
    assert "am I heard?" in slack.ephemerals(team.ann)[-1].text
