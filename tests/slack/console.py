"""A line of input is what a person does; a line of output is what the app did."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator

from tests.slack.server import LocalSlack
from tests.slack.state import Blocks, Ephemeral, Message

HELP = """\
@footnote TEXT   mention the app in #general          /ask TEXT      any command
> TEXT           answer in the latest thread          dm TEXT        a direct message
! ACTION [VALUE] press a button of the latest message home           open the Home tab
quit             end"""


class Console:
    """Ann sits in #general and types."""

    def __init__(self, slack: LocalSlack) -> None:
        self._slack = slack
        self._ann = slack.add_user("ann")
        self._general = slack.add_channel("general", members=[self._ann])
        self._thread: str | None = None
        self._shown: dict[str, str] = {}

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Until the lines end or one says `quit`."""
        watching = asyncio.create_task(self._watch())
        async for line in lines:
            if line == "quit":
                break
            await self._do(line)
        watching.cancel()

    async def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.startswith("/"):
            await self._slack.slash(self._ann, self._general, word, rest)
        elif word == "@footnote":
            self._thread = await self._slack.mention(self._ann, self._general, rest)
        elif word == ">" and self._thread:
            await self._slack.message(self._ann, self._general, rest, self._thread)
        elif word == "dm":
            await self._slack.direct_message(self._ann, rest)
        elif word == "!":
            await self._press(*rest.split())
        elif word == "home":
            await self._slack.open_home(self._ann)
        else:
            _say(HELP)

    async def _press(self, action_id: str = "", value: str | None = None) -> None:
        messages: list[Message | Ephemeral] = [
            *self._slack.messages(self._general),
            *self._slack.ephemerals(self._ann),
        ]
        latest = max((one for one in messages if one.blocks), key=lambda one: one.ts, default=None)
        try:
            if latest is not None:
                await self._slack.press(latest, action_id, self._ann, value=value)
        except LookupError as error:
            _say(f"  {error}")

    async def _watch(self) -> None:
        """Shows whatever is new or changed, whenever something happened."""
        while True:
            fresh = await self._slack.wait_for(lambda: dict(self._fresh()), timeout_seconds=float("inf"))
            self._shown |= fresh
            for line in fresh.values():
                _say(line)

    def _fresh(self) -> Iterator[tuple[str, str]]:
        for key, line in self._everything():
            if self._shown.get(key) != line:
                yield key, line

    def _everything(self) -> Iterator[tuple[str, str]]:
        for channel in (self._general, self._slack.direct_channel(self._ann)):
            for message in self._slack.bot_messages(channel):
                yield message.ts, _line("thread" if message.thread_ts else "channel", message.text, message.blocks)
        for one in self._slack.ephemerals(self._ann):
            yield one.ts, _line("only you", one.text, one.blocks)
        for home in self._slack.homes(self._ann):
            yield home.hash, _line("home", "", home.content["blocks"])
        for number, violation in enumerate(self._slack.violations):
            problems = " ".join(violation.messages)
            yield f"violation {number}", f"  REFUSED {violation.method}: {violation.error} {problems}"


async def standard_input() -> AsyncIterator[str]:
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield line.strip()


def _line(place: str, text: str, blocks: Blocks) -> str:
    controls = [
        element["action_id"]
        for block in blocks
        for element in [*block.get("elements", []), block.get("accessory", {})]
        if "action_id" in element
    ]
    pressable = f"  {controls}" if controls else ""
    return f"  [{place}] {text}{pressable}"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
