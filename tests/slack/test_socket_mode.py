"""Socket Mode, spoken with the official client."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack import LocalSlack
from tests.slack.conftest import Team
from tests.slack.events import Event


class App:
    """An app that acknowledges what it is told to, and remembers everything."""

    def __init__(self, slack: LocalSlack) -> None:
        web_client = AsyncWebClient(base_url=slack.api_url)
        # Any: half of the client is published without types.
        self.socket: Any = SocketModeClient(slack.identity.app_token, web_client=web_client, ping_interval=0.05)
        self.socket.socket_mode_request_listeners.append(self._listen)
        self.requests: list[SocketModeRequest] = []
        # The stand-in notes what it sends and what is acknowledged; what arrived here is our own record.
        self._notify = slack.backend.journal.notify
        self.acknowledges = True

    async def _listen(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        self.requests.append(request)
        self._notify()
        if self.acknowledges:
            await client.send_socket_mode_response(SocketModeResponse(envelope_id=request.envelope_id))

    @property
    def events(self) -> list[Event]:
        return [request.payload["event"] for request in self.requests]


@pytest.fixture
async def app(slack: LocalSlack) -> AsyncIterator[App]:
    app = App(slack)
    await app.socket.connect_to_new_endpoint()
    await slack.wait_for_connections()
    yield app
    await app.socket.close()


async def test_a_mention_arrives_twice_and_is_acknowledged(slack: LocalSlack, team: Team, app: App) -> None:
    ts = await slack.mention(team.ann, team.general, "hello")
    await slack.wait_for(lambda: len(slack.deliveries) == 2 and all(one.acked for one in slack.deliveries))
    assert [event["type"] for event in app.events] == ["app_mention", "message"]
    assert {event["ts"] for event in app.events} == {ts}
    assert len({request.payload["event_id"] for request in app.requests}) == 2
    assert all(one.ack_seconds is not None for one in slack.deliveries)


async def test_only_what_the_app_may_hear_is_sent(slack: LocalSlack, team: Team, app: App) -> None:
    outside = slack.add_channel("outside", bot=False)
    await slack.mention(team.ann, outside, "are you there?")
    await slack.direct_message(team.ann, f"<@{slack.identity.bot_user_id}> hi")
    await slack.wait_for(lambda: len(app.requests) == 1)
    assert [(one["type"], one["channel_type"]) for one in app.events] == [("message", "im")]


async def test_edits_deletions_unfurls_and_broadcasts_have_slacks_shapes(
    slack: LocalSlack, team: Team, app: App
) -> None:
    ts = await slack.message(team.ann, team.general, "see https://example.com/")
    await slack.unfurl(team.general, ts)
    await slack.edit(team.general, ts, "see there")
    reply = await slack.message(team.ben, team.general, "to all", ts, broadcast=True)
    await slack.delete(team.general, ts)
    await slack.delete(team.general, reply)
    await slack.wait_for(lambda: len(slack.deliveries) == 6 and all(one.acked for one in slack.deliveries))
    said, unfurled, edited, broadcast, buried, deleted = app.events
    assert "subtype" not in said
    assert unfurled["message"]["text"] == unfurled["previous_message"]["text"] == said["text"]
    assert (edited["message"]["text"], edited["message"]["edited"]["user"]) == ("see there", team.ann)
    assert (broadcast["subtype"], broadcast["root"]["ts"]) == ("thread_broadcast", ts)
    assert (buried["subtype"], buried["message"]["subtype"], buried["message"]["ts"]) == (
        "message_changed",
        "tombstone",
        ts,
    )
    assert (deleted["subtype"], deleted["deleted_ts"]) == ("message_deleted", reply)


async def test_an_event_that_is_not_acknowledged_in_time_comes_again() -> None:
    async with LocalSlack(ack_seconds=0.02) as slack:
        app = App(slack)
        app.acknowledges = False
        await app.socket.connect_to_new_endpoint()
        await slack.wait_for_connections()
        ann = slack.add_user("ann")
        await slack.direct_message(ann, "hello")
        await slack.wait_for(lambda: len(app.requests) == 2)
        await app.socket.close()
    first, again = app.requests
    assert (first.retry_attempt, again.retry_attempt, again.retry_reason) == (0, 1, "timeout")
    assert first.payload["event_id"] == again.payload["event_id"]


async def test_a_redelivery_can_be_asked_for_at_once(slack: LocalSlack, team: Team, app: App) -> None:
    await slack.direct_message(team.ann, "hello")
    delivery = await slack.wait_for_ack(slack.deliveries[0])
    await slack.redeliver(delivery)
    await slack.wait_for(lambda: delivery.attempts[-1].acked_at)
    assert [request.retry_attempt for request in app.requests] == [0, 1]


async def test_a_command_that_nobody_acknowledges_times_out_and_never_comes_again() -> None:
    async with LocalSlack(ack_seconds=0.01) as slack:
        app = App(slack)
        app.acknowledges = False
        await app.socket.connect_to_new_endpoint()
        await slack.wait_for_connections()
        ann = slack.add_user("ann")
        command = await slack.slash(ann, slack.add_channel("general"), "/ask", "x")
        await slack.wait_for(lambda: slack.timed_out == [command])
        await app.socket.close()
    assert len(command.attempts) == 1


async def test_a_refreshed_client_comes_back_and_hears_on(slack: LocalSlack, team: Team, app: App) -> None:
    await slack.disconnect("refresh_requested")
    await slack.wait_for(lambda: len(slack.calls("apps.connections.open")) == 2)
    await slack.wait_for_connections()
    await slack.direct_message(team.ann, "still there?")
    await slack.wait_for_ack(slack.deliveries[-1])
    assert slack.deliveries[-1].acked


async def test_events_in_flight_on_a_dropped_socket_reach_the_next_one(
    slack: LocalSlack, team: Team, app: App
) -> None:
    app.acknowledges = False
    await slack.direct_message(team.ann, "hello")
    await slack.wait_for(lambda: len(app.requests) == 1)
    app.acknowledges = True
    slack.drop_connections()
    await slack.wait_for_ack(slack.deliveries[0])
    assert [request.payload["event_id"] for request in app.requests] == [slack.deliveries[0].payload["event_id"]] * 2


async def test_a_deaf_socket_stays_open_and_says_nothing(slack: LocalSlack, team: Team, app: App) -> None:
    slack.go_silent(pongs=True)
    await slack.direct_message(team.ann, "hello?")
    assert await app.socket.is_connected()
    await app.socket.connect_to_new_endpoint(force=True)
    await slack.wait_for_ack(slack.deliveries[0])
    assert [request.retry_attempt for request in app.requests] == [1]


async def open_socket(slack: LocalSlack, session: aiohttp.ClientSession) -> aiohttp.ClientWebSocketResponse:
    client = AsyncWebClient(base_url=slack.api_url)
    opened = await client.apps_connections_open(app_token=slack.identity.app_token)
    return await session.ws_connect(opened["url"])


async def test_ten_sockets_share_the_payloads_and_the_eleventh_is_refused(slack: LocalSlack, team: Team) -> None:
    async with aiohttp.ClientSession() as session:
        sockets = [await open_socket(slack, session) for _ in range(10)]
        hellos = [json.loads(await socket.receive_str()) for socket in sockets]
        assert [hello["type"] for hello in hellos] == ["hello"] * 10
        refused = json.loads(await (await open_socket(slack, session)).receive_str())
        assert (refused["type"], refused["reason"]) == ("disconnect", "too_many_websockets")
        for _ in sockets:
            await slack.direct_message(team.ann, "hello")
        frames = await asyncio.gather(*(socket.receive_json() for socket in sockets))
        assert len({frame["payload"]["event_id"] for frame in frames}) == 10


async def test_a_ticket_opens_one_socket(slack: LocalSlack) -> None:
    url = slack.sockets.issue_url(slack.url)
    async with aiohttp.ClientSession() as session, session.ws_connect(url):
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(url)


async def test_an_unknown_envelope_is_a_violation(slack: LocalSlack, app: App) -> None:
    await app.socket.send_socket_mode_response(SocketModeResponse(envelope_id="never-sent"))
    await slack.wait_for(lambda: bool(slack.violations))
    assert [one.error for one in slack.violations] == ["unknown_envelope"]
