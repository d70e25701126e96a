"""How soon Slack hears that a question was taken, while a hundred of them are being answered by a slow model."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.bench.notes import index, settings_over
from tests.bench.options import Options, sample_notes
from tests.bench.questions import SAMPLE
from tests.bench.slow_model import slow_model
from tests.bench.startup import ROOT, bare_environment, footnote
from tests.bench.table import Row, Table
from tests.bench.timing import Times
from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.slack import LocalSlack
from tests.slack.state import Message

MANY = 100
MEANWHILE = 100  # more, one after the other, while those are being answered
MODEL_SECONDS = 5.0
WAIT_SECONDS = 180.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """Whoever asks, in one channel of one workspace."""

    slack: LocalSlack
    people: Sequence[str]
    channel: str

    @classmethod
    def of(cls, slack: LocalSlack) -> Crowd:
        people = [slack.add_user(f"person-{number}") for number in range(MANY)]
        return cls(slack=slack, people=people, channel=slack.add_channel("general", members=people))

    async def mentions(self) -> Times:
        """A hundred people mention the bot at once: Slack sends two events for each."""
        asking = zip(self.people, questions("mentioned"), strict=True)
        return await self._acknowledged([self.slack.mention(who, self.channel, text) for who, text in asking])

    async def mentions_twice(self) -> Times:
        """The same, and Slack at once sends each event again."""
        before = len(self.slack.deliveries)
        asking = zip(self.people, questions("mentioned twice"), strict=True)
        await asyncio.gather(*(self.slack.mention(who, self.channel, text) for who, text in asking))
        sent = self.slack.deliveries[before:]
        await asyncio.gather(*(self.slack.redeliver(delivery) for delivery in sent))
        await self.slack.wait_for(
            lambda: all(attempt.acked_at for one in sent for attempt in one.attempts), timeout_seconds=WAIT_SECONDS
        )
        return Times(milliseconds=[1_000 * (one.ack_seconds or 0) for delivery in sent for one in delivery.attempts])

    async def commands(self) -> Times:
        """A hundred people use /ask at once."""
        asking = zip(self.people, questions("asked"), strict=True)
        return await self._acknowledged([self.slack.slash(who, self.channel, "/ask", text) for who, text in asking])

    async def meanwhile(self) -> Times:
        """One person after the other uses /ask."""
        taken: list[float] = []
        for who, text in zip(self.people[:MEANWHILE], questions("then"), strict=True):
            taken += (await self._acknowledged([self.slack.slash(who, self.channel, "/ask", text)])).milliseconds
        return Times(milliseconds=taken)

    async def _acknowledged(self, sending: Sequence[Awaitable[object]]) -> Times:
        before = len(self.slack.deliveries)
        await asyncio.gather(*sending)
        sent = self.slack.deliveries[before:]
        for delivery in sent:
            await self.slack.wait_for_ack(delivery, timeout_seconds=WAIT_SECONDS)
        return Times(milliseconds=[1_000 * (one.ack_seconds or WAIT_SECONDS) for one in sent])


async def run(options: Options) -> list[Table]:
    """The bot and the peer, each as a process of its own, one after the other in this run."""
    async with LocalSlack() as slack, peer(slack):
        bare = await times_of(Crowd.of(slack), nothing)
    async with LocalSlack() as slack, slow_model(seconds=MODEL_SECONDS) as model, bot(slack, model):
        crowd = Crowd.of(slack)
        ours = await times_of(crowd, partial(answered_once, crowd))
        once = await answered_once(crowd)
    rows = [*rows_of("bare Bolt", bare, bare), *rows_of("footnote", ours, bare)]
    note = f"Slack's wait for the acknowledgement, while a model takes {MODEL_SECONDS:g} s for each answer."
    asked = 3 * MANY + MEANWHILE
    answered: Row = {"who": "footnote", "questions": asked, "answered once": once, "share": once / asked}
    return [
        Table(title="ack", note=note, rows=rows),
        Table(title="ack: answers", note="What became of these questions.", rows=[answered]),
    ]


async def times_of(crowd: Crowd, settled: Callable[[], Awaitable[object]]) -> Mapping[str, Times]:
    """Each load once everything before is answered, but for `meanwhile`."""
    times = {}
    for name, load in (
        (f"{MANY} /ask at once", crowd.commands),
        (f"{MANY} mentions at once, each event twice", crowd.mentions_twice),
        (f"{MANY} mentions at once", crowd.mentions),
    ):
        await settled()
        times[name] = await load()
    return times | {"/ask one by one meanwhile": await crowd.meanwhile()}


async def answered_once(crowd: Crowd) -> int:
    """How many questions have exactly one answer, once every one has one."""
    slack = crowd.slack
    asked = [one for one in slack.deliveries if one.kind == "slash_commands"]
    threads = [one.ts for one in slack.messages(crowd.channel) if _is_question(one)]

    def answers() -> list[int]:
        visible = [len(slack.bot_messages(crowd.channel, ts)) for ts in threads]
        return visible + [slack.response_url(delivery).uses for delivery in asked]

    await slack.wait_for(lambda: all(answers()), timeout_seconds=WAIT_SECONDS)
    return answers().count(1)


async def nothing() -> None:
    """What a peer that answers nothing has to wait for."""


def _is_question(message: Message) -> bool:
    return message.bot_id is None


def rows_of(who: str, times: Mapping[str, Times], bare: Mapping[str, Times]) -> list[Row]:
    """One row a load, compared with the peer's."""
    return [
        {
            "who": f"{who}, {load}",
            "p50 ms": each.p50,
            "p99 ms": each.p99,
            "p50 x bare Bolt": each.p50 / bare[load].p50,
            "p99 x bare Bolt": each.p99 / bare[load].p99,
        }
        for load, each in times.items()
    ]


