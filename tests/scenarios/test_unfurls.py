"""Links of notes in messages of people: shown where everyone there may see the note, else nothing."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.scenarios.office import VACATION, free_port
from tests.scenarios.world import Team, World

pytestmark = pytest.mark.asyncio(loop_scope="session")

SITE = "https://notes.example"
SETTINGS = """
[slack]
http_port = {port}

[[collections]]
name = "handbook"
path = "handbook"
url = "https://notes.example/handbook/{{path}}?a=1&b=2#L{{line}}"

[[collections]]
name = "hr"
path = "hr"
url = "https://notes.example/hr/{{path}}"
channels = ["people-team"]

[[collections]]
name = "board"
path = "board"
url = "https://notes.example/board/{{path}}"
users = ["{boss}"]
"""
NOTES = {
    "handbook/vacation.md": VACATION,
    "hr/salaries.md": "# Salaries\n\nBands are reviewed in May.\n",
    "board/merger.md": "# Merger\n\nThe merger closes in May.\n",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    world: World
    team: Team
    boss: str

    def shown(self, ts: str) -> dict[str, Any]:
        """The previews of one message."""
        return {
            url: preview
            for unfurl in self.world.slack.backend.workspace.unfurls
            if unfurl["ts"] == ts
            for url, preview in unfurl["unfurls"].items()
        }

    async def settle(self) -> None:
        """Until a link that was posted last has its preview, so that others would have theirs."""
        slack = self.world.slack
        ts = await slack.message(self.team.ann, self.team.general, f"done {SITE}/handbook/vacation.md")
        await slack.wait_for(lambda: self.shown(ts))


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def site(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Site]:
    folder: Path = tmp_path_factory.mktemp("site")
    for name, text in NOTES.items():
        (folder / name).parent.mkdir()
        (folder / name).write_text(text, encoding="utf-8")
    async with World.open(folder, unfurl_domains=("notes.example",)) as world:
        boss = world.slack.add_user("boss")
        settings = folder / "footnote.toml"
        settings.write_text(SETTINGS.format(port=free_port(), boss=boss))
        await world.serve(settings, "handbook:", "hr:", "board:")
        yield Site(world=world, team=world.team(), boss=boss)


@pytest.mark.promise("a-needed-reinstall-is-said")
async def test_an_app_that_hears_of_no_links_is_said_at_the_start(fresh: World, tmp_path: Path) -> None:
    fresh.slack.backend.scopes = [scope for scope in fresh.slack.backend.scopes if scope != "links:read"]
    settings = tmp_path / "footnote.toml"
    settings.write_text(SETTINGS.format(port=free_port(), boss=fresh.slack.add_user("boss")))
    for name in ("handbook", "hr", "board"):
        (tmp_path / name).mkdir()
    bot = await fresh.serve(settings)
    said = await bot.wait_for_line("Slack scope links:read: (.*)")
    assert said[1].startswith("the app has not got it, so link_shared events do not arrive. Add links:read")


@pytest.mark.promise("links-of-notes-show-what-everybody-there-may-see")
async def test_a_link_shows_title_passage_and_age_once(site: Site) -> None:
    slack, team = site.world.slack, site.team
    url = f"{SITE}/handbook/vacation.md?a=1&amp;b=2#L10"
    ts = await slack.message(team.ann, team.general, f"see <{url}> and {SITE}/handbook/gone.md")
    shown = await slack.wait_for(lambda: site.shown(ts))
    assert list(shown) == [url]
    title, place = shown[url]["blocks"]
    assert f"*<{SITE}/handbook/vacation.md?a=1&amp;b=2#L" in title["text"]["text"]
    assert "|Vacation>*" in title["text"]["text"]
    assert "handbook` · vacation.md · changed" in place["elements"][0]["text"]
    (told,) = [one for one in slack.events("link_shared") if one.event["message_ts"] == ts]
    await slack.redeliver(told)
    await site.settle()
    assert len([one for one in slack.backend.workspace.unfurls if one["ts"] == ts]) == 1
    assert not slack.bot_messages(team.general)
    assert not slack.violations


@pytest.mark.promise("links-of-notes-show-what-everybody-there-may-see")
async def test_nothing_is_shown_where_somebody_may_not_see_it_or_slack_does_not_tell_who_reads(site: Site) -> None:
    slack, team = site.world.slack, site.team
    partners = slack.add_channel("partners", members=[team.ann], external=True)
    unknown = slack.add_channel("unknown", members=[team.ann])
    people_team = slack.add_channel("people-team", members=[team.ann])
    board, salaries, vacation = (
        f"{SITE}/board/merger.md",
        f"{SITE}/hr/salaries.md",
        f"{SITE}/handbook/vacation.md",
    )
    slack.faults.error("conversations.info", "channel_not_found")
    asked = len(slack.calls("conversations.info"))
    silent = [await slack.message(team.ann, unknown, vacation)]
    await slack.wait_for(lambda: len(slack.calls("conversations.info")) > asked)
    silent += [
        await slack.message(team.ann, partners, vacation),
        await slack.message(team.ann, team.general, board),
        await slack.message(team.ann, team.general, salaries),
        await slack.message(site.boss, people_team, board),
    ]
    await slack.compose_link(team.ann, vacation)
    allowed = await slack.message(team.ann, people_team, salaries)
    await slack.wait_for(lambda: site.shown(allowed))
    await site.settle()
    assert [site.shown(ts) for ts in silent] == [{}] * 5
    assert not slack.violations
