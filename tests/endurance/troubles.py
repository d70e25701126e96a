"""What goes wrong between Slack and the bot: refusals, outages, lost answers, broken sockets."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping

from tests.slack import LocalSlack

# What the bot calls while it answers. Of a response_url Slack's answer may be lost as well, see `lose`.
METHODS = (
    "chat.postMessage", "chat.postMessage", "chat.update", "chat.startStream", "chat.appendStream",
    "chat.stopStream", "chat.postEphemeral", "assistant.threads.setStatus", "conversations.replies",
    "auth.test", "views.open", "response_url",
)  # fmt: skip
AGAIN_SECONDS = 20.0  # until a socket is there again


class Troubles:
    """Each strikes the next call of a method that is drawn by a seed."""

    def __init__(self, slack: LocalSlack, chance: random.Random, *, mode: str) -> None:
        self._slack, self._chance = slack, chance
        self.acts: Mapping[str, Callable[[], Awaitable[None]]] = {
            "429": self.limit,
            "500": self.fail,
            "lost answer": self.lose,
            "slow call": self.delay,
        } | ({"disconnect": self.disconnect} if mode == "socket" else {})

    async def limit(self) -> None:
        self._slack.faults.rate_limit(self._method(), retry_after=1)

    async def fail(self) -> None:
        """Slack has trouble of its own; the call was carried out, or it was not."""
        self._slack.faults.server_error(
            self._method(), status=self._chance.choice([500, 502, 503]), after=self._chance.random() < 0.5
        )

    async def lose(self) -> None:
        """The connection ends before the answer, after the call was carried out or before."""
        self._slack.faults.drop(self._method(), after=self._chance.random() < 0.7)

    async def delay(self) -> None:
        self._slack.faults.delay(self._method(), seconds=self._chance.uniform(0.2, 2.0))

    async def disconnect(self) -> None:
        """Slack takes the socket away, announced or not; it is back before anybody types a command."""
        if self._chance.random() < 0.5:
            gone = list(self._slack.backend.sockets.connections)
            await self._slack.disconnect("refresh_requested")
            await self._slack.wait_for(
                lambda: any(one not in gone for one in self._slack.backend.sockets.connections),
                timeout_seconds=AGAIN_SECONDS,
            )
        else:
            self._slack.drop_connections()
            await self._slack.wait_for(lambda: not self._slack.backend.sockets.connections)
            await self._slack.wait_for_connections(timeout_seconds=AGAIN_SECONDS)

    def _method(self) -> str:
        return self._chance.choice(METHODS)
