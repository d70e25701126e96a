import asyncio
from typing import Any

import pytest
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.entrance import Entrance
from bot.errors import SlackRefused
from bot.socket_mode import SocketConnection, backoff_seconds
from tests.slack import LocalSlack


def connection_to(slack: LocalSlack, **options: Any) -> SocketConnection:
    client = AsyncWebClient(slack.identity.bot_token, base_url=slack.api_url)
    entrance = Entrance(AsyncApp(client=client), submit=lambda _: None)
    return SocketConnection(entrance, slack.identity.app_token, **options)


def test_waits_grow_up_to_half_a_minute() -> None:
    assert [backoff_seconds(attempt) for attempt in (1, 2, 3, 4, 5, 6, 50)] == [1, 2, 4, 8, 16, 30, 30]


@pytest.mark.promise("readiness-tells-the-truth")
async def test_a_socket_that_answers_pings_but_says_nothing_is_replaced(slack: LocalSlack) -> None:
    connection = connection_to(slack, quiet_seconds=0.3)
    running = asyncio.create_task(connection.run())
    await slack.wait_for_connections()
    (first,) = slack.backend.sockets.connections
    slack.go_silent(pongs=True)
    await slack.wait_for(lambda: [one for one in slack.backend.sockets.connections if one is not first])
    running.cancel()
    await asyncio.wait([running])
    assert (await connection.check()).ok is False


async def test_each_connection_that_slack_asks_for_is_told_and_has_an_age_of_its_own(slack: LocalSlack) -> None:
    loop, opened = asyncio.get_running_loop(), asyncio.Queue[float]()
    connection = connection_to(slack, on_connected=lambda: opened.put_nowait(loop.time() - connection.ages()[0]))
    running = asyncio.create_task(connection.run())
    async with asyncio.timeout(10):
        first = await opened.get()
        await slack.backend.sockets.announce_disconnect("refresh_requested")
        assert await opened.get() > first
    running.cancel()
    await asyncio.wait([running])
    assert connection.ages() == (0.0, 0.0)


async def test_a_token_that_slack_refuses_ends_the_attempts(slack: LocalSlack) -> None:
    slack.faults.error("apps.connections.open", "invalid_auth")
    with pytest.raises(SlackRefused, match="SLACK_APP_TOKEN"):
        await connection_to(slack).run()
