"""Everything around the bot: a workspace, its people, the notes, and the processes that were started."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.scenarios.notes import Notes
from tests.scenarios.process import BotProcess, Setup
from tests.slack import LocalSlack
from tests.slack.state import Ephemeral, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """Two people in one channel with the bot."""

    ann: str
    ben: str
    general: str


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """One workspace; all bots started in it share a state file."""

    slack: LocalSlack
    notes: Notes
    state: Path
    bots: list[BotProcess] = field(default_factory=list)

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, *, unfurl_domains: tuple[str, ...] = ()) -> AsyncIterator["World"]:
        async with LocalSlack(unfurl_domains=unfurl_domains) as slack, Notes() as notes:
            world = cls(slack=slack, notes=notes, state=folder / "state.db")
            try:
                yield world
            finally:
                for bot in world.bots:
                    await bot.kill()

    async def start_bot(
        self, *, ready: bool = True, environment: dict[str, str] | None = None, **options: Any
    ) -> BotProcess:
        """A bot that is ready to be asked, unless told not to wait for that."""
        setup = Setup(**{"state": self.state, "notes": self.notes.url, **options})
        before = len(self.slack.backend.sockets.connections)
        bot = await BotProcess.start(setup, self.slack.environment | (environment or {}))
        self.bots.append(bot)
        if ready:
            await self._connect(bot, setup.mode, before)
        return bot

    async def serve(
        self,
        settings: Path,
        *indexed: str,
        mode: str = "socket",
        ready: bool = True,
        environment: dict[str, str] | None = None,
    ) -> BotProcess:
        """`footnote serve` over real notes with each of these ("handbook: 1 notes") indexed; ready, unless told."""
        before = len(self.slack.backend.sockets.connections)
        bot = await BotProcess.launch(
            ["bot", "--config", str(settings), "serve"], self.slack.environment | (environment or {})
        )
        self.bots.append(bot)
        for what in indexed:
            await bot.wait_for_line(f"Indexed {what}")
        if ready:
            await self._connect(bot, mode, before)
        return bot

    async def _connect(self, bot: BotProcess, mode: str, before: int) -> None:
        """Wait until the bot is ready and Slack reaches it, by one connection more than there were or by HTTP."""
        await bot.wait_for_line("Ready as")
        if mode == "http":
            await self.slack.use_http(f"http://127.0.0.1:{await bot.port()}/slack/events")
        else:
            await self.slack.wait_for_connections(before + 1)

    def team(self) -> Team:
        """New people in a new channel."""
        ann, ben = self.slack.add_user("ann"), self.slack.add_user("ben")
        return Team(ann=ann, ben=ben, general=self.slack.add_channel("general", members=[ann, ben]))

    async def answers(self, channel: str, thread_ts: str | None = None, *, count: int = 1) -> list[Message]:
        """Wait for that many messages of the bot. Raises TimeoutError."""
        return await self.slack.wait_for(
            lambda: found if len(found := self.slack.bot_messages(channel, thread_ts)) >= count else []
        )

    async def whispers(self, user: str, *, count: int = 1) -> list[Ephemeral]:
        """Wait for that many messages that only this person sees. Raises TimeoutError."""
        return await self.slack.wait_for(lambda: found if len(found := self.slack.ephemerals(user)) >= count else [])

    async def settle(self, user: str) -> None:
        """Until everything told to the bot so far has been dealt with: a later direct message has its answer."""
        await self.slack.direct_message(user, "are you done?")
        await self.answers(self.slack.direct_channel(user))


def control(shown: Message | Ephemeral, name: str, *, place: int = 0) -> str:
    """The whole id of a control whose name before the `:` is this one; of several, the one at that place."""
    found: list[str] = []
    for block in shown.blocks:
        elements = [*block.get("elements", []), block.get("accessory") or {}]
        found += [one["action_id"] for one in elements if one.get("action_id", "").partition(":")[0] == name]
    return found[place]
