"""What `footnote doctor` says of the Slack app, against a local Slack."""

from pathlib import Path

import pytest

from bot.client import slack_client
from bot.findings import Finding
from bot.slack_app import check_scopes, check_written, link_domains, shipped
from bot.token_checks import check_bot_token, check_channels
from config.loading import load_settings
from config.starter import MANIFEST_NAME, manifest_text, write_starter_config
from tests.slack import LocalSlack

COMMANDS = ("/ask", "/search")


async def token_findings(slack: LocalSlack) -> dict[str, Finding]:
    environment = slack.environment
    async with slack_client(environment["SLACK_BOT_TOKEN"], api_url=environment["SLACK_API_URL"]) as client:
        return {finding.name: finding async for finding in check_bot_token(client)}


@pytest.mark.promise("doctor-names-what-the-slack-app-lacks")
async def test_an_app_with_every_scope_is_fine() -> None:
    async with LocalSlack(scopes=sorted({*shipped().scopes, "chat:write.public"})) as slack:
        found = await token_findings(slack)
    assert all(finding.ok for finding in found.values())
    assert found["slack scopes"].detail.endswith("others that it does not need: chat:write.public")


@pytest.mark.promise("doctor-names-what-the-slack-app-lacks")
async def test_each_missing_scope_is_named_with_what_waits_for_it_and_its_fix() -> None:
    async with LocalSlack(scopes=sorted(shipped().scopes - {"channels:history", "commands", "im:write"})) as slack:
        found = await token_findings(slack)
    missing = {name.removeprefix("slack scope "): one for name, one in found.items() if not one.ok}
    assert missing.keys() == {"channels:history", "commands", "im:write"}
    assert missing["channels:history"].detail.endswith("so message.channels events do not arrive")
    assert missing["commands"].detail.endswith("so its commands and shortcuts do not work")
    for scope, finding in missing.items():
        assert f"Add {scope} under OAuth & Permissions" in finding.fix
        assert "reinstall" in finding.fix


async def test_a_refused_token_is_one_finding() -> None:
    async with LocalSlack() as slack:
        slack.faults.error("auth.test", "invalid_auth")
        found = await token_findings(slack)
    assert [(name, finding.ok) for name, finding in found.items()] == [("slack bot token", False)]


