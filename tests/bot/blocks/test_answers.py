import pytest
from hypothesis import given, settings

from bot.blocks import answer_message
from bot.blocks.message import BLOCK_COUNT
from tests.bot.blocks.samples import NASTY_TITLE, NASTY_URL, accept, answer, buttons, citation, hit, shown
from tests.bot.text.hostile import LIVE, MENTIONS, texts


def render(given, **options):
    options = {"request_id": "4f2a", "private": True} | options
    return tuple(map(accept, answer_message(given, **options)))


@pytest.mark.promise("answer-ends-with-sources")
def test_an_answer_ends_with_its_numbered_sources():
    (message,) = render(answer())
    assert message.blocks[0] == {"type": "markdown", "text": "You get **25 days** a year. [1]"}
    assert (
        "[1] *<https://notes.test/hr/vacation.md#L12|Vacation>* › How much\n"
        "handbook/hr/vacation.md, lines 12–14 · changed 7 Mar 2025\n“Everyone gets 25 days.”"
    ) in shown(message)


@pytest.mark.promise("notification-says-the-answer")
def test_the_notification_is_the_first_line_without_markup():
    (message,) = render(answer("**25 days.** [1]\n\nMore below."))
    assert message.text == "25 days. [1]"


def test_a_source_without_a_link_names_its_file():
    (message,) = render(answer(citations=(citation(url=None, updated=None, lines=(3, 3), heading="Vacation"),)))
    assert "[1] *Vacation*\nhandbook/hr/vacation.md, line 3\n" in shown(message)


def test_a_source_names_the_author_of_its_note():
    (message,) = render(answer(citations=(citation(author="Jane <!here> Doe"),)))
    assert "changed 7 Mar 2025 · by Jane &lt;!here&gt; Doe\n" in shown(message)


def test_a_source_without_a_title_shows_its_path():
    (message,) = render(answer(citations=(citation(title=" \n", heading=""),)))
    assert "|hr/vacation.md>*\n" in shown(message)


def test_the_footer_says_how_many_notes_were_read_and_how_long_it_took():
    assert "From 4 notes in 2.1 s" in shown(*render(answer()))
    assert "From 1 note in 2.1 s" in shown(*render(answer(notes_read=1)))


def test_a_private_answer_can_be_shared_and_a_visible_one_not_again():
    assert buttons(*render(answer())) == {"answer_share": "4f2a"}
    assert buttons(*render(answer(), private=False)) == {}


def test_feedback_carries_its_verdict_and_the_answers_id():
    (message,) = render(answer())
    (element,) = message.blocks[-1]["elements"]
    assert element["action_id"] == "feedback:4f2a"
    assert element["positive_button"]["value"] == "helpful"
    assert element["negative_button"]["value"] == "not_helpful"


def test_a_shared_answer_names_who_shared_it_and_repeats_the_question():
    text = shown(*render(answer(), private=False, shared_by="U012AB", question="how many <!here> days?"))
    assert "Shared by <@U012AB>" in text
    assert "> how many &lt;!here&gt; days?" in text


def test_a_simpler_way_an_unsure_answer_and_notices_are_visible():
    given = answer(degraded="The model did not answer.", confidence="weak", notices=("Unknown filter foo:", ""))
    text = shown(*render(given))
    assert ":warning: The model did not answer." in text
    assert "Please check the sources." in text
    assert "Unknown filter foo:" in text


@pytest.mark.promise("refusal-offers-the-nearest-notes")
def test_a_refusal_shows_the_nearest_notes_and_nothing_to_share():
    given = answer("That is not in the notes.", mode="none", confidence="none", citations=(), nearest=(hit(),))
    messages = render(given)
    assert "*<https://notes.test/hr/vacation.md|Vacation>* · `handbook` · hr/vacation.md" in shown(*messages)
    assert "Everyone gets 25 days." in shown(*messages)
    assert buttons(*messages) == {}


