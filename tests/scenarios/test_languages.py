"""The bot's own sentences, in the language of a channel or of a person."""

import re
from collections.abc import Iterable

import pytest

from knowledge.answering.stream import UNBACKED
from tests.bot.text.english import in_english
from tests.scenarios.world import World, control
from tests.scenarios.writing import QUICK, SENTENCES, Asked, ended, said
from tests.slack.state import Ephemeral, Message

pytestmark = pytest.mark.asyncio(loop_scope="session")
GERMAN_CHANNEL = {"general": {"language": "de", "escalation": ["U0DESK"]}}


def payloads(shown: Iterable[Message | Ephemeral]) -> list[str]:
    """Texts and blocks, without what the notes of the scenario say in English."""
    notes = re.compile(r"About \S+.*? \[1\]")
    return [notes.sub("", f"{one.text} {one.blocks}") for one in shown]


@pytest.mark.promise("the-bot-speaks-the-language-of-a-channel-or-person")
async def test_a_channel_with_a_language_reads_no_word_of_another(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(channels=GERMAN_CHANNEL)
    ts = await slack.mention(team.ann, team.general, "Urlaub?")
    (answer,) = await fresh.answers(team.general, ts)
    await slack.mention(team.ann, team.general, "stop", ts)
    await slack.mention(team.ann, team.general, "mute", ts)
    await slack.press(answer, control(answer, "escalate"), team.ann)
    await fresh.answers(team.general, ts, count=4)
    await slack.mention(team.ben, team.general, "")
    await slack.slash(team.ben, team.general, "/search", "Fahrrad")
    (cards,) = await fresh.whispers(team.ben)
    await slack.slash(team.ben, team.general, "/ask", "Fahrrad?")
    await fresh.whispers(team.ben, count=3)
    await slack.press(cards, control(cards, "search_related"), team.ben)
    await slack.press(cards, control(cards, "search_share"), team.ben)
    await fresh.whispers(team.ben, count=5)
    await slack.press(answer, control(answer, "feedback"), team.ann, value="not_helpful")
    await fresh.settle(team.ben)
    lines = [one.text for one in slack.statuses if one.channel == team.general and one.text]
    shown = [*slack.bot_messages(team.general), *slack.ephemerals(team.ann), *slack.ephemerals(team.ben)]
    assert "sucht in den Notizen ..." in lines
    assert "Quellen" in str(answer.blocks)
    modals = [one.content for one in slack.backend.workspace.views.values()]
    assert modals
    assert in_english(*lines, *payloads(shown), *modals) == set()
    assert not slack.violations


@pytest.mark.promise("errors-and-remarks-of-the-library-are-german-too")
async def test_what_is_not_in_the_notes_is_named_in_german_while_the_answer_grows(fresh: World) -> None:
    await fresh.start_bot(channels=GERMAN_CHANNEL, behaviour=QUICK)
    asked = await Asked.by_mention(fresh)
    for sentence in SENTENCES[:5]:
        asked.writing.write(sentence)
    asked.writing.write(f"Alle bekommen 99 Tage {UNBACKED}. ")
    await asked.until_shown("99 Tage (nicht durch die Notizen belegt).")
    assert not any(map(ended, asked.messages))
    asked.writing.end("Das war alles.")
    (message,) = await asked.until_ended()
    assert said(message).endswith("99 Tage (nicht durch die Notizen belegt). Das war alles.")
    assert not fresh.slack.violations


@pytest.mark.promise("the-bot-speaks-the-language-of-a-channel-or-person")
async def test_a_person_is_spoken_to_in_their_language_and_a_channel_in_its_own(fresh: World) -> None:
    slack = fresh.slack
    team, anna = fresh.team(), slack.add_user("anna", locale="de-DE")
    slack.backend.workspace.channels[team.general].members.add(anna)
    await fresh.start_bot()
    await slack.direct_message(anna, "Urlaub?")
    (direct,) = await fresh.answers(slack.direct_channel(anna))
    await slack.slash(anna, team.general, "/ask", "Fahrrad?")
    looking, private = await fresh.whispers(anna, count=2)
    await slack.open_home(anna)
    (home,) = await slack.wait_for(lambda: slack.homes(anna))
    ts = await slack.mention(anna, team.general, "vacation?")
    (public,) = await fresh.answers(team.general, ts)
    await slack.direct_message(team.ben, "vacation?")
    (english_one,) = await fresh.answers(slack.direct_channel(team.ben))
    assert "Quellen" in str(direct.blocks)
    assert looking.text == "Ich suche eine Antwort auf: Fahrrad?"
    assert "Teilen" in str(private.blocks)
    assert "Was ich für dich durchsuchen kann" in str(home.content)
    assert "*Sources*" in str(public.blocks)
    assert "*Sources*" in str(english_one.blocks)
    assert len([call for call in slack.calls("users.info") if call.arguments.get("user") == anna]) == 1


async def test_where_slack_does_not_tell_a_language_the_default_is_spoken(fresh: World) -> None:
    slack = fresh.slack
    anna = slack.add_user("anna", locale="de-DE")
    slack.faults.error("users.info", "missing_scope")
    await fresh.start_bot()
    for number, word in enumerate(("*Sources*", "*Quellen*"), start=1):
        await slack.direct_message(anna, "Urlaub?")
        answers = await fresh.answers(slack.direct_channel(anna), count=number)
        assert word in str(answers[-1].blocks)
