"""*Save thread as a note*, over real notes: from the menu of a message to a file that can be searched."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.scenarios.office import free_port
from tests.scenarios.world import World
from tests.slack.state import View

pytestmark = pytest.mark.asyncio(loop_scope="session")

SETTINGS = """
[slack]
http_port = {port}
inbox_collection = "inbox"
inbox_writers = ["{ann}", "{eve}"]

[[collections]]
name = "handbook"
path = "handbook"

[[collections]]
name = "inbox"
path = "inbox"
url = "https://notes.example/{{path}}"
users = ["{ann}", "{ben}"]
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    world: World
    folder: Path
    ann: str  # may read and save
    ben: str  # may read
    eve: str  # may save, were she to read
    general: str

    async def modal(self, person: str, words: str) -> View:
        """The modal of that person, once it shows these words."""
        views = self.world.slack.backend.workspace.views
        return (
            await self.world.slack.wait_for(
                lambda: [one for one in views.values() if one.user == person and words in str(one.content)]
            )
        )[-1]

    def files(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "inbox").iterdir())


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def desk(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Desk]:
    folder = tmp_path_factory.mktemp("desk")
    for name in ("handbook", "inbox"):
        (folder / name).mkdir()
    (folder / "handbook" / "tea.md").write_text("# Tea\n\nTea is brewed at 80 degrees.\n")
    async with World.open(folder) as world:
        ann, ben, eve = (world.slack.add_user(name) for name in ("ann", "ben", "eve"))
        general = world.slack.add_channel("general", members=[ann, ben, eve])
        settings = folder / "footnote.toml"
        settings.write_text(SETTINGS.format(port=free_port(), ann=ann, ben=ben, eve=eve))
        await world.serve(settings, "handbook: 1 notes")
        yield Desk(world=world, folder=folder, ann=ann, ben=ben, eve=eve, general=general)


def values(view: View, **changes: str) -> dict[str, Any]:
    """The modal's state as Slack sends it, with what was typed over."""
    inputs = [block for block in view.content["blocks"] if block["type"] == "input"]
    shown = {block["block_id"]: block["element"].get("initial_value") for block in inputs} | changes
    return {name: {name: {"type": "plain_text_input", "value": value}} for name, value in shown.items()}


@pytest.mark.promise("a-thread-becomes-a-note")
async def test_a_thread_is_shown_edited_saved_once_and_found(desk: Desk) -> None:
    slack, world = desk.world.slack, desk.world
    ts = await slack.message(desk.ben, desk.general, "How do we restart the *gateway*?")
    await slack.message(desk.ann, desk.general, f"<@{desk.ben}> run restart_gateway.sh on host seven", ts)
    reply = await slack.message(desk.eve, desk.general, "thanks!", ts)
    await slack.use_shortcut(desk.ann, desk.general, reply, "save_thread")
    modal = await desk.modal(desk.ann, "Everyone who may read the notes of *inbox*")
    assert "How do we restart the gateway?" in str(modal.content)
    sent = await slack.submit_view(modal, values(modal, title="Restarting: the gateway", file="../gateway"))
    (told,) = await world.whispers(desk.ann)
    await slack.redeliver(sent)
    assert told.text == (
        "Saved as “Restarting: the gateway” in <https://notes.example/gateway.md|inbox/gateway.md>. "
        "It can be searched now."
    )
    await world.settle(desk.ann)
    assert desk.files() == ["gateway.md"]
    note = (desk.folder / "inbox" / "gateway.md").read_text()
    link = f"https://{slack.identity.team_domain}.slack.com/archives/{desk.general}/p{ts.replace('.', '')}"
    for part in (
        "title: 'Restarting: the gateway'",
        f"source: {link}",
        "- ben\n- ann\n- eve",
        "@ben run restart_gateway",
    ):
        assert part in note
    assert not any(person in note for person in (desk.ann, desk.ben, desk.eve))
    await slack.direct_message(desk.ben, "how is restart_gateway.sh used?")
    (answer,) = await world.answers(slack.direct_channel(desk.ben))
    assert "inbox/gateway.md" in str(answer.blocks)
    assert not slack.violations


@pytest.mark.promise("a-thread-becomes-a-note")
async def test_who_may_not_read_the_inbox_or_may_not_write_gets_a_sentence_and_writes_nothing(desk: Desk) -> None:
    slack = desk.world.slack
    stranger = slack.add_user("zoe", team_id="T0OTHER")
    before = desk.files()
    ts = await slack.message(desk.ben, desk.general, "who may save this?")
    for person in (desk.ben, desk.eve, stranger):
        await slack.use_shortcut(person, desk.general, ts, "save_thread")
        modal = await desk.modal(person, "You may not save notes from here")
        assert "inbox" not in str(modal.content)
    assert desk.files() == before


async def test_where_the_bot_is_no_member_the_chosen_message_alone_is_the_draft(desk: Desk) -> None:
    slack = desk.world.slack
    elsewhere = slack.add_channel("elsewhere", members=[desk.ann, desk.ben], bot=False)
    ts = await slack.message(desk.ben, elsewhere, f"ask <@{desk.eve}> about boats")
    await slack.use_shortcut(desk.ann, elsewhere, ts, "save_thread")
    modal = await desk.modal(desk.ann, "ask @eve about boats")
    assert "I could not read the whole thread" in str(modal.content)


async def test_where_slack_opens_no_window_the_person_is_told(desk: Desk) -> None:
    slack = desk.world.slack
    before = len(slack.ephemerals(desk.ann))
    slack.faults.error("views.open", "expired_trigger_id")
    ts = await slack.message(desk.ben, desk.general, "late")
    await slack.use_shortcut(desk.ann, desk.general, ts, "save_thread")
    told = await desk.world.whispers(desk.ann, count=before + 1)
    assert "choose the shortcut again" in told[-1].text


async def test_who_closes_the_window_before_the_thread_is_read_is_told_nothing(desk: Desk) -> None:
    slack, (bot,) = desk.world.slack, desk.world.bots
    said, told = len(bot.lines), len(slack.ephemerals(desk.ann))
    reading = slack.faults.hold("conversations.replies")
    ts = await slack.message(desk.ben, desk.general, "never mind")
    await slack.use_shortcut(desk.ann, desk.general, ts, "save_thread")
    await reading.arrived()
    (await desk.modal(desk.ann, "Reading the thread")).closed = True
    reading.open()
    await bot.wait_for_line(r"\(save_thread by shortcut\) is delivered", since=said)
    assert len(slack.ephemerals(desk.ann)) == told


async def test_without_a_place_for_notes_the_shortcut_says_what_is_missing(shared: World) -> None:
    team = shared.team()
    ts = await shared.slack.message(team.ben, team.general, "save me")
    await shared.slack.use_shortcut(team.ann, team.general, ts, "save_thread")
    (told,) = await shared.whispers(team.ann)
    assert "`slack.inbox_collection`" in told.text
