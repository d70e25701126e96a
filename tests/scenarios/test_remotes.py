"""A bot whose notes come from a git remote."""

import shutil
from pathlib import Path

import pytest

from tests.knowledge.remotes.repositories import Upstream
from tests.scenarios.office import free_port
from tests.scenarios.world import World

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
]


@pytest.mark.promise("a-remote-is-pulled-on-a-schedule-and-indexed-as-it-changes")
async def test_what_is_pushed_is_answered_from_and_a_remote_that_is_gone_takes_nothing_away(
    fresh: World, tmp_path: Path
) -> None:
    upstream = Upstream.new(tmp_path / "upstream")
    upstream.commit(tea="# Tea\n\nTea is brewed at 80 degrees.\n")
    settings = tmp_path / "footnote.toml"
    settings.write_text(
        '[[collections]]\nname = "handbook"\ngit = "upstream"\nurl = "https://git.example/{commit}/{path}"\n'
        f"[git]\nevery_minutes = 0.005\n[slack]\nhttp_port = {free_port()}\n"
    )
    ann = fresh.slack.add_user("ann")
    here = fresh.slack.direct_channel(ann)
    bot = await fresh.serve(settings, "handbook: 1 notes")
    commit = upstream.commit(coffee="# Coffee\n\nCoffee is brewed at 94 degrees.\n")
    await bot.wait_for_line(f"those of {commit}")
    upstream.folder.rename(tmp_path / "away")
    await bot.wait_for_line(f"no repository at the remote of handbook.*stay those of {commit[:10]}")
    await fresh.slack.direct_message(ann, "at how many degrees is coffee brewed?")
    (answer,) = await fresh.answers(here)
    assert "94 degrees" in str(answer.blocks)
    assert f"https://git.example/{commit}/coffee.md" in str(answer.blocks)
    assert not fresh.slack.violations
