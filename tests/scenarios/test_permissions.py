"""Three collections, four people, every surface, over real notes: nobody reads what is not theirs.

Each collection has words that stand nowhere else, in its notes and as its name. Everybody does everything that can be
done, everywhere they are; then all that was ever sent is searched for those words.
"""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from bot.digest.memory import Memory
from bot.state.database import StateDatabase
from tests.scenarios.leaks import Secret, everything_sent, leaks
from tests.scenarios.office import free_port
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World
from tests.slack.state import Ephemeral, Message

pytestmark = pytest.mark.asyncio(loop_scope="session")

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
PRESSED = {
    "answer_share",
    "duplicate_compare",
    "duplicate_dismiss",
    "escalate",
    "escalate_resolved",
    "search_ask",
    "search_deeper",
    "search_explain",
    "search_more",
    "search_related",
    "search_share",
}
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


@pytest_asyncio.fixture(loop_scope="session")
async def company(fresh: World, tmp_path: Path) -> AsyncIterator[Company]:
    slack = fresh.slack
    slack.backend.unfurl_domains = (SITE,)
    people = {name: slack.add_user(name) for name in ("ann", "ben", "cy")}
    people["eve"] = slack.add_user("eve", team_id="T0OTHER")
    members = {"general": ("ann", "ben", "cy"), "lab": ("ann", "ben"), "partners": ("ben", "cy", "eve")}
    places = {
        name: slack.add_channel(name, members=[people[one] for one in inside], external=name == "partners")
        for name, inside in members.items()
    }
    board = slack.add_usergroup("board", [people["ben"]])
    write_notes(tmp_path)
    settings = tmp_path / "footnote.toml"
    settings.write_text(SETTINGS.format(port=free_port(), general=places["general"], board=board, site=SITE))
    index = await BotProcess.launch(["bot", "--config", str(settings), "index"], slack.environment)
    assert await index.end() == 0
    await miss_a_digest(tmp_path / "data" / "state.db", places["general"])
    bot = await fresh.serve(settings, *(f"{name}: 6 notes" for name in WORDS))
    yield Company(world=fresh, bot=bot, settings=settings, people=people, places=places, members=members)


async def ask_everywhere(company: Company) -> None:
    """Mention, follow-up, commands, and filters that name no collection, of everybody in every place."""
    slack = company.world.slack
    for place, inside in company.members.items():
        for person in (company.people[name] for name in inside):
            channel = company.places[place]
            ts = await slack.mention(person, channel, QUESTION)
            await company.quiet()
            await slack.message(person, channel, "and what else do they say there?", ts)
            for command in ("/ask", "/search"):
                for words in (QUESTION, f"in:nowhere {QUESTION}", "gate travellers -badge"):
                    await slack.slash(person, channel, command, words)
            await slack.mention(person, channel, f"in:nowhere {QUESTION}")
            await company.quiet()


async def talk_at_once(company: Company) -> None:
    """The bot arrives in each channel, and everybody there asks in one thread before anybody is answered."""
    slack = company.world.slack
    for place, inside in company.members.items():
        channel, people = company.places[place], [company.people[name] for name in inside]
        await slack.join(slack.identity.bot_user_id, channel, inviter=people[0])
        ts = await slack.mention(people[0], channel, QUESTION)
        for person in people:
            await slack.message(person, channel, "and what else do they say there?", ts)
    await company.quiet()


async def share_links(company: Company) -> set[tuple[str, str]]:
    """A link to a note of each collection in every place; returns the place and collection of each that was shown."""
    slack, links = company.world.slack, {}
    for place, inside in company.members.items():
        for collection, word in WORDS.items():
            link = f"https://{SITE}/{collection}/{word}-1.md"
            ts = await slack.message(company.people[inside[0]], company.places[place], f"as in {link}")
            links[ts] = (place, collection)
    await company.quiet()
    return {links[one["ts"]] for one in slack.backend.workspace.unfurls}


