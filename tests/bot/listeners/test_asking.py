import pytest

from bot.listeners.asking import looks_like_question, only_acknowledges


@pytest.mark.promise("channels-answer-by-themselves-where-settings-say-so")
@pytest.mark.parametrize(
    "text",
    [
        "How do I get a badge?",
        "how do i get a badge",
        "Hi all, how do I get a badge",
        "Hello HR team! Can I carry over my vacation days",
        "My badge broke. What now",
        "is there a policy for remote work",
        "Does anyone know who approves travel",
        "anyone know the wifi password",
        "Any idea when payroll runs",
        "I was wondering if dental is covered",
        "I need help with my expense report",
        "We can't find the parental leave form",
        "please explain the bonus scheme",
        "*Is this covered?*",
        "Is `kubectl drain` safe to run?",
        "Really?!",
        "&gt; You have 30 days of vacation.\nIs that still true?",
        "> The badge desk is in B2.\nHow do I get there",
        "Wie viele Urlaubstage habe ich",
        "Gibt es eine Regelung für Umzüge",
        "Hallo zusammen, weiß jemand, wer das genehmigt",
        "¿Cómo pido vacaciones",
        "cómo pido vacaciones",
        "Comment demander un congé",
        "休暇は何日ありますか？",
        "See <https://example.com/a|the form>: which field is mine",
    ],
)
def test_what_asks_something(text: str) -> None:
    assert looks_like_question(text)


@pytest.mark.promise("channels-answer-by-themselves-where-settings-say-so")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Thanks, that helped!",
        "The office is closed on Monday.",
        "Hello everyone",
        "I will be out tomorrow",
        "Welcome <@U1> to the team :tada:",
        "See https://example.com/search?q=badge",
        "<https://example.com/search?q=badge>",
        "`SELECT * FROM notes WHERE id = ?`",
        "```\nwhy = 1\nhow = 2\n```",
        "> How do I get a badge?",
        "&gt; How do I get a badge?",
        "Noted:\n&gt; How do I get a badge?\n&gt; And who pays?",
        "&gt;&gt;&gt; How do I get a badge?\nWho pays?",
        "What a day",
        "Are",
        "Done :+1:",
        "Can confirm",
        "Has been fixed",
        "Whatever works",
        "Heute ist die Kantine zu.",
    ],
)
def test_what_does_not(text: str) -> None:
    assert not looks_like_question(text)


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("Thanks!", True),
        ("thank you so much, that helps :+1:", True),
        ("ok, great", True),
        (":raised_hands::skin-tone-2:", True),
        ("👍", True),
        ("Super, vielen Dank dir!", True),
        ("merci beaucoup", True),
        ("ok?", False),
        ("thanks, and abroad", False),
        ("no parental leave", False),
        ("why", False),
        ("contractors", False),
    ],
)
def test_thanks_and_agreement_are_told_from_what_can_be_answered(text: str, nothing: bool) -> None:
    assert only_acknowledges(text) is nothing
