"""`python -m tests.slack --port 4567`: a Slack to try the app against, without a workspace."""

import argparse
import asyncio
import sys

from tests.slack.console import HELP, Console, standard_input
from tests.slack.server import LocalSlack
from tests.slack.workspace import Identity

# Fixed, so that the app's environment survives a restart of the stand-in.
DEMO = Identity(bot_token="xoxb-local", app_token="xapp-local", signing_secret="local")


async def serve(port: int, events_url: str | None) -> None:
    async with LocalSlack(port=port, identity=DEMO, ticking=True) as slack:
        if events_url:
            await slack.use_http(events_url)
        variables = "\n".join(f"export {name}={value}" for name, value in slack.environment.items())
        sys.stdout.write(f"{variables}\n\n{HELP}\n\n")
        sys.stdout.flush()
        await Console(slack).run(standard_input())


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.slack", description=__doc__)
    parser.add_argument("--port", type=int, default=4567)
    parser.add_argument("--events-url", help="post events here instead of Socket Mode")
    options = parser.parse_args()
    asyncio.run(serve(options.port, options.events_url))


if __name__ == "__main__":
    main()
