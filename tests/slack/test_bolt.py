"""A whole Bolt app against the stand-in, in both modes."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack import Forgery, LocalSlack
from tests.slack.conftest import Team

MODAL = {
    "type": "modal",
    "callback_id": "compare",
    "title": {"type": "plain_text", "text": "Compare"},
    "submit": {"type": "plain_text", "text": "Go"},
    "blocks": [
        {
            "type": "input",
            "block_id": "why",
            "label": {"type": "plain_text", "text": "Why"},
            "element": {"type": "plain_text_input", "action_id": "reason"},
        }
    ],
}


def bolt_app(slack: LocalSlack) -> AsyncApp:
    client = AsyncWebClient(slack.identity.bot_token, base_url=slack.api_url)
    app = AsyncApp(client=client, signing_secret=slack.identity.signing_secret)

    @app.event("app_mention")
    async def on_mention(event: dict[str, Any], say: Any) -> None:
        await say(text=f"heard {event['text']}", thread_ts=event["ts"])

    @app.event("message")
    async def on_message() -> None:
        """Acknowledged and left alone."""

    @app.command("/ask")
    async def on_ask(ack: Any, respond: Any, command: dict[str, Any]) -> None:
        await ack("Looking ...")
        await respond(f"answer to {command['text']}")

    @app.command("/open")
    async def on_open(ack: Any, client: AsyncWebClient, command: dict[str, Any]) -> None:
        await ack()
        await client.views_open(trigger_id=command["trigger_id"], view=MODAL)

    @app.view("compare")
    async def on_view(ack: Any) -> None:
        await ack(response_action="errors", errors={"why": "Say more."})

    return app


@pytest.fixture(params=["socket", "http"])
async def bolted(slack: LocalSlack, request: pytest.FixtureRequest) -> AsyncIterator[LocalSlack]:
    app = bolt_app(slack)
    if request.param == "socket":
        # Any: it is published without types.
        handler: Any = AsyncSocketModeHandler(app, slack.identity.app_token)
        await handler.connect_async()
        await slack.wait_for_connections()
        yield slack
        await handler.close_async()
        return
    runner = web.AppRunner(app.web_app("/slack/events"), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await slack.use_http(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
    yield slack
    await runner.cleanup()


async def test_a_mention_is_answered_in_its_thread(bolted: LocalSlack, team: Team) -> None:
    ts = await bolted.mention(team.ann, team.general, "hello")
    (answer,) = await bolted.wait_for(lambda: bolted.bot_messages(team.general, ts))
    assert (answer.text, answer.thread_ts) == (f"heard <@{bolted.identity.bot_user_id}> hello", ts)
    assert bolted.violations == []


async def test_a_command_is_acknowledged_with_a_line_and_then_answered(bolted: LocalSlack, team: Team) -> None:
    await bolted.slash(team.ann, team.general, "/ask", "why")
    await bolted.wait_for(lambda: len(bolted.ephemerals(team.ann)) == 2)
    said = {one.via: one.text for one in bolted.ephemerals(team.ann)}
    assert said == {"acknowledgement": "Looking ...", "response_url": "answer to why"}


async def test_a_view_is_opened_and_its_submission_answered(bolted: LocalSlack, team: Team) -> None:
    await bolted.slash(team.ann, team.general, "/open")
    (view,) = await bolted.wait_for(lambda: bolted.views(team.ann))
    delivery = await bolted.submit_view(view, {"why": {"reason": {"type": "plain_text_input", "value": "so"}}})
    await bolted.wait_for_ack(delivery)
    assert delivery.response == {"response_action": "errors", "errors": {"why": "Say more."}}
    assert bolted.views(team.ann) == [view]


async def test_http_requests_are_signed_and_forgeries_can_be_told(slack: LocalSlack, team: Team) -> None:
    app = bolt_app(slack)
    runner = web.AppRunner(app.web_app("/slack/events"), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    http = await slack.use_http(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
    assert await http.verify_url()
    await slack.direct_message(team.ann, "hello")
    delivery = await slack.wait_for_ack(slack.deliveries[0])
    assert await slack.post_forged(delivery, Forgery()) == 200
    assert await slack.post_forged(delivery, Forgery(wrong_signature=True)) == 401
    assert await slack.post_forged(delivery, Forgery(age_seconds=6 * 60)) == 401
    await runner.cleanup()


async def test_an_http_redelivery_says_which_try_it_is(slack: LocalSlack, team: Team) -> None:
    retries: list[tuple[str | None, str | None]] = []

    async def listen(request: web.Request) -> web.Response:
        headers = request.headers
        retries.append((headers.get("x-slack-retry-num"), headers.get("x-slack-retry-reason")))
        return web.Response()

    application = web.Application()
    application.router.add_post("/slack/events", listen)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await slack.use_http(f"http://127.0.0.1:{runner.addresses[0][1]}/slack/events")
    await slack.direct_message(team.ann, "hello")
    delivery = await slack.wait_for_ack(slack.deliveries[0])
    await slack.redeliver(delivery, reason="http_timeout")
    await slack.wait_for(lambda: delivery.attempts[-1].acked_at)
    assert retries == [(None, None), ("1", "http_timeout")]
    await runner.cleanup()
