"""Several workspaces in one bot: which, from where, and whose the people and channels are."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from tests.config.places import Place

TWO = '[oauth]\nworkspaces = ["T1", "T2"]\naddress = "https://bot.example"\n'
LAB = '[[collections]]\nname = "lab"\npath = "notes"\nchannels = ["lab"]\n'


def test_without_workspaces_there_is_one_by_its_token(place: Place) -> None:
    settings = place.load()
    assert settings.oauth.workspaces == ()
    assert settings.oauth.home == ""


def test_the_first_is_home_and_their_tokens_lie_beside_the_settings(place: Place) -> None:
    oauth = place.write(TWO).load().oauth
    assert oauth.home == "T1"
    assert oauth.database == place.folder / "data" / "installations.db"


@pytest.mark.promise("a-secret-never-shows")
@pytest.mark.parametrize("address", ["postgresql://ann:hush@db/bot", "mysql+aiomysql://ann:hush@db/bot"])
def test_their_tokens_may_lie_on_a_server(place: Place, address: str) -> None:
    settings = place.write(TWO).load({"FOOTNOTE_OAUTH__DATABASE": address})
    assert isinstance(settings.oauth.database, SecretStr)
    assert settings.oauth.database.get_secret_value() == address
    assert "hush" not in repr(settings)


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
@pytest.mark.parametrize(
    ("toml", "line"),
    [
        (
            '[oauth]\nworkspaces = ["T1"]',
            "oauth.workspaces: found none, and workspaces that may install it, allowed:",
        ),
        ('[oauth]\nworkspaces = ["acme"]', 'oauth.workspaces: found "acme", allowed: the id of a workspace (T...)'),
        ('[oauth]\nworkspaces = ["T1", "T2", "T1"]', 'oauth.workspaces: found "T1" 2 times, allowed: each workspace'),
        ('[oauth]\naddress = "bot.example"', "allowed: an http:// or https:// address"),
        ('[oauth]\ndatabase = "postgresql://db"', "allowed: the path of a database file, or postgresql://"),
        (f"{TWO}{LAB}", 'collections.workspaces: found none for "lab", allowed: one of oauth.workspaces in'),
        (f'{TWO}{LAB}workspaces = ["T1", "T2"]', 'found 2 for "lab", allowed: one of oauth.workspaces in workspaces'),
        (f'{TWO}{LAB}workspaces = ["T3"]', 'collections.workspaces: found "T3", allowed: those of oauth.workspaces'),
        (f'{LAB}workspaces = ["T1"]', "allowed: those of oauth.workspaces: there are none"),
        (f'{TWO}[[channels]]\nchannel = "lab"\nworkspace = "T3"', 'channels.workspace: found "T3"'),
        (
            f'{TWO}[[channels]]\nchannel = "lab"\n[[channels]]\nchannel = "lab"\nworkspace = "T1"',
            'channels: found "lab" 2 times',
        ),
    ],
)
def test_what_would_let_one_workspace_into_another_is_refused(place: Place, toml: str, line: str) -> None:
    assert line in place.write(toml).line()


def test_channels_of_one_name_in_two_workspaces_have_rules_of_their_own(place: Place) -> None:
    channels = '[[channels]]\nchannel = "lab"\n[[channels]]\nchannel = "lab"\nworkspace = "T2"'
    settings = place.write(f'{TWO}{LAB}workspaces = ["T2"]\n{channels}').load()
    assert [one.workspace for one in settings.channels] == ["", "T2"]