def questions(word: str) -> list[str]:
    """A hundred different questions that the sample notes can answer."""
    return [f"{SAMPLE[number % len(SAMPLE)]} ({word} {number})" for number in range(MANY)]


@asynccontextmanager
async def peer(slack: LocalSlack) -> AsyncIterator[None]:
    """The bare app, connected, one acknowledgement behind it."""
    async with _process([sys.executable, "-m", "tests.bench.bare_bolt"], slack.environment):
        await slack.wait_for_connections(timeout_seconds=WAIT_SECONDS)
        await slack.direct_message(slack.add_user("ann"), SAMPLE[0])
        await slack.wait_for_ack(slack.deliveries[-1])
        yield


@asynccontextmanager
async def bot(slack: LocalSlack, model: str) -> AsyncIterator[None]:
    """`footnote serve` over the indexed sample notes, connected, one answer behind it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = settings_over(sample_notes(), Path(folder))
        await index(settings)
        environment = slack.environment | {
            "FOOTNOTE_CHAT__MODEL": "openai/test",
            "FOOTNOTE_CHAT__API_BASE": model,
            "FOOTNOTE_SLACK__HTTP_PORT": str(free_port()),
            "OPENAI_API_KEY": "none",
        }
        async with _process(footnote("serve", "--config", str(settings.source)), environment) as process:
            await process.wait_for_line("Ready as")
            await slack.wait_for_connections(timeout_seconds=WAIT_SECONDS)
            await _warm(slack)
            yield


async def _warm(slack: LocalSlack) -> None:
    """One question answered: libraries are loaded when the measuring begins."""
    ann = slack.add_user("ann")
    await slack.direct_message(ann, SAMPLE[0])
    await slack.wait_for(lambda: slack.bot_messages(slack.direct_channel(ann)), timeout_seconds=WAIT_SECONDS)


@asynccontextmanager
async def _process(command: Sequence[str], environment: Mapping[str, str]) -> AsyncIterator[BotProcess]:
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env={**bare_environment(), **environment}, stderr=asyncio.subprocess.PIPE
    )
    running = BotProcess(process)
    try:
        yield running
    finally:
        await running.kill()
