import pytest

from bot.listeners.reading import addresses_other, mentions, words


@pytest.mark.parametrize(
    ("markup", "plain"),
    [
        ("<@UBOT> how many days?", "how many days?"),
        ("hi <@UBOT|footnote>, how?", "hi , how?"),
        ("ask <@U1|ann> or <@U2>", "ask @ann or @U2"),
        ("see <#C1|general>", "see #general"),
        ("<!channel> and <!subteam^S1|@admins> and <!subteam^S2>", "@channel and @admins and @subteam"),
        ("<https://example.com/a?b=1&amp;c=2|the page>", "the page"),
        ("<https://example.com/a?b=1&amp;c=2>", "https://example.com/a?b=1&c=2"),
        ("1 &lt; 2 &amp;&amp; &lt;!channel&gt;", "1 < 2 && <!channel>"),
        ("<@UBOT> \u200b\u2060\ufeff \x07", ""),
        ("\u200bhow\u200d?", "\u200bhow\u200d?"),
        ("half \ud83d of a pair, \x00 and \u202e turned around", "half  of a pair,  and  turned around"),
        ("  keep `code  here`\nand lines  ", "keep `code  here`\nand lines"),
    ],
)
def test_markup_becomes_what_the_person_typed(markup: str, plain: str) -> None:
    assert words(markup, without="UBOT") == plain


def test_escapes_are_undone_once_so_that_typed_markup_stays_text() -> None:
    assert words("&amp;lt;b&amp;gt;") == "&lt;b&gt;"


def test_a_mention_is_found_with_and_without_its_name() -> None:
    assert mentions("hello <@UBOT>", "UBOT")
    assert mentions("hello <@UBOT|footnote>", "UBOT")
    assert not mentions("hello <@UBOTTLE>", "UBOT")


@pytest.mark.parametrize(
    ("text", "others"),
    [
        (" <@U1> what do you think?", True),
        ("what does <@U1|ann> think?", True),
        ("<!subteam^S1|@desk> can you help?", True),
        ("<!here> who knows?", True),
        ("<@UBOT> what do you think?", False),
        ("it says <!date^1|today> in <#C1|general>", False),
        ("see <https://example.com/|this>", False),
    ],
)
def test_a_mention_of_other_people_addresses_them(text: str, others: bool) -> None:
    assert addresses_other(text, "UBOT") is others
