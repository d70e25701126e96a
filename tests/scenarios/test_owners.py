"""An answer that did not help: why is asked, kept, and told to who looks after the note. Over real notes."""

import os
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.scenarios.office import free_port
from tests.scenarios.world import World, control
from tests.slack.state import Message, View

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOTES = {
    "open/vacation.md": "---\nowner: Olga Oe\n---\n# Vacation\n\nYou get 28 paid vacation days per calendar year.\n",
    "open/parking.md": "# Parking\n\nVisitors park their bicycles behind the north gate of the building.\n",
    "board/merger.md": "---\nauthor: Olga Oe\n---\n# Merger\n\nThe merger with the harbour company closes in May.\n",
}
SETTINGS = """
[slack]
http_port = {port}
mode = "{mode}"
admins = ["{boss}"]

[owners]
fallback = "{boss}"

[owners.people]
"Olga Oe" = "{olga}"
"gus@example.org" = "{gus}"

[[collections]]
name = "open"
path = "open"

[[collections]]
name = "board"
path = "board"
users = ["{boss}"]
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    world: World
    state: Path
    boss: str
    olga: str  # owns a note of each collection, and may see one of them
    gus: str  # changed all notes last

    def told(self, person: str) -> list[Message]:
        """What the bot wrote to that person directly."""
        return self.world.slack.bot_messages(self.world.slack.direct_channel(person))

    async def modal(self, person: str, *, after: int = 0) -> View:
        """The latest modal of that person, once more than `after` were opened."""
        views = self.world.slack.backend.workspace.views
        return (
            await self.world.slack.wait_for(
                lambda: found if len(found := [one for one in views.values() if one.user == person]) > after else []
            )
        )[-1]


def reason(value: str | None, comment: str | None = None) -> dict[str, object]:
    """A modal's state as Slack sends it."""
    chosen = {"type": "radio_buttons", "selected_option": {"value": value} if value else None}
    return {"reason": {"reason": chosen}, "comment": {"comment": {"type": "plain_text_input", "value": comment}}}


def write_notes(folder: Path) -> None:
    for name, text in NOTES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull}
    gus = ("-c", "user.name=Gus", "-c", "user.email=gus@example.org", "-c", "commit.gpgsign=false")
    for arguments in (["init", "-q"], ["add", "-A"], [*gus, "commit", "-qm", "notes"]):
        subprocess.run(["git", *arguments], cwd=folder, env=environment, check=True)


@pytest_asyncio.fixture(loop_scope="session", scope="module", params=["socket", "http"])
async def office(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Office]:
    folder = tmp_path_factory.mktemp(request.param)
    write_notes(folder)
    async with World.open(folder) as world:
        slack = world.slack
        boss, olga, gus = (slack.add_user(name) for name in ("boss", "olga", "gus"))
        settings = folder / "footnote.toml"
        settings.write_text(SETTINGS.format(port=free_port(), mode=request.param, boss=boss, olga=olga, gus=gus))
        await world.serve(settings, "open:", "board:", mode=request.param)
        yield Office(world=world, state=folder / "data" / "state.db", boss=boss, olga=olga, gus=gus)


async def dislike(office: Office, person: str, question: str) -> View:
    """Ask directly, press *Not helpful*, and get the modal."""
    slack, direct = office.world.slack, office.world.slack.direct_channel(person)
    await slack.direct_message(person, question)
    answer = (await office.world.answers(direct))[-1]
    await slack.press(answer, control(answer, "feedback"), person, value="not_helpful")
    modal = await office.modal(person)
    await office.world.whispers(person)
    return modal


