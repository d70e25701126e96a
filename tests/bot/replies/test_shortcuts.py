import pytest

from bot.replies.shortcuts import as_words


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("does anybody know how to roll back?", "does anybody know how to roll back?"),
        ("run kubectl -n prod --force", "run kubectl n prod force"),
        ('she said "no way" (twice)', "she said no way twice"),
        ("see in:handbook or tag:policy", "see in handbook or tag policy"),
        ("tea OR coffee", "tea or coffee"),
        ("look at https://x.test/a at 10:30, e-mail me", "look at https://x.test/a at 10:30, e-mail me"),
        ("- one\n- two", "- one - two"),
    ],
)
def test_a_message_is_words_and_no_filters(said: str, words: str) -> None:
    assert as_words(said) == words
