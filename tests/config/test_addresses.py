"""An index on a server: its address is taken as it is, and never shown with a password."""

from __future__ import annotations

import pytest
from pydantic import SecretStr

from config.addresses import without_password
from tests.config.places import Place

PLAIN = "postgresql://ann@db.example:5433/notes?sslmode=verify-full"
ADDRESS = "postgresql://ann:hush%2Fhush@db.example/notes"


@pytest.mark.promise("the-index-may-stand-in-postgresql")
def test_an_address_in_the_file_stays_as_it_is_written(place: Place) -> None:
    database = place.write(f'[index]\ndatabase = "{PLAIN}"').load().index.database
    assert isinstance(database, SecretStr)
    assert database.get_secret_value() == PLAIN


@pytest.mark.promise("a-secret-never-shows")
def test_an_address_with_its_password_comes_from_the_environment_and_shows_nowhere(place: Place) -> None:
    settings = place.load({"FOOTNOTE_INDEX__DATABASE": ADDRESS})
    assert isinstance(settings.index.database, SecretStr)
    assert settings.index.database.get_secret_value() == ADDRESS
    assert "hush" not in repr(settings) + str(settings.index) + settings.model_dump_json()


@pytest.mark.promise("the-state-may-stand-in-postgresql")
def test_the_state_may_be_on_a_server_too(place: Place) -> None:
    settings = place.write(f'[conversation]\ndatabase = "{PLAIN}"').load()
    assert isinstance(settings.conversation.database, SecretStr)
    assert settings.conversation.database.get_secret_value() == PLAIN


@pytest.mark.parametrize("address", ["postgresql://ann:hush@db", "postgresql://ann:hush@db:x/notes"])
def test_an_address_that_names_no_database_is_refused_without_being_repeated(place: Place, address: str) -> None:
    line = place.line({"FOOTNOTE_INDEX__DATABASE": address})
    assert line.startswith("environment: FOOTNOTE_INDEX__DATABASE: found ")
    assert "postgresql://USER@HOST/DATABASE" in line
    assert "hush" not in line


def test_the_trace_database_is_a_file(place: Place) -> None:
    line = place.write('[traces]\ndatabase = "postgresql://db/traces"').line()
    assert "allowed: the path of a database file" in line


def test_an_address_is_shown_with_user_host_and_database_alone() -> None:
    assert without_password(f"{ADDRESS}?password=hush") == "postgresql://ann@db.example/notes"
    assert without_password(PLAIN) == "postgresql://ann@db.example:5433/notes"
