"""What the menu of a message offers, and for whom."""

import pytest

from tests.scenarios.world import World, control

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("shortcuts-answer-the-person-alone")
async def test_answer_this_answers_another_persons_message_privately_in_its_thread(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ben, team.general, "who knows this?")
    reply = await slack.message(team.ben, team.general, "how many days, for -everyone?", ts)
    await slack.use_shortcut(team.ann, team.general, reply, "answer_this")
    looking, answer = await shared.whispers(team.ann, count=2)
    assert "how many days" in looking.text
    assert answer.text.startswith("About how many days, for everyone?")
    assert answer.thread_ts == ts
    (asked,) = [one for one in shared.notes.asked if one["text"] == "how many days, for everyone?"]
    assert (asked["user"], asked["shared"]) == (team.ann, False)
    assert not slack.bot_messages(team.general)
    assert not slack.violations


@pytest.mark.promise("shortcuts-answer-the-person-alone")
async def test_find_related_shows_cards_that_go_on_like_a_search(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ben, team.general, "boats in:harbour")
    await slack.use_shortcut(team.ann, team.general, ts, "find_related")
    (cards,) = await shared.whispers(team.ann)
    await slack.press(cards, control(cards, "search_more"), team.ann)
    more = (await shared.whispers(team.ann, count=2))[-1]
    assert "plain 1 on boats in harbour" in str(cards.blocks)
    assert "plain 6 on boats in harbour" in str(more.blocks)
    assert not slack.bot_messages(team.general)
    assert not slack.violations


async def test_a_message_without_words_is_said_to_have_none(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ben, team.general, "()")
    for count, name in enumerate(("find_related", "answer_this"), start=1):
        await slack.use_shortcut(team.ann, team.general, ts, name)
        await shared.whispers(team.ann, count=count)
    assert all("no text" in told.text for told in slack.ephemerals(team.ann))


@pytest.mark.promise("one-event-one-answer")
async def test_a_redelivered_shortcut_is_answered_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ben, team.general, "kayaks")
    used = await slack.use_shortcut(team.ann, team.general, ts, "find_related")
    await shared.whispers(team.ann)
    await slack.redeliver(used)
    await shared.settle(team.ben)
    assert len(slack.ephemerals(team.ann)) == 1


async def test_a_shortcut_works_where_the_bot_is_no_member(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    elsewhere = slack.add_channel("elsewhere", members=[team.ann, team.ben], bot=False)
    ts = await slack.message(team.ben, elsewhere, "rafts")
    await slack.use_shortcut(team.ann, elsewhere, ts, "find_related")
    (cards,) = await shared.whispers(team.ann)
    assert "plain 1 on rafts" in str(cards.blocks)
