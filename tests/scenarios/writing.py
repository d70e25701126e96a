"""Answers that are written piece by piece, and how they look in Slack."""

from dataclasses import dataclass
from typing import Any

from tests.scenarios.notes import Writing
from tests.scenarios.world import Team, World
from tests.slack.state import Message, Stream

QUICK: dict[str, Any] = {"stream_pause_seconds": 0.01, "streams_per_minute": 10_000}
SENTENCES = [
    f"Sentence number {number} says what the notes have to say about the matter of {number}. [1] "
    for number in range(1, 13)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question whose answer the test writes."""

    world: World
    team: Team
    channel: str
    ts: str
    writing: Writing

    @classmethod
    async def by_mention(cls, world: World, question: str = "tell me all") -> "Asked":
        team = world.team()
        writing = world.notes.write(question)
        ts = await world.slack.mention(team.ann, team.general, question)
        return cls(world=world, team=team, channel=team.general, ts=ts, writing=writing)

    @property
    def messages(self) -> list[Message]:
        return self.world.slack.bot_messages(self.channel, self.ts)

    @property
    def streams(self) -> list[Stream]:
        return self.world.slack.streams(self.channel)

    async def until_shown(self, words: str) -> None:
        """Wait until somebody in the channel could read that."""
        await self.world.slack.wait_for(lambda: words in "".join(map(said, self.messages)), timeout_seconds=20)

    async def until_ended(self) -> list[Message]:
        """Wait for the answer's buttons; all messages of the bot in the thread."""
        await self.world.slack.wait_for(lambda: any(ended(one) for one in self.messages), timeout_seconds=20)
        return self.messages


def said(message: Message) -> str:
    """The words of an answer in a message, however they came there; without what stands below them."""
    blocks = [block["text"] for block in message.blocks if block["type"] == "markdown"]
    return "".join(blocks) if blocks else message.text


def below(message: Message) -> str:
    """What stands below the words of an answer."""
    return str([block for block in message.blocks if block["type"] != "markdown"])


def ended(message: Message) -> bool:
    """Whether the message carries the buttons of an answer."""
    return "feedback" in below(message)


def whole_once(messages: list[Message], text: str) -> bool:
    """Whether these messages say the text, all of it and once, with its sources once."""
    return (
        "".join(map(said, messages)).strip() == text.strip() and "".join(map(below, messages)).count("*Sources*") == 1
    )
