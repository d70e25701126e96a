"""A walk through everything that people see of the bot, by the bot itself over the sample notes."""

import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.blocks.message import markdown
from bot.digest.memory import Memory
from bot.state.database import StateDatabase
from tests.model_server import ModelServer
from tests.pictures.page import shown
from tests.scenarios.office import KEY, free_port
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World, control
from tests.slack.state import Ephemeral, Message, View

NOTES = Path(__file__).parents[2] / "bot" / "sample_notes"
SETTINGS = """
[slack]
http_port = {port}
admins = ["{admin}"]
inbox_collection = "handbook"

[digest]
channel = "{channel}"
unanswered = true

[[collections]]
name = "handbook"
path = "notes"
url = "https://notes.example.com/{{path}}#L{{line}}"

[[channels]]
channel = "{channel}"
escalation = ["{admin}"]
"""
WRITTEN = """You get **28 paid vacation days** a year [1], and up to five of them carry over [1].

| Year | Days |
|---|---|
| first | 28 |
| later | 28 |

```sh
fleet deploy --service planner
```

1. Enter the days in the calendar [1].
2. Name who stands in for you.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """Ann asks, in a channel, alone, and of the app's own page; she is its admin too."""

    world: World
    ann: str
    channel: str
    told: set[str] = field(default_factory=set)

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path, model: ModelServer | None = None) -> AsyncIterator["Tour"]:
        """`footnote serve` over the sample notes, two of which were copied, and one of those changed."""
        async with World.open(folder, unfurl_domains=("notes.example.com",)) as world:
            ann = world.slack.add_user("ann")
            channel = world.slack.add_channel("general", members=[ann])
            shutil.copytree(NOTES, folder / "notes")
            _copy_notes(folder / "notes")
            settings = folder / "footnote.toml"
            settings.write_text(SETTINGS.format(port=free_port(), admin=ann, channel=channel))
            index = await BotProcess.launch(["bot", "--config", str(settings), "index"], world.slack.environment)
            await index.end()
            await _miss_a_digest(folder / "data" / "state.db", channel)
            environment = {"FOOTNOTE_CHAT__MODEL": "openai/test", "OPENAI_API_KEY": KEY} if model else {}
            if model:
                environment["FOOTNOTE_CHAT__API_BASE"] = model.base_url
            await world.serve(settings, "handbook:", environment=environment)
            yield cls(world=world, ann=ann, channel=channel)

    async def written(self) -> list[str]:
        """An answer of a chat model, with a table and code."""
        ts = await self.world.slack.mention(self.ann, self.channel, "how many vacation days do I get?")
        ended = await self._ended(ts)
        (stream,) = self.world.slack.streams(self.channel)  # its text stands above the blocks that ended it
        return _all(
            "An answer that a model wrote", [replace(ended[0], blocks=[markdown(stream.text), *ended[0].blocks])]
        )

    async def asked(self) -> list[str]:
        """Answers in a thread, in private, and none; what their buttons bring."""
        slack, parts = self.world.slack, []
        ts = await slack.mention(self.ann, self.channel, "how many vacation days do I get?")
        answer = await self._ended(ts)
        parts += _all("An answer in a thread", answer)
        await slack.message(self.ann, self.channel, "do they carry over?", ts)
        await self.world.answers(self.channel, ts, count=len(answer) + 1)
        parts += _all("A follow-up", slack.bot_messages(self.channel, ts)[len(answer) :])
        for caption, words in (
            ("A private answer", "how do I restore the database?"),
            ("The notes are silent", "who won the chess championship in 1972?"),
        ):
            parts += _all(caption, [await self._whisper("/ask", words)])
        await slack.press(answer[-1], control(answer[-1], "feedback"), self.ann, value="not_helpful")
        parts += [await self._view("What was wrong")]
        await slack.press(answer[-1], control(answer[-1], "escalate"), self.ann)
        called = await self.world.answers(self.channel, ts, count=len(answer) + 2)
        replies = [await self._told(), await self._told()]  # to both buttons
        return parts + _all("A person is called", called[-1:]) + _all("What she is told", replies)

    async def searched(self) -> list[str]:
        """A search, and why its first note was found."""
        found = await self._whisper("/search", "deploy a service")
        await self.world.slack.press(found, control(found, "search_related"), self.ann)
        related = await self._told()
        nothing = await self._whisper("/search", '"xylophone lessons"')
        return _all("A search", [found]) + _all("Related notes", [related]) + _all("Nothing found", [nothing])

    async def digest(self) -> list[str]:
        """The digest, with what is in its thread, and two notes side by side."""
        slack = self.world.slack
        (first,) = await slack.wait_for(
            lambda: [one for one in slack.bot_messages(self.channel) if "uplicate" in one.text and not one.thread_ts]
        )
        await slack.press(first, control(first, "duplicate_compare"), self.ann)
        return [*_all("The digest", [first]), await self._view("Two notes compared")]

    async def shared(self) -> list[str]:
        """A link of a note in a message, and a thread on its way to become one."""
        slack = self.world.slack
        link = "https://notes.example.com/runbooks/deploy-service.md#L20"
        ts = await slack.message(self.ann, self.channel, f"Is <{link}> still *right*?")
        await slack.message(self.ann, self.channel, "Yes. Run `deploy_service.py` from the jump host.", ts)
        unfurls = slack.backend.workspace.unfurls
        (unfurl,) = await slack.wait_for(lambda: [one for one in unfurls if one["ts"] == ts])
        await slack.use_shortcut(self.ann, self.channel, ts, "save_thread")
        draft = await slack.wait_for(lambda: [one for one in slack.views(self.ann) if "Title" in str(one.content)])
        draft[-1].closed = True
        preview = shown("A shared link", unfurl["unfurls"][link]["blocks"])
        return [preview, _view("A thread as a note", draft[-1], "modal")]

    async def home(self) -> list[str]:
        """The Home tab of an admin."""
        await self.world.slack.open_home(self.ann)
        home = (await self.world.slack.wait_for(lambda: self.world.slack.homes(self.ann)))[-1]
        return [_view("Home", home, "home")]

    async def _ended(self, thread: str) -> list[Message]:
        """The answer in a thread, once its buttons are there."""
        slack = self.world.slack
        return await slack.wait_for(
            lambda: [] if "feedback" not in str(found := slack.bot_messages(self.channel, thread)) else found,
            timeout_seconds=60,  # the first call of a model loads what calls it
        )

    async def _whisper(self, command: str, words: str) -> Ephemeral:
        await self.world.slack.slash(self.ann, self.channel, command, words)
        return await self._told()

    async def _told(self) -> Ephemeral:
        """The next thing that she alone was told in the end."""
        slack = self.world.slack
        new = await slack.wait_for(
            lambda: [one for one in slack.ephemerals(self.ann) if _ended(one) and one.ts not in self.told],
            timeout_seconds=60,
        )
        self.told.add(new[0].ts)
        return new[0]

    async def _view(self, caption: str) -> str:
        slack = self.world.slack
        opened = await slack.wait_for(lambda: slack.views(self.ann))
        opened[-1].closed = True
        return _view(caption, opened[-1], "modal")


def _ended(one: Ephemeral) -> bool:
    return bool(one.blocks) and not one.text.startswith("Looking for")


def _all(caption: str, said: list[Message] | list[Message | Ephemeral] | list[Ephemeral]) -> list[str]:
    return [shown(caption, one.blocks, notice=one.text) for one in said]


def _view(caption: str, view: View, kind: str) -> str:
    return shown(caption, view.content["blocks"], kind=kind)


def _copy_notes(notes: Path) -> None:
    """A copy of one note, and of another one with one number changed."""
    shutil.copy(notes / "runbooks" / "deploy-service.md", notes / "support" / "deploy-service-copy.md")
    vacation = (notes / "handbook" / "vacation.md").read_text(encoding="utf-8")
    (notes / "support" / "vacation-2023.md").write_text(vacation.replace("28", "26"), encoding="utf-8")


async def _miss_a_digest(state: Path, channel: str) -> None:
    """As if no bot had run for eight days: a weekly digest is posted at the start."""
    database = await StateDatabase.open(state)
    await Memory(database).watch(channel, time.time() - 8 * 24 * 3600)
    await database.close()