def test_an_answer_without_text_says_what_to_try():
    (message,) = render(answer("", mode="none", confidence="none", citations=()))
    assert "Try other words" in message.text
    assert "Try other words" in shown(message)


@pytest.mark.promise("slack-limits-hold")
def test_an_answer_of_forty_thousand_characters_loses_no_word():
    text = "\n\n".join(f"Paragraph {n} says that the limit is {n * 7}. [1]" for n in range(900))
    messages = render(answer(text))
    bodies = [block["text"] for message in messages for block in message.blocks if block["type"] == "markdown"]
    assert "\n\n".join(bodies) == text
    assert "*Sources*" in shown(messages[-1])
    assert "*Sources*" not in shown(*messages[:-1])
    assert [message.text for message in messages[1:]] == [body.partition("\n")[0] for body in bodies[1:]]


@pytest.mark.promise("slack-limits-hold")
def test_thirty_long_sources_are_all_there_in_order():
    sources = tuple(citation(n, title=NASTY_TITLE, url=NASTY_URL + "x" * 900, quote="q " * 900) for n in range(1, 31))
    messages = render(answer("word " * 2_000, citations=sources))
    found = [line.split(" ")[0] for line in shown(*messages).splitlines() if line.startswith("[")]
    assert found == [f"[{n}]" for n in range(1, 31)]
    assert all(len(message.blocks) <= BLOCK_COUNT for message in messages)


def test_sources_that_find_no_room_beside_a_long_text_follow_in_order():
    first, second = render(answer("word " * 2_190, citations=tuple(citation(n) for n in range(1, 31))))
    assert first.text.startswith("word word")
    assert second.text.startswith("[")
    assert [f"[{n}]" in shown(first, second) for n in range(1, 31)] == [True] * 30


def test_a_hundred_nearest_notes_go_into_more_messages():
    notes = tuple(hit(f"n{n}.md") for n in range(100))
    messages = render(answer("No.", mode="none", confidence="none", citations=(), nearest=notes))
    assert shown(*messages).count("`handbook`") == 100


def test_a_title_with_newlines_pipes_brackets_and_an_emoji_makes_one_link():
    (message,) = render(answer(citations=(citation(title=NASTY_TITLE, url=NASTY_URL, heading=""),)))
    first = next(line for line in shown(message).splitlines() if line.startswith("[1]"))
    assert first == (
        "[1] *<https://x.test/a%20b/(c)/d%7Ce?q=%3C1%3E&amp;r=2#L3|"
        "Pay [2025](x) ｜ ∗net∗ of &lt;!channel&gt; 🎉 راتب `x` `>*"
    )


@pytest.mark.promise("two-tables-make-two-messages")
def test_two_tables_do_not_share_a_message():
    table = "| a | b |\n|---|---|\n| 1 |  |"
    messages = render(answer(f"One. [1]\n\n{table}\n\nTwo. [1]\n\n{table}"))
    assert [message.blocks[0]["text"].count("|---|") for message in messages] == [1, 1]


@pytest.mark.promise("no-text-can-ping")
@pytest.mark.parametrize("mention", MENTIONS)
def test_no_field_of_an_answer_can_ping(mention: str):
    source = citation(title=mention, heading=mention, quote=mention, url=f"https://x.test/{mention}")
    given = answer(f"{mention} `{mention}`", citations=(source,), degraded=mention, notices=(mention,))
    refusal = answer(mention, mode="none", citations=(), nearest=(hit(mention, title=mention, preview=mention),))
    for messages in (render(given, question=mention), render(refusal)):
        assert not LIVE.search(shown(*messages))
        assert not any(LIVE.search(message.text) for message in messages)


@given(texts, texts)
@settings(max_examples=60)
def test_any_answer_is_taken_by_slack_and_pings_nobody(text: str, title: str):
    messages = render(answer(text, citations=(citation(title=title, heading=text, quote=text),)))
    assert not LIVE.search(shown(*messages))
