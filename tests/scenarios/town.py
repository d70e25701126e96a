"""Two workspaces in which people, channels and their ids have the same names, and one bot for both."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import aiohttp

from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.slack import LocalSlack
from tests.slack.several import Slacks
from tests.slack.state import Ephemeral, Message

ONE, TWO, STRANGER = "T0ONE", "T0TWO", "T0STRANGER"
ANN, LAB, GENERAL = "U0ANN", "C0LAB", "C0GENERAL"
SETTINGS = f"""
[slack]
mode = "http"
http_port = {{port}}
http_drain_seconds = 0

[oauth]
workspaces = ["{ONE}", "{TWO}"]
address = "http://127.0.0.1:{{port}}"

[[collections]]
name = "handbook"
path = "handbook"

[[collections]]
name = "lab"
path = "lab"
channels = ["lab"]
workspaces = ["{ONE}"]

[[collections]]
name = "board"
path = "board"
users = ["{ANN}"]
workspaces = ["{ONE}"]

[digest]
channel = "general"
"""
NOTES = {
    "handbook/vacation.md": "# Vacation\n\nYou get 28 paid vacation days per calendar year.\n",
    "lab/reactor.md": "# Reactor\n\nThe zirconium reactor is cooled with heavy water.\n",
    "board/merger.md": "# Merger\n\nThe merganser merger closes in May.\n",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Town:
    """`page` is the bot's own address. All bots started here share their files."""

    slacks: Slacks
    settings: Path
    port: int
    bots: list[BotProcess] = field(default_factory=list)

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path) -> AsyncIterator[Town]:
        port = free_port()
        for name, text in NOTES.items():
            (folder / name).parent.mkdir()
            (folder / name).write_text(text)
        settings = folder / "footnote.toml"
        settings.write_text(SETTINGS.format(port=port))
        async with Slacks(ONE, TWO, STRANGER) as slacks:
            town = cls(slacks=slacks, settings=settings, port=port)
            for team in (ONE, TWO, STRANGER):
                slacks[team].add_user("ann", user_id=ANN)
                for channel, name in ((LAB, "lab"), (GENERAL, "general")):
                    slacks[team].add_channel(name, members=[ANN], channel_id=channel)
            try:
                yield town
            finally:
                for bot in town.bots:
                    await bot.kill()

    @property
    def installations(self) -> Path:
        return self.settings.parent / "data" / "installations.db"

    async def serve(self, mode: str = "http") -> BotProcess:
        """A bot that takes events from every workspace."""
        arguments = ["bot", "--config", str(self.settings), "serve", "--mode", mode]
        bot = await BotProcess.launch(arguments, self.slacks.environment)
        self.bots.append(bot)
        await bot.wait_for_line("Ready as")
        for collection in ("handbook", "lab", "board"):
            await bot.wait_for_line(f"Indexed {collection}: 1 notes")
        if mode == "socket":
            self.slacks.use_sockets()
        else:
            for team in (ONE, TWO, STRANGER):
                await self.slacks[team].use_http(self.address("/slack/events"))
        return bot

    async def install(self, team: str) -> tuple[int, str]:
        """Somebody of that workspace installs the bot with a browser: status and page of the end."""
        query, cookie = await self.begin()
        return await self.come_back(self.slacks.agree(team, query), cookie)

    async def begin(self) -> tuple[dict[str, str], str]:
        """The query that Slack's page is asked with, and the cookie that was set."""
        async with aiohttp.ClientSession() as browser, browser.get(self.address("/slack/install")) as page:
            (link,) = re.findall(r'<a href="([^"]+)"', await page.text())
            cookie = page.cookies["slack-app-oauth-state"]
            return dict(parse_qsl(urlsplit(unescape(link)).query)), f"{cookie.key}={cookie.value}"

    async def come_back(self, query: Mapping[str, str], cookie: str) -> tuple[int, str]:
        """From Slack's page to the bot's."""
        address, headers = self.address("/slack/oauth_redirect"), {"Cookie": cookie}
        async with aiohttp.ClientSession() as browser, browser.get(address, params=query, headers=headers) as page:
            return page.status, await page.text()

    async def digest(self) -> int:
        """The exit code of a digest that is posted now."""
        arguments = ["bot", "--config", str(self.settings), "digest"]
        return await (await BotProcess.launch(arguments, self.slacks.environment)).end()

    def address(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def answer(self, team: str, channel: str, question: str) -> Message:
        """What the bot answers in a thread."""
        slack = self.slacks[team]
        ts = await slack.mention(ANN, channel, question)
        return (await slack.wait_for(lambda: slack.bot_messages(channel, ts)))[-1]

    async def private_answer(self, team: str, question: str) -> Ephemeral:
        """What ann alone is answered."""
        slack, before = self.slacks[team], len(self.slacks[team].ephemerals(ANN))
        await slack.slash(ANN, GENERAL, "/ask", question)
        return (await slack.wait_for(lambda: told if len(told := slack.ephemerals(ANN)) > before + 1 else []))[-1]


def said(shown: Message | Ephemeral) -> str:
    return f"{shown.text} {shown.blocks}"


def tokens(slack: LocalSlack) -> str:
    return slack.backend.workspace.identity.bot_token
