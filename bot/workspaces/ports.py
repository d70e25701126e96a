"""What the server and the workers ask of the workspaces that the bot serves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.health import Check
from bot.services import Services

SURE = 2  # refusals in a row
PageOf = Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """The bot is there: `app` takes all that Slack sends, `team` is where digests go, `greeting` is for the log."""

    app: AsyncApp
    team: str
    greeting: str


class Workspaces(Protocol):
    """One workspace or several."""

    @property
    def pages(self) -> Mapping[str, PageOf]:
        """Pages for people's browsers, by path."""
        ...

    def named(self, team: str) -> bool:
        """Whether the bot is to serve that workspace."""
        ...

    def services(self, team: str) -> Services | None:
        """What works on requests of that workspace; None: the bot is not there any more."""
        ...

    async def find(self, team: str) -> Services | None:
        """The same, looked for where it is not known yet. Raises InstallationsUnavailable."""
        ...

    async def arrive(self, *, signing_secret: str, domains: Sequence[str]) -> Arrival:
        """Once Slack can be listened to; `domains` are hosts whose links it is to announce. Raises SlackRefused."""
        ...

    async def watch(self, every_seconds: float) -> None:
        """Ask Slack that often whether it still knows the bot. Raises SlackRefused where nothing is left to serve."""
        ...

    async def check(self) -> Check:
        """Whether Slack takes calls."""
        ...