async def save_threads(company: Company) -> None:
    """Everybody wants to save a thread into a collection that few may read."""
    slack = company.world.slack
    for place, inside in company.members.items():
        ts = await slack.message(company.people[inside[0]], company.places[place], "worth keeping")
        for name in inside:
            await slack.use_shortcut(company.people[name], company.places[place], ts, "save_thread")
    await company.quiet()


async def write_directly(company: Company) -> None:
    """Direct messages with follow-ups, and the app's own page."""
    slack = company.world.slack
    for person in company.people.values():
        for words in (QUESTION, "and what else do they say there?", f"in:nowhere {QUESTION}"):
            await slack.direct_message(person, words)
        await slack.open_home(person)
        await slack.open_home(person, tab="messages")
    await company.quiet()
    await slack.wait_for(lambda: all(slack.homes(person) for person in company.people.values()))


async def press_everything(company: Company, done: set[str]) -> None:
    """Every kind of button that somebody sees, by everybody who sees it: those of others in channels too.

    `done` are messages whose buttons were pressed before.
    """
    slack = company.world.slack
    whispers = [(one, [person]) for person in company.people.values() for one in slack.ephemerals(person)]
    messages = [
        (one, [company.people[name] for name in inside])
        for place, inside in company.members.items()
        for one in slack.bot_messages(company.places[place])
    ]
    for shown, people in [*whispers, *messages]:
        if shown.ts not in done:
            await press_all(company, shown, people)
            done.add(shown.ts)
    await company.quiet()


async def press_all(company: Company, shown: Message | Ephemeral, people: list[str]) -> None:
    for name in action_ids(shown):
        for person in people:
            await company.world.slack.press(shown, name, person)


def action_ids(shown: Message | Ephemeral) -> list[str]:
    """One button of each kind: the last, since the best notes are shown by other means too."""
    elements = [element for block in shown.blocks for element in block.get("elements", [])]
    buttons = [one["action_id"] for one in elements if one.get("type") == "button"]
    return list({name.partition(":")[0]: name for name in buttons}.values())


async def post_digest(company: Company) -> None:
    """Digests go to a channel that everybody reads: that of the schedule, and one by hand."""
    slack, general = company.world.slack, company.places["general"]
    await slack.wait_for(lambda: any("Duplicate notes" in one.text for one in slack.bot_messages(general)))
    digest = await BotProcess.launch(
        ["bot", "--config", str(company.settings), "digest"], company.world.slack.environment
    )
    assert await digest.end() == 0


@pytest.mark.timeout(300)
@pytest.mark.promise("no-reply-shows-what-its-readers-may-not-see")
async def test_on_no_surface_anybody_reads_what_is_not_theirs(company: Company) -> None:
    slack, secrets = company.world.slack, company.secrets()
    await ask_everywhere(company)
    await talk_at_once(company)
    shown = await share_links(company)
    await save_threads(company)
    await write_directly(company)
    await post_digest(company)
    done: set[str] = set()
    for _ in range(2):  # what the buttons bring has buttons too
        await press_everything(company, done)
    sent = everything_sent(slack)
    assert [(name, one.user, one.channel, one.text[:300]) for name, one in leaks(sent, secrets)] == []
    assert shown == {("general", "handbook"), ("lab", "handbook"), ("lab", "obsidianlab")}
    assert not slack.violations
    pressed = {
        one.payload["actions"][0]["action_id"].partition(":")[0]
        for one in slack.deliveries
        if "actions" in one.payload
    }
    assert pressed >= PRESSED
    assert_found_where_allowed(company)


def assert_found_where_allowed(company: Company) -> None:
    """Each word was found by those who may read it: that it is nowhere else is no accident."""
    sent, (lab, ben) = everything_sent(company.world.slack), (company.places["lab"], company.people["ben"])
    readers = {word: {(one.user, one.channel) for one in sent if word in one.text} for word in WORDS.values()}
    assert ("", lab) in readers["zirconium"]
    assert {(company.people["ann"], lab), (ben, lab)} <= readers["zirconium"]
    assert {(ben, place) for place in company.places.values()} | {(ben, "")} <= readers["merganser"]
    shared = {("", place) for place in company.places.values() if place != lab}
    private = {(person, "") for person in company.people.values()}
    assert shared | private <= readers["quartzite"]
