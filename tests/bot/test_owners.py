import pytest

from bot.owners import Owners

KNOWN = Owners(people={"Ann Lee": "U1", "ben@example.org": "U2"}, fallback="U9")


@pytest.mark.parametrize(
    ("names", "user"),
    [
        (["Ann Lee"], "U1"),
        (["ann  LEE "], "U1"),
        (["@ann lee"], "U1"),
        (["Ben Oe <Ben@Example.org>"], "U2"),
        (["Ann Lee <other@example.org>"], "U1"),
        (["Nobody", "ben@example.org", "Ann Lee"], "U2"),
        (["Nobody"], "U9"),
        (["U1"], "U9"),
        ([], "U9"),
    ],
)
@pytest.mark.promise("a-notes-owner-hears-why")
def test_the_first_known_name_decides_and_else_the_fallback(names: list[str], user: str) -> None:
    assert KNOWN.of(names) == user


def test_without_settings_nobody_is_told() -> None:
    assert Owners().of(["Ann Lee"]) == ""
    assert not Owners().known
