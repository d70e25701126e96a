import tomllib

import pytest
import yaml

from config.errors import SettingsError
from config.loading import load_settings
from config.settings import Settings
from config.starter import manifest_text, write_manifest, write_starter_config
from config.tables import DEFAULTS


def loaded(folder) -> Settings:
    return load_settings(config=folder / "footnote.toml", environ={}, cwd=folder)


@pytest.mark.promise("init-writes-settings-that-work-at-once")
def test_the_starting_file_loads_and_equals_the_defaults(tmp_path):
    config, manifest = write_starter_config(tmp_path / "new" / "bot")
    assert (config, manifest) == (tmp_path / "new/bot/footnote.toml", tmp_path / "new/bot/slack-manifest.yaml")
    settings = loaded(config.parent)
    (notes,) = settings.collections
    assert (notes.name, notes.path) == ("notes", config.parent / "notes")
    config.write_text('[[collections]]\nname = "notes"\npath = "notes"\n')
    assert loaded(config.parent) == settings


@pytest.mark.promise("init-writes-settings-that-work-at-once")
def test_every_key_stands_in_the_starting_file_ready_to_be_changed(tmp_path):
    config, _ = write_starter_config(tmp_path)
    lines = config.read_text(encoding="utf-8").splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("["))
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line or line.startswith("# [[") else line for line in lines[head:]
    )
    tables, defaults = tomllib.loads(uncommented), tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))
    assert tables.pop("collections") == [{"name": "notes", "path": "notes", **defaults.pop("collection")}]
    assert tables.pop("channels") == [{"channel": "ask-hr", **defaults.pop("channel")}]
    assert tables == defaults
    config.write_text(uncommented, encoding="utf-8")
    assert loaded(tmp_path).slack.mode == "socket"


def test_there_is_a_note_to_try_and_notes_that_exist_are_left_alone(tmp_path):
    write_starter_config(tmp_path / "empty")
    assert "# Welcome" in (tmp_path / "empty/notes/welcome.md").read_text(encoding="utf-8")
    (tmp_path / "full/notes").mkdir(parents=True)
    write_starter_config(tmp_path / "full")
    assert list((tmp_path / "full/notes").iterdir()) == []


@pytest.mark.promise("init-overwrites-nothing")
@pytest.mark.parametrize("name", ["footnote.toml", "slack-manifest.yaml"])
def test_a_file_that_exists_is_never_overwritten(tmp_path, name):
    (tmp_path / name).write_text("mine")
    with pytest.raises(SettingsError, match="exists already") as caught:
        write_starter_config(tmp_path)
    assert caught.value.lines[0].startswith(str(tmp_path / name))
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_text() == "mine"


def test_a_place_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(SettingsError, match="cannot write the starting files there: Not a directory") as caught:
        write_starter_config(tmp_path / "file")
    assert len(caught.value.lines) == 1


@pytest.fixture
def manifest(tmp_path):
    return yaml.safe_load(write_starter_config(tmp_path)[1].read_text(encoding="utf-8"))


# What Slack demands of a bot that subscribes to an event.
SCOPE_OF_EVENT = {
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "member_joined_channel": "channels:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
}
SCOPES_OF_LINKS = {"links:read", "links:write"}
SCOPES_OF_CALLS = {
    "assistant:write",
    "chat:write",
    "commands",
    "groups:read",
    "im:write",
    "reactions:write",
    "usergroups:read",
    "users:read",
}


def test_the_app_asks_for_what_its_events_and_calls_need_and_no_more(manifest):
    events = manifest["settings"]["event_subscriptions"]["bot_events"]
    assert sorted(events) == sorted(SCOPE_OF_EVENT)
    scopes = manifest["oauth_config"]["scopes"]["bot"]
    assert set(scopes) == SCOPES_OF_CALLS | set(filter(None, SCOPE_OF_EVENT.values()))
    assert len(scopes) == len(set(scopes))


@pytest.mark.promise("links-of-notes-show-what-everybody-there-may-see")
def test_where_collections_link_to_a_site_the_app_hears_of_its_links(manifest):
    linked = yaml.safe_load(manifest_text(domains=["notes.example", "git.example"], commands=("/frag", "/suche")))
    assert linked["features"]["unfurl_domains"] == ["notes.example", "git.example"]
    events = linked["settings"]["event_subscriptions"]["bot_events"]
    assert set(events) == {*SCOPE_OF_EVENT, "link_shared"}
    scopes = linked["oauth_config"]["scopes"]["bot"]
    assert set(scopes) - set(manifest["oauth_config"]["scopes"]["bot"]) == SCOPES_OF_LINKS
    assert [one["command"] for one in linked["features"]["slash_commands"]] == ["/frag", "/suche"]
    assert "unfurl_domains" not in manifest["features"]


def test_a_command_may_take_the_name_that_the_other_one_is_shipped_with():
    named = yaml.safe_load(manifest_text(commands=("/search", "/ask")))
    assert [one["command"] for one in named["features"]["slash_commands"]] == ["/search", "/ask"]


def test_an_app_that_workspaces_install_leads_them_back_and_hears_of_their_leaving(manifest):
    installed = yaml.safe_load(manifest_text(address="https://bot.example/"))
    assert installed["oauth_config"]["redirect_urls"] == ["https://bot.example/slack/oauth_redirect"]
    events = installed["settings"]["event_subscriptions"]["bot_events"]
    assert set(events) - set(manifest["settings"]["event_subscriptions"]["bot_events"]) == {
        "app_uninstalled",
        "tokens_revoked",
    }


def test_where_events_come_by_http_the_app_knows_the_address_for_each_of_them():
    text = manifest_text(address="https://bot.example", by_http=True, commands=("/frag", "/suche"))
    app, events = yaml.safe_load(text), "https://bot.example/slack/events"
    assert [(one["command"], one["url"]) for one in app["features"]["slash_commands"]] == [
        ("/frag", events),
        ("/suche", events),
    ]
    assert app["settings"]["event_subscriptions"]["request_url"] == events
    assert app["settings"]["interactivity"] == {"is_enabled": True, "request_url": events}
    assert app["settings"]["socket_mode_enabled"] is False


def test_the_manifest_alone_is_written_beside_settings_and_over_nothing(tmp_path):
    path = write_manifest(
        tmp_path, domains=[f"{number}.example" for number in range(9)], commands=("/ask", "/search")
    )
    assert len(yaml.safe_load(path.read_text())["features"]["unfurl_domains"]) == 5
    with pytest.raises(SettingsError, match="exists already"):
        write_manifest(tmp_path, domains=[], commands=("/ask", "/search"))


def test_the_app_has_the_commands_of_the_settings_and_works_in_socket_mode(manifest, tmp_path):
    slack = loaded(tmp_path).slack
    commands = [command["command"] for command in manifest["features"]["slash_commands"]]
    assert commands == [slack.ask_command, slack.search_command]
    assert manifest["settings"]["socket_mode_enabled"] is True
    assert manifest["settings"]["interactivity"]["is_enabled"] is True
    assert manifest["features"]["app_home"]["messages_tab_read_only_enabled"] is False


def test_the_texts_of_the_app_fit_slacks_limits(manifest):
    assert len(manifest["display_information"]["description"]) <= 140
    assert len(manifest["features"]["agent_view"]["agent_description"]) <= 300
    assert len(manifest["features"]["agent_view"]["suggested_prompts"]) <= 4
