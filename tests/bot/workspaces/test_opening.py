"""What several workspaces need beside the rest, and that nobody else pays for it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.client import slack_client
from bot.workspaces.checks import check_workspaces
from bot.workspaces.installations import Installations
from config.loading import load_settings
from config.settings import Settings
from tests.bot.workspaces.values import install
from tests.slack.several import Slacks

SERVE = """
import sys
sys.modules |= dict.fromkeys({blocked!r})
from bot.cli import main
sys.argv = ['footnote', 'serve', '--config', {settings!r}]
main()
"""


def settings_in(folder: Path, environ: Mapping[str, str]) -> Settings:
    (folder / "footnote.toml").write_text(
        "[oauth]\nworkspaces = ['T1', 'T2']\naddress = 'https://bot.example'\ndatabase = 'installations.db'\n"
        "[[channels]]\nchannel = 'lab'\n[slack]\nmode = 'http'\n"
    )
    return load_settings(config=folder / "footnote.toml", environ=environ)


def serve(folder: Path, environ: Mapping[str, str], *blocked: str) -> tuple[int, str]:
    """Exit code and the last line of a start that comes to nothing."""
    settings = str(settings_in(folder, {}).source)
    code = SERVE.format(blocked=blocked, settings=settings)
    run = [sys.executable, "-c", code]
    done = subprocess.run(
        run, capture_output=True, text=True, check=False, env={**os.environ, **environ}, timeout=100
    )
    return done.returncode, done.stderr.splitlines()[-1]


@pytest.mark.promise("what-keeps-it-from-starting-is-named")
def test_a_missing_extra_is_one_sentence(slacks: Slacks, tmp_path: Path) -> None:
    code, line = serve(tmp_path, slacks.environment, "sqlalchemy")
    assert code == 2
    assert "pip install 'footnote-bot[oauth]'" in line


@pytest.mark.promise("what-keeps-it-from-starting-is-named")
@pytest.mark.parametrize("variable", ["SLACK_CLIENT_ID", "SLACK_CLIENT_SECRET"])
def test_a_missing_secret_of_the_app_is_named(slacks: Slacks, tmp_path: Path, variable: str) -> None:
    code, line = serve(tmp_path, slacks.environment | {variable: ""})
    assert code == 2
    assert variable in line


@pytest.mark.promise("a-newcomer-needs-no-extra-for-one-workspace")
def test_a_bot_of_one_workspace_loads_nothing_of_it() -> None:
    code = "import bot.running, bot.slack_checks, sys; sys.exit('sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], timeout=100, check=False).returncode == 0


@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
async def test_the_doctor_says_where_it_is_installed_and_where_not(
    slacks: Slacks, installations: Installations, tmp_path: Path
) -> None:
    await install(slacks, installations, "T1")
    settings = settings_in(tmp_path, slacks.environment)
    async with slack_client(None, api_url=settings.slack.api_url) as client:
        found = {one.name: one async for one in check_workspaces(client, settings)}
    assert found["slack oauth"].ok
    assert "https://bot.example/slack/oauth_redirect" in found["slack oauth"].detail
    assert found["slack workspace T1"].ok
    assert not found["slack channel lab"].ok
    assert not found["slack workspace T2"].ok
    assert "open https://bot.example/slack/install" in found["slack workspace T2"].fix


@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
async def test_the_doctor_names_what_installing_needs(slacks: Slacks, tmp_path: Path) -> None:
    settings = settings_in(tmp_path, {})
    async with slack_client(None, api_url=settings.slack.api_url) as client:
        (finding,) = [one async for one in check_workspaces(client, settings)]
    assert (finding.ok, finding.name) == (False, "slack oauth")
    assert "SLACK_CLIENT_ID" in finding.detail
