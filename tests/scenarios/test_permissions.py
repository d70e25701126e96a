"""Three collections, four people, every surface, over real notes: nobody reads what is not theirs.

Each collection has words that stand nowhere else, in its notes and as its name. Everybody does everything that can be
done, everywhere they are; then all that was ever sent is searched for those words.
"""

from pathlib import Path

import pytest
import pytest_asyncio

from tests.scenarios.company import QUESTION, SITE, WORDS, Company, open_company
from tests.scenarios.leaks import everything_sent, leaks
from tests.scenarios.process import BotProcess
from tests.scenarios.world import World
from tests.slack.state import Ephemeral, Message

pytestmark = pytest.mark.asyncio(loop_scope="session")

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


@pytest_asyncio.fixture(loop_scope="session")
async def company(fresh: World, tmp_path: Path) -> Company:
    return await open_company(fresh, tmp_path)


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
