"""The console, driven by lines."""

from collections.abc import AsyncIterator

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.slack import LocalSlack
from tests.slack.console import Console


async def test_what_the_app_posts_is_shown_with_its_buttons(
    slack: LocalSlack, client: AsyncWebClient, capsys: pytest.CaptureFixture[str]
) -> None:
    console = Console(slack)
    button = {"type": "button", "action_id": "share", "text": {"type": "plain_text", "text": "Share"}}

    async def lines() -> AsyncIterator[str]:
        yield "@footnote why?"
        event = slack.events("app_mention")[0].event
        await client.chat_postMessage(
            channel=event["channel"],
            thread_ts=event["ts"],
            text="because",
            blocks=[{"type": "actions", "elements": [button]}],
        )
        yield "! share"
        yield "quit"

    await console.run(lines())
    assert "[thread] because  ['share']" in capsys.readouterr().out
    assert slack.deliveries[-1].payload["actions"][0]["action_id"] == "share"
