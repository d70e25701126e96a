"""A question that has come so far when something breaks, and what must hold in the end whatever it was."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum

from tests.scenarios.world import Team, World
from tests.slack.state import Message


class Moment(StrEnum):
    """When it happens: while the question is taken in, while its answer is made, while that is on its way."""

    CLAIM = "claim"
    ANSWER = "answer"
    DELIVERY = "delivery"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question by mention."""

    world: World
    team: Team
    question: str
    ts: str

    @property
    def channel(self) -> str:
        return self.team.general

    async def answered(self, *, count: int = 1) -> list[Message]:
        """All that the bot said in the channel, once everything is dealt with."""
        world, slack = self.world, self.world.slack
        await slack.wait_for(lambda: len(slack.bot_messages(self.channel)) >= count, timeout_seconds=30)
        await slack.wait_for(lambda: slack.status(self.channel, self.ts) == "", timeout_seconds=30)
        await world.settle(slack.add_user("zoe"))
        return slack.bot_messages(self.channel)


@asynccontextmanager
async def asked_until(world: World, moment: Moment, question: str = "what breaks?") -> AsyncIterator[Asked]:
    """Ask, and let the question come to that moment; after the block it goes on."""
    team, slack, asked_before = world.team(), world.slack, len(world.notes.asked)
    gate = slack.faults.hold("chat.postMessage") if moment is Moment.DELIVERY else None
    if moment is Moment.ANSWER:
        world.notes.hold()
    ts = await slack.mention(team.ann, team.general, question)
    if gate is not None:
        await gate.arrived()
    elif moment is Moment.ANSWER:
        await world.notes.wait_until_asked(asked_before + 1)
    try:
        yield Asked(world=world, team=team, question=question, ts=ts)
    finally:
        world.notes.release()
        if gate is not None:
            gate.open()
