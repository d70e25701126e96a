"""Three collections, four people and their channels: what some may read, others may not."""

import asyncio
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.digest.memory import Memory
from bot.state.database import StateDatabase
from tests.scenarios.leaks import Secret
from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World

SITE = "notes.example"
QUESTION = "which code word do travellers say at the gate?"
FILLER = " ".join(
    f"Rule {number}: travellers show their badge at gate {number} and sign the list of room {number}."
    for number in range(1, 9)
)
SETTINGS = """
[slack]
http_port = {port}
inbox_collection = "vermilionboard"

[digest]
channel = "{general}"
unanswered = true

[traces]
enabled = true

[limits]
person_per_minute = 10000
team_per_minute = 100000

[[collections]]
name = "handbook"
path = "handbook"
url = "https://{site}/handbook/{{path}}"

[[collections]]
name = "obsidianlab"
path = "obsidianlab"
url = "https://{site}/obsidianlab/{{path}}"
channels = ["lab", "partners"]

[[collections]]
name = "vermilionboard"
path = "vermilionboard"
url = "https://{site}/vermilionboard/{{path}}"
users = ["{board}"]

[[channels]]
channel = "lab"
collections = ["obsidianlab", "vermilionboard"]
escalation = ["{board}"]
"""
TOPICS = (
    "# Bicycles\n\nHelmet, bell and two brakes are checked before the ride. Flat tyres are mended in the shed.",
    "# Ferries\n\nLife jackets hang below deck. The captain decides whether a storm lets the boat leave the harbour.",
    "# Trains\n\nSleeper carriages are booked a month ahead. The conductor wakes everybody before the terminus.",
    "# Balloons\n\nPropane bottles are filled at dawn. The pilot reads the wind before the basket is untied.",
)
WORDS = {"handbook": "quartzite", "obsidianlab": "zirconium", "vermilionboard": "merganser"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Places with their people: ben is on the board, eve is of another company."""

    world: World
    bot: BotProcess
    settings: Path
    people: Mapping[str, str]
    places: Mapping[str, str]
    members: Mapping[str, tuple[str, ...]]

    async def quiet(self) -> None:
        """Until everything told to the bot has been dealt with."""
        for delivery in self.world.slack.deliveries:
            await self.world.slack.wait_for_ack(delivery)
        async with asyncio.timeout(60):
            while open_requests((await self.bot.get("/metrics"))[1]) > 0:
                pass  # each look is a call over HTTP

    def secrets(self) -> dict[str, Secret]:
        lab, ben = self.places["lab"], self.people["ben"]
        return {
            "lab": Secret(words=(WORDS["obsidianlab"], "obsidianlab"), channels=[lab]),
            "board": Secret(words=(WORDS["vermilionboard"], "vermilionboard"), people=[ben]),
        }


def open_requests(metrics: str) -> float:
    """How many requests were written down and have not ended."""
    claimed = re.findall(r'^footnote_claims_total\{.*result="new"\} (\S+)$', metrics, re.MULTILINE)
    ended = re.findall(r"^footnote_requests_total\{.*\} (\S+)$", metrics, re.MULTILINE)
    return sum(map(float, claimed)) - sum(map(float, ended))


def write_notes(folder: Path) -> None:
    """In each collection two notes that repeat each other, and those of the others, but for its word."""
    for collection, word in WORDS.items():
        (folder / collection).mkdir()
        for number in (1, 2):
            text = f"# Gate of {word}\n\nTravellers say the code word {word} at the gate.\n\n{FILLER}\n"
            (folder / collection / f"{word}-{number}.md").write_text(text)
        for number, topic in enumerate(TOPICS, start=3):
            # Of one topic in all collections: what is near to a note stands in the others.
            (folder / collection / f"{word}-{number}.md").write_text(
                f"{topic}\n\nTravellers say at the gate {word}.\n"
            )


async def miss_a_digest(state: Path, channel: str) -> None:
    """As if no bot had run for eight days: a weekly digest is posted at the start."""
    database = await StateDatabase.open(state)
    await Memory(database).watch(channel, time.time() - 8 * 24 * 3600)
    await database.close()


async def open_company(world: World, folder: Path) -> Company:
    """Everybody in their places, and a bot over their notes that has a digest to post."""
    slack = world.slack
    slack.backend.unfurl_domains = (SITE,)
    people = {name: slack.add_user(name) for name in ("ann", "ben", "cy")}
    people["eve"] = slack.add_user("eve", team_id="T0OTHER")
    members = {"general": ("ann", "ben", "cy"), "lab": ("ann", "ben"), "partners": ("ben", "cy", "eve")}
    places = {
        name: slack.add_channel(name, members=[people[one] for one in inside], external=name == "partners")
        for name, inside in members.items()
    }
    board = slack.add_usergroup("board", [people["ben"]])
    write_notes(folder)
    settings = folder / "footnote.toml"
    settings.write_text(SETTINGS.format(port=free_port(), general=places["general"], board=board, site=SITE))
    index = await BotProcess.launch(["bot", "--config", str(settings), "index"], slack.environment)
    assert await index.end() == 0
    await miss_a_digest(folder / "data" / "state.db", places["general"])
    bot = await world.serve(settings, *(f"{name}: 6 notes" for name in WORDS))
    return Company(world=world, bot=bot, settings=settings, people=people, places=places, members=members)
