"""Channels in which the bot behaves as the settings say: what it answers, to whom, from what, and whom it calls."""

import asyncio
import tomllib
from typing import Any

import pytest

from config.tables import DEFAULTS
from tests.scenarios.test_viewers import viewer_of
from tests.scenarios.world import World, control
from tests.slack.state import Ephemeral, Message

pytestmark = pytest.mark.asyncio(loop_scope="session")


def said(shown: Message | Ephemeral) -> str:
    return f"{shown.text}{shown.blocks}"


@pytest.mark.promise("a-channel-behaves-as-its-settings-say")
async def test_a_channel_has_collections_and_instructions_of_its_own(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    wishes = {"collections": ["handbook"], "instructions": "Answer in German."}
    await fresh.start_bot(channels={"general": wishes})
    other = slack.add_channel("other", members=[team.ann])
    for channel, question in ((team.general, "here"), (other, "there")):
        ts = await slack.mention(team.ann, channel, question)
        await fresh.answers(channel, ts)
    asked = [(one["collections"], one["instructions"]) for one in map(viewer_of, [fresh] * 2, ["here", "there"])]
    assert asked == [(["handbook"], "Answer in German."), ([], "")]


@pytest.mark.promise("channels-answer-by-themselves-where-settings-say-so")
async def test_a_channel_answers_questions_that_mention_nobody_and_their_askers_alone(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(channels={team.general: {"answer": "questions"}})
    await slack.message(team.ben, team.general, "The printer is broken.")
    ts = await slack.message(team.ann, team.general, "How do I get a badge?")
    await fresh.answers(team.general, ts)
    await slack.message(team.ben, team.general, "Did you ask at the desk?", ts)
    await slack.message(team.ann, team.general, "thanks, I will", ts)
    await slack.message(team.ann, team.general, "and a second one?", ts)
    await fresh.answers(team.general, ts, count=2)
    await fresh.settle(team.ben)
    assert fresh.notes.questions() == ["How do I get a badge?", "and a second one?", "are you done?"]
    assert viewer_of(fresh, "and a second one?")["history"][0] == "How do I get a badge?"


@pytest.mark.promise("channels-answer-by-themselves-where-settings-say-so")
async def test_a_channel_answers_every_new_message_where_it_is_told_to_but_no_bot(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(channels={team.general: {"answer": "all", "follow_up": "mention"}})
    ts = await slack.message(team.ann, team.general, "badge please")
    await fresh.answers(team.general, ts)
    await slack.message(team.ann, team.general, "a green one", ts)
    await slack.message(slack.add_bot("news"), team.general, "What is new?")
    await fresh.settle(team.ben)
    assert fresh.notes.questions() == ["badge please", "are you done?"]


@pytest.mark.promise("private-answers-reach-the-asker-alone")
async def test_private_answers_reach_the_asker_alone(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(channels={"general": {"private_answers": True}})
    ts = await slack.mention(team.ann, team.general, "my salary band?")
    (first,) = await fresh.whispers(team.ann)
    await slack.message(team.ben, team.general, "I wonder too", ts)
    await fresh.whispers(team.ben)
    await fresh.settle(team.ben)
    assert "About my salary band?" in said(first)
    assert (first.thread_ts, slack.bot_messages(team.general)) == (None, [])
    asked = viewer_of(fresh, "I wonder too")
    assert (asked["shared"], asked["user"]) == (False, team.ben)
    assert not any("About" in turn for turn in asked["history"])
    assert not slack.violations


@pytest.mark.promise("only-askers-are-answered-and-others-are-told-kindly")
async def test_only_the_people_of_a_group_may_ask_and_others_are_told_so_alone(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    staff = slack.add_usergroup("staff", [team.ann])
    await fresh.start_bot(channels={"general": {"askers": [staff], "answer": "all"}})
    mentioned = await slack.mention(team.ben, team.general, "may I?")
    await slack.slash(team.ben, team.general, "/search", "anything")
    told = await fresh.whispers(team.ben, count=2)
    await slack.message(team.ben, team.general, "just talking", mentioned)
    ts = await slack.mention(team.ann, team.general, "may I?")
    await fresh.answers(team.general, ts)
    await fresh.settle(team.ben)
    assert [one.text.partition(" may ask me")[0] for one in told] == ["In this channel only some people"] * 2
    assert len(slack.ephemerals(team.ben)) == 2
    assert [one["user"] for one in fresh.notes.asked] == [team.ann, team.ben]


@pytest.mark.promise("a-thread-keeps-the-settings-it-began-with")
async def test_a_thread_keeps_its_settings_over_a_restart_with_others(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    wishes = {"instructions": "Be brief.", "collections": ["handbook"]}
    first = await fresh.start_bot(channels={team.general: wishes})
    old = await slack.mention(team.ann, team.general, "one")
    await fresh.answers(team.general, old)
    first.terminate()
    await first.end()
    changed: dict[str, Any] = {"instructions": "Be long.", "follow_up": "mention", "private_answers": True}
    await fresh.start_bot(channels={team.general: changed})
    await slack.message(team.ann, team.general, "two", old)
    await fresh.answers(team.general, old, count=2)
    await slack.mention(team.ann, team.general, "three")
    await fresh.whispers(team.ann)
    instructions = [viewer_of(fresh, question)["instructions"] for question in ("one", "two", "three")]
    assert instructions == ["Be brief.", "Be brief.", "Be long."]
    assert [viewer_of(fresh, question)["collections"] for question in ("two", "three")] == [["handbook"], []]


@pytest.mark.promise("i-need-a-person-calls-those-in-the-settings-once")
async def test_i_need_a_person_calls_them_once_and_only_they_resolve_it(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    cleo, dan = slack.add_user("cleo"), slack.add_user("dan")
    desk = slack.add_usergroup("desk", [dan])
    await fresh.start_bot(channels={"general": {"escalation": [cleo, desk]}})
    ts = await slack.mention(team.ann, team.general, "call <!here> please")
    (answer,) = await fresh.answers(team.general, ts)
    await slack.press(answer, control(answer, "escalate"), team.ann)
    _, call = await fresh.answers(team.general, ts, count=2)
    await slack.press(answer, control(answer, "escalate"), team.ben)
    await fresh.whispers(team.ben)
    assert f"<@{cleo}> <!subteam^{desk}>" in call.text
    assert "<!here>" not in said(call)
    assert slack.bot_messages(team.general, ts) == [answer, call]
    await slack.press(call, control(call, "escalate_resolved"), team.ann)
    await fresh.whispers(team.ann, count=2)
    assert "would like to talk" in call.text
    await slack.press(call, control(call, "escalate_resolved"), dan)
    await slack.wait_for(lambda: "Resolved by" in call.text)
    assert f"<@{dan}>" in call.text
    assert not slack.violations


@pytest.mark.promise("i-need-a-person-calls-those-in-the-settings-once")
async def test_two_who_press_at_once_call_once(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(channels={"general": {"escalation": [team.ben], "private_answers": True}})
    ts = await slack.mention(team.ann, team.general, "who knows?")
    (answer,) = await fresh.whispers(team.ann)
    for _ in range(3):
        await slack.press(answer, control(answer, "escalate"), team.ann)
    await fresh.whispers(team.ann, count=4)
    (call,) = slack.bot_messages(team.general)
    assert call.thread_ts == ts


@pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")
async def test_who_asks_too_much_is_told_alone_and_others_are_answered(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    limits = {"person_per_minute": 2, "team_per_minute": 100, "queue": 100}
    await fresh.start_bot(limits=limits)
    for number in range(3):
        await slack.mention(team.ann, team.general, f"question {number}")
    (refusal,) = await fresh.whispers(team.ann)
    ts = await slack.mention(team.ben, team.general, "mine?")
    await fresh.answers(team.general, ts)
    assert refusal.text.startswith("You have asked 2 questions in the last minute; please wait ")
    assert len(await fresh.answers(team.general, count=3)) == 3
    assert len(fresh.notes.asked) == 3


@pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")
async def test_a_full_queue_is_said_at_once(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(limits={"person_per_minute": 99, "team_per_minute": 99, "queue": 1}, at_once=1)
    fresh.notes.hold()
    for number in range(3):
        await slack.mention(team.ann, team.general, f"question {number}")
    (refusal,) = await fresh.whispers(team.ann)
    fresh.notes.release()
    await fresh.answers(team.general, count=2)
    assert "more questions in line" in refusal.text


@pytest.mark.promise("a-slow-model-blocks-no-search")
async def test_questions_that_wait_for_a_slow_model_keep_no_search_waiting(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(at_once=2)
    fresh.notes.hold()
    stamps = [await slack.mention(team.ann, team.general, f"question {number}") for number in range(4)]
    await fresh.notes.wait_until_asked(2)
    await slack.slash(team.ben, team.general, "/search", "bikes")
    (cards,) = await fresh.whispers(team.ben)
    assert "plain 1 on bikes" in said(cards)
    assert slack.bot_messages(team.general) == []
    fresh.notes.release()
    for ts in stamps:
        await fresh.answers(team.general, ts)


@pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")
async def test_a_hundred_people_at_once_meet_no_limit_that_is_set_by_default(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    defaults = tomllib.loads(DEFAULTS.read_text(encoding="utf-8"))["limits"]
    limits = {name: defaults[name] for name in ("person_per_minute", "team_per_minute", "queue")}
    await fresh.start_bot(limits=limits)
    fresh.notes.hold()
    people = [slack.add_user(f"person-{number}") for number in range(100)]
    stamps = await asyncio.gather(*(slack.mention(person, team.general, "me too?") for person in people))
    await fresh.notes.wait_until_asked(100)
    fresh.notes.release()
    for ts in stamps:
        await fresh.answers(team.general, ts)
    assert [slack.ephemerals(person) for person in people] == [[]] * 100
