"""`footnote digest`."""

import asyncio
from pathlib import Path

import pytest

from tests.bot.cli.command import Outcome, footnote
from tests.bot.cli.conftest import write_settings
from tests.slack import LocalSlack

LEAVE = """# Leave

Employees get 28 vacation days each calendar year. Unused days move to the next year until the end of March.
Ask your team lead for them at least two weeks before, and write them into the shared calendar.
"""
DIGEST = '[digest]\nchannel = "{channel}"\n[slack]\napi_url = "{url}"\n'


@pytest.fixture
def drifted(tmp_path: Path) -> Path:
    """The settings file of three indexed notes, two of which say the same but for a number."""
    notes = tmp_path / "notes"
    (notes / "sites").mkdir(parents=True)
    (notes / "leave.md").write_text(LEAVE, encoding="utf-8")
    (notes / "sites" / "leave.md").write_text(LEAVE.replace("28", "25"), encoding="utf-8")
    (notes / "tea.md").write_text("# Tea\n\nTea is brewed at 80 degrees.\n", encoding="utf-8")
    config = write_settings(tmp_path, notes)
    assert footnote("index", "--config", config).code == 0
    return config


def test_a_dry_run_tells_the_pair_and_changes_nothing(drifted: Path) -> None:
    first, second = (footnote("digest", "--dry-run", "--json", "--config", drifted) for _ in range(2))
    assert (first.code, second.code) == (0, 0), first.err
    told = second.json
    assert set(told) == {"slot", "channel", "new", "open", "resolved", "unanswered", "posted", "ts"}
    (pair,) = told["new"]
    assert [member["file"] for member in pair["members"]] == ["leave.md", "sites/leave.md"]
    assert pair["drift"]["values"][0]["left"].startswith("28")
    assert (told["posted"], told["ts"], told["open"]) == (False, None, [])


def test_without_a_channel_it_names_the_setting_and_a_way_to_try(drifted: Path) -> None:
    outcome = footnote("digest", "--config", drifted)
    assert (outcome.code, outcome.out) == (2, "")
    assert "digest.channel" in outcome.err
    assert "--dry-run" in outcome.err


def test_slack_that_does_not_answer_is_exit_code_3(drifted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-1")
    append(drifted, channel="C0123456", url="http://127.0.0.1:9/api/")
    outcome = footnote("digest", "--json", "--config", drifted)
    assert (outcome.code, outcome.out) == (3, "")
    assert "Slack cannot be reached" in outcome.err


@pytest.mark.promise("a-digest-tells-new-open-and-resolved")
async def test_it_posts_whenever_it_is_called_and_a_pair_told_before_is_open(
    drifted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with LocalSlack() as slack:
        channel = slack.add_channel("knowledge", members=[slack.add_user("ann")])
        for name, value in slack.environment.items():
            monkeypatch.setenv(name, value)
        append(drifted, channel="knowledge", url="https://slack.com/api/")
        first = await asyncio.to_thread(posted, drifted)
        second = await asyncio.to_thread(posted, drifted)
        messages = slack.bot_messages(channel)
    assert [message.ts for message in messages] == [first.json["ts"], second.json["ts"]]
    assert messages[0].text == "Duplicate notes: 1 new, 0 still open"
    assert messages[1].text == "Duplicate notes: 0 new, 1 still open"
    assert "“28 vacation” against “25 vacation”" in str(messages[0].blocks)
    assert not slack.violations


def posted(config: Path) -> Outcome:
    outcome = footnote("digest", "--json", "--config", config)
    assert outcome.code == 0, outcome.err
    return outcome


def append(config: Path, **values: str) -> None:
    config.write_text(config.read_text(encoding="utf-8") + DIGEST.format(**values), encoding="utf-8")
