"""Runs `node_check.js` against a LocalSlack; `scripts/check-standin-node` installs what it needs."""

import asyncio
import os
import sys
from pathlib import Path

from tests.slack.server import LocalSlack

SCRIPT = Path(__file__).with_name("node_check.js")
EXPECTED = ["two", "three", "refused: msg_too_long"]


async def talk(slack: LocalSlack) -> None:
    """One mention and one command, answered over the official Node clients.

    Raises:
        TimeoutError: the app did not do what was expected.
    """
    await slack.wait_for_connections(timeout_seconds=30)
    ann = slack.add_user("ann")
    general = slack.add_channel("general", members=[ann])
    ts = await slack.mention(ann, general, "hello")
    await slack.wait_for(lambda: [one.text for one in slack.bot_messages(general, ts)] == EXPECTED)
    await slack.slash(ann, general, "/ask", "why")
    await slack.wait_for(lambda: [one.text for one in slack.ephemerals(ann)] == ["heard why"])
    await slack.disconnect("refresh_requested")
    await slack.wait_for(lambda: len(slack.calls("apps.connections.open")) == 2)
    await slack.wait_for_connections()
    await slack.mention(ann, general, "again")
    await slack.wait_for(lambda: all(one.acked for one in slack.deliveries))


async def main() -> None:
    async with LocalSlack() as slack:
        app = await asyncio.create_subprocess_exec("node", str(SCRIPT), env=os.environ | slack.environment)
        try:
            await talk(slack)
        finally:
            app.terminate()
            await app.wait()
    sys.stdout.write("the Node clients and the local Slack understand each other\n")


if __name__ == "__main__":
    asyncio.run(main())