@pytest.mark.promise("doctor-names-what-the-slack-app-lacks")
async def test_channels_of_the_settings_are_looked_for_among_those_that_the_bot_is_in(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    config = tmp_path / "footnote.toml"
    config.write_text(
        '[[collections]]\nname = "handbook"\npath = "notes"\n[digest]\nchannel = "nowhere"\n'
        '[[channels]]\nchannel = "general"\n[[channels]]\nchannel = "elsewhere"\n'
    )
    settings = load_settings(config=config, environ={})
    async with LocalSlack() as slack:
        slack.add_channel("general", members=[])
        slack.add_channel("elsewhere", members=[], bot=False)
        environment = slack.environment
        async with slack_client(environment["SLACK_BOT_TOKEN"], api_url=environment["SLACK_API_URL"]) as client:
            found = {one.name.rpartition(" ")[2]: one async for one in check_channels(client, settings)}
    assert {name: one.ok for name, one in found.items()} == {"general": True, "elsewhere": False, "nowhere": False}
    assert "[[channels]]" in found["elsewhere"].fix
    assert "digest.channel" in found["nowhere"].fix


def test_scopes_that_slack_does_not_tell_are_not_called_missing() -> None:
    (finding,) = check_scopes({})
    assert finding.ok
    assert "did not tell" in finding.detail


@pytest.mark.promise("doctor-names-what-the-slack-app-lacks")
def test_the_manifest_that_init_writes_has_everything(tmp_path: Path) -> None:
    write_starter_config(tmp_path)
    assert [finding.ok for finding in check_written(tmp_path, COMMANDS)] == [True]


@pytest.mark.promise("doctor-names-what-the-slack-app-lacks")
def test_an_older_manifest_is_compared_event_by_event(tmp_path: Path) -> None:
    _, path = write_starter_config(tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    old = "".join(line for line in lines if "message.mpim" not in line)
    path.write_text(old.replace("find_related", "other").replace("command: /search", "command: /find"))
    found = {finding.name: finding for finding in check_written(tmp_path, COMMANDS)}
    assert found.keys() == {"slack event message.mpim", "slack command /search", "slack shortcut find_related"}
    assert "Event Subscriptions" in found["slack event message.mpim"].fix
    assert "Slash Commands" in found["slack command /search"].fix
    assert "callback id find_related" in found["slack shortcut find_related"].fix
    assert not any(finding.ok for finding in found.values())


@pytest.mark.promise("doctor-names-what-the-slack-app-lacks")
async def test_links_to_a_site_want_scopes_an_event_and_its_domain(tmp_path: Path) -> None:
    write_starter_config(tmp_path)
    found = {finding.name: finding for finding in check_written(tmp_path, COMMANDS, ("notes.example",))}
    assert found.keys() == {"slack event link_shared", "slack link domain notes.example"}
    assert "App unfurl domains" in found["slack link domain notes.example"].fix
    (tmp_path / MANIFEST_NAME).write_text(manifest_text(domains=("notes.example",)))
    assert [finding.ok for finding in check_written(tmp_path, COMMANDS, ("notes.example",))] == [True]
    missing = list(check_scopes({"x-oauth-scopes": ",".join(shipped().scopes)}, ("notes.example",)))
    assert [one.name for one in missing] == ["slack scope links:read", "slack scope links:write"]
    assert "link_shared events do not arrive" in missing[0].detail


def test_the_domains_are_those_of_the_collections_unless_links_show_nothing(tmp_path: Path) -> None:
    config, _ = write_starter_config(tmp_path)
    sites = ("https://notes.example/{path}", "https://notes.example/b/{path}", "obsidian://open?file={path}", "")
    tables = [f'[[collections]]\nname = "{n}"\npath = "notes"\nurl = "{site}"\n' for n, site in enumerate(sites)]
    config.write_text("".join(tables))
    assert link_domains(load_settings(config=config, environ={})) == ("notes.example",)
    off = {"FOOTNOTE_SLACK__LINK_PREVIEWS": "false"}
    assert link_domains(load_settings(config=config, environ=off)) == ()


def test_commands_count_by_their_configured_names(tmp_path: Path) -> None:
    write_starter_config(tmp_path)
    found = [finding.name for finding in check_written(tmp_path, ("/frag", "/search"))]
    assert found == ["slack command /frag"]


@pytest.mark.parametrize("text", ["", "[]", "features: {", "oauth_config: {}", "\x00"])
def test_a_manifest_that_is_none_is_one_finding(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST_NAME).write_text(text, encoding="utf-8")
    (finding,) = check_written(tmp_path, COMMANDS)
    assert not finding.ok
    assert "footnote init" in finding.fix


def test_without_a_manifest_it_says_what_the_app_should_have(tmp_path: Path) -> None:
    (finding,) = check_written(tmp_path, COMMANDS)
    assert finding.ok
    assert all(name in finding.detail for name in ("/ask", "app_home_opened", "answer_this"))


@pytest.mark.promise("only-named-workspaces-install-it")
def test_an_app_that_workspaces_install_needs_its_address_and_two_events(tmp_path: Path) -> None:
    address = "https://bot.example/"
    (tmp_path / MANIFEST_NAME).write_text(manifest_text())
    found = {one.name: one for one in check_written(tmp_path, COMMANDS, (), address) if not one.ok}
    redirect = "slack redirect URL https://bot.example/slack/oauth_redirect"
    assert set(found) == {redirect, "slack event app_uninstalled", "slack event tokens_revoked"}
    assert "Redirect URLs" in found[redirect].fix
    (tmp_path / MANIFEST_NAME).write_text(manifest_text(address=address))
    assert [finding.ok for finding in check_written(tmp_path, COMMANDS, (), address)] == [True]