@pytest.mark.promise("not-helpful-asks-why")
@pytest.mark.promise("a-notes-owner-hears-why")
async def test_the_owner_named_in_the_note_hears_once_why_and_not_from_whom(office: Office) -> None:
    slack, ann = office.world.slack, office.world.slack.add_user("annabel")
    before = len(office.told(office.olga))
    modal = await dislike(office, ann, "how many paid vacation days do I get?")
    with sqlite3.connect(office.state) as database:
        noted = database.execute("SELECT value, reason FROM feedback WHERE user_id = ?", [ann]).fetchone()
    assert noted == ("not_helpful", "")
    await slack.submit_view(modal, reason("outdated", "It is 30 <!here> now"))
    passed_on = (await office.world.whispers(ann, count=2))[-1]
    (told,) = office.told(office.olga)[before:]
    shown = f"{told.text}{told.blocks}"
    for part in ("out of date", "It is 30 &lt;!here&gt; now", "how many paid vacation days", "28 paid", "Vacation"):
        assert part in shown
    assert ann not in shown
    assert "annabel" not in f"{shown}{told.metadata}"
    assert "without your name" in passed_on.text
    await slack.submit_view(modal, reason("wrong"))
    await office.world.settle(slack.add_user("later"))
    assert len(office.told(office.olga)) == before + 1
    assert not office.told(office.gus)
    assert not slack.violations


@pytest.mark.promise("a-notes-owner-hears-why")
async def test_without_a_known_name_in_the_note_the_last_author_in_git_hears_of_it(office: Office) -> None:
    slack, ben = office.world.slack, office.world.slack.add_user("ben")
    modal = await dislike(office, ben, "where do visitors park their bicycles?")
    await slack.submit_view(modal, reason("wrong"))
    await office.world.whispers(ben, count=2)
    assert "north gate" in str(office.told(office.gus)[-1].blocks)


@pytest.mark.promise("a-notes-owner-hears-why")
async def test_an_owner_who_may_not_see_the_collection_hears_nothing(office: Office) -> None:
    slack, before = office.world.slack, len(office.told(office.olga))
    modal = await dislike(office, office.boss, "when does the merger with the harbour company close?")
    await slack.submit_view(modal, reason("wrong"))
    noted = (await office.world.whispers(office.boss, count=2))[-1]
    assert noted.text == "Thank you, noted."
    assert len(office.told(office.olga)) == before


async def test_sending_the_modal_off_empty_tells_nobody(office: Office) -> None:
    slack, cyd = office.world.slack, office.world.slack.add_user("cyd")
    before = len(office.told(office.olga))
    modal = await dislike(office, cyd, "how many vacation days are there?")
    await slack.submit_view(modal, reason(None))
    noted = (await office.world.whispers(cyd, count=2))[-1]
    assert noted.text == "Thank you, noted."
    assert len(office.told(office.olga)) == before


@pytest.mark.promise("one-verdict-for-each-answer-and-person")
async def test_where_slack_opens_no_modal_the_press_is_noted_all_the_same(office: Office) -> None:
    slack, dee = office.world.slack, office.world.slack.add_user("dee")
    await slack.direct_message(dee, "how many vacation days?")
    (answer,) = await office.world.answers(slack.direct_channel(dee))
    slack.faults.error("views.open", "expired_trigger_id")
    await slack.press(answer, control(answer, "feedback"), dee, value="not_helpful")
    (thanks,) = await office.world.whispers(dee)
    assert thanks.text.startswith("Thank you, noted.")


@pytest.mark.promise("admins-see-how-the-bot-fares")
async def test_admins_see_health_counts_and_settings_on_their_home_tab(office: Office) -> None:
    slack = office.world.slack
    eve = slack.add_user("eve")
    for person in (office.boss, eve):
        await slack.open_home(person)
    (boss,) = await slack.wait_for(lambda: slack.homes(office.boss))
    (other,) = await slack.wait_for(lambda: slack.homes(eve))
    shown = str(boss.content)
    for part in ("For admins", "index: 3 notes", "not helpful", "`chat.model`", "board: 1 note"):
        assert part in shown
    assert "open: 2 notes" in str(other.content)
    assert not any(part in str(other.content) for part in ("For admins", "board", "Merger"))
    assert not slack.violations
