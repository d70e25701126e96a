import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.blocks.continuing import fitting, seam, whole_rows
from bot.text import size
from tests.bot.text.hostile import texts

TABLE = "| a | b |\n|---|---|\n"


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("Some words. ", ("", "")),
        ("```sh\nmake\n", ("```", "```sh\n")),
        ("> ```sh\n> make", ("\n> ```", "> ```sh\n")),
        (f"{TABLE}| 1 | 2 |\n", ("", TABLE)),
        (f"{TABLE}| 1 | 2 |\n\n", ("", "")),
        (f"Before:\n\n{TABLE}| 1 | 2 |\n", ("", TABLE)),
        ("", ("", "")),
    ],
)
def test_code_and_tables_are_ended_here_and_begun_there(markdown: str, expected: tuple[str, str]) -> None:
    assert seam(markdown) == expected


@pytest.mark.parametrize(
    ("before", "text", "shown"),
    [
        ("", "Words. | more", "Words. | more"),
        ("", "Words.\n| 1 | One. ", "Words.\n"),
        ("Words.\n| 1 ", "| One. ", ""),
        ("Words.\n| 1 ", "| One. |\n| 2 ", "| One. |\n"),
    ],
)
def test_a_row_of_a_table_waits_for_its_end(before: str, text: str, shown: str) -> None:
    assert whole_rows(before, text) == shown


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("Short.", 10, "Short."),
        ("One. [1] [2] Two.", 9, ""),
        ("One. [1] [2] Two.", 14, "One. [1] [2] "),
        ("One or more. ", 8, ""),
        ("一。[1] 二。三", 8, "一。[1] 二。"),
        ("One. Two is longer.", 12, "One. "),
        ("one\n\ntwo\nthree", 10, "one\n\n"),
        ("unbreakable", 5, ""),
    ],
)
def test_a_text_is_cut_at_the_best_place(text: str, room: int, shown: str) -> None:
    assert fitting(text, room, tear=False) == shown


def test_a_sentence_is_torn_only_where_it_must_be() -> None:
    assert fitting("🎉🎉 🎉🎉", 5, tear=True) == "🎉🎉 "
    assert fitting("🎉🎉 🎉🎉", 5, tear=False) == ""


@given(texts, st.integers(min_value=0, max_value=60), st.booleans())
def test_what_fits_is_a_beginning_and_never_too_long(text: str, room: int, tear: bool) -> None:
    shown = fitting(text, room, tear=tear)
    assert text.startswith(shown)
    assert size(shown) <= room
