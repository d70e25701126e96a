"""Questions to a running bot: where the answer appears, for whom, and how often."""

import re

import pytest

from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("one-event-one-answer")
async def test_a_mention_is_answered_once_in_its_thread_although_slack_tells_it_twice(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "vacation?")
    (answer,) = await shared.answers(team.general, ts)
    await shared.settle(team.ben)
    assert answer.text.startswith("About vacation?")
    assert slack.bot_messages(team.general) == [answer]
    assert not slack.violations


@pytest.mark.promise("private-answers-to-commands")
async def test_ask_repeats_the_question_then_answers_privately(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    asked = await slack.slash(team.ann, team.general, "/ask", "what about bikes?")
    looking, answer = await shared.whispers(team.ann, count=2)
    assert "what about bikes?" in looking.text
    assert answer.text.startswith("About what about bikes?")
    assert (looking.via, answer.via) == ("acknowledgement", "response_url")
    assert slack.response_url(asked).uses == 1
    assert not slack.bot_messages(team.general)
    assert not slack.violations


@pytest.mark.promise("follow-ups-understood-from-their-thread")
async def test_a_follow_up_needs_no_mention_and_knows_what_was_said(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    ts = await slack.mention(team.ann, team.general, "who may take parental leave?")
    await shared.answers(team.general, ts)
    await slack.message(team.ben, team.general, "and contractors?", ts)
    await shared.answers(team.general, ts, count=2)
    asked = next(one for one in notes.asked if one["text"] == "and contractors?")
    assert asked["history"] == ["who may take parental leave?", "About who may take parental leave? [1]"]
    assert not slack.violations


@pytest.mark.promise("follow-ups-understood-from-their-thread")
async def test_called_into_a_thread_it_knows_what_people_said_there(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    ts = await slack.message(team.ann, team.general, "does anybody know how leave works?")
    await slack.message(team.ben, team.general, "parental leave I mean", ts)
    await slack.mention(team.ann, team.general, "do you?", ts)
    await shared.answers(team.general, ts)
    asked = next(one for one in notes.asked if one["text"] == "do you?")
    assert asked["history"] == ["does anybody know how leave works?", "parental leave I mean"]


async def test_a_thread_in_which_it_takes_no_part_is_left_alone(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ann, team.general, "lunch?")
    await slack.message(team.ben, team.general, "yes", ts)
    await slack.message(team.ben, team.general, "also sent to the channel", ts, broadcast=True)
    await shared.settle(team.ben)
    assert not slack.bot_messages(team.general)


async def test_a_follow_up_that_is_also_sent_to_the_channel_is_answered_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "one")
    await shared.answers(team.general, ts)
    await slack.message(team.ann, team.general, "two", ts, broadcast=True)
    await shared.answers(team.general, ts, count=2)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 2


async def test_a_follow_up_to_somebody_else_is_not_answered(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "one")
    await shared.answers(team.general, ts)
    await slack.message(team.ann, team.general, f"<@{team.ben}> what do you think?", ts)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1


async def test_direct_messages_need_no_mention_and_remember(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    direct = slack.direct_channel(team.ann)
    await slack.direct_message(team.ann, "who owns the deploys?")
    (answer,) = await shared.answers(direct)
    await slack.direct_message(team.ann, "since when?")
    await shared.answers(direct, count=2)
    asked = next(one for one in notes.asked if one["text"] == "since when?")
    assert answer.thread_ts is None
    assert asked["history"] == ["who owns the deploys?", "About who owns the deploys? [1]"]
    assert asked["shared"] is False


@pytest.mark.promise("one-event-one-answer")
async def test_a_direct_message_that_mentions_it_is_answered_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    direct = slack.direct_channel(team.ann)
    await slack.mention(team.ann, direct, "hello there")
    await shared.answers(direct)
    await slack.direct_message(team.ann, "next")
    await shared.answers(direct, count=2)
    assert [one.text.split(" [")[0] for one in slack.bot_messages(direct)] == ["About hello there", "About next"]


async def test_the_agent_pane_answers_in_its_thread(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    direct = slack.direct_channel(team.ann)
    root = await slack.message(slack.identity.bot_user_id, direct, "New chat")
    await slack.direct_message(team.ann, "what is phishing?", root)
    answers = await shared.answers(direct, root, count=2)
    assert answers[-1].thread_ts == root


@pytest.mark.promise("status-while-working")
async def test_a_status_shows_while_it_works_and_is_gone_afterwards(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    notes.hold()
    ts = await slack.mention(team.ann, team.general, "slow one")
    await slack.wait_for(lambda: slack.status(team.general, ts))
    notes.release()
    await shared.answers(team.general, ts)
    await slack.wait_for(lambda: [one for one in slack.statuses if one.thread_ts == ts][-1].text == "")
    assert not slack.violations


@pytest.mark.promise("nobody-is-pinged-by-text")
async def test_nothing_in_a_question_can_ping(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/ask", "<!channel> tell <@U123> and <!subteam^S1>")
    looking, answer = await shared.whispers(team.ann, count=2)
    ts = await slack.mention(team.ann, team.general, "<!here> hello &lt;!channel&gt;")
    (public,) = await shared.answers(team.general, ts)
    for shown in (looking, answer, public):
        assert "<!" not in f"{shown.text}{shown.blocks}"
        assert "<@" not in f"{shown.text}{shown.blocks}"


@pytest.mark.promise("empty-commands-give-help")
async def test_commands_without_text_explain_themselves(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    for command in ("/ask", "/search"):
        await slack.slash(team.ann, team.general, command, "  ")
    helps = await shared.whispers(team.ann, count=2)
    assert all("/ask" in f"{one.text}{one.blocks}" and "/search" in f"{one.text}{one.blocks}" for one in helps)
    assert not slack.violations


async def test_a_mention_without_words_gets_help(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "")
    (answer,) = await shared.answers(team.general, ts)
    assert "/ask" in f"{answer.text}{answer.blocks}"


@pytest.mark.promise("failures-in-slack-are-one-sentence")
async def test_a_known_failure_is_one_sentence_with_its_next_step(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    notes.answers["broken model"] = {"error": "ModelUnreachable"}
    ts = await slack.mention(team.ann, team.general, "broken model")
    (answer,) = await shared.answers(team.general, ts)
    assert "does not answer" in answer.text
    assert "Try again later" in answer.text


@pytest.mark.promise("failures-in-slack-are-one-sentence")
async def test_an_unforeseen_failure_shows_an_id_and_not_its_words(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    notes.answers["crash now"] = {"crash": "xoxb-secret-and-note-text"}
    ts = await slack.mention(team.ann, team.general, "crash now")
    (answer,) = await shared.answers(team.general, ts)
    logged = "\n".join(line for line in shared.bots[0].lines if "ZeroDivisionError" in line)
    failed = re.findall(r"Request (\w+) failed", logged)
    # Other scenarios of the same bot let requests fail too.
    assert len([trace_id for trace_id in failed if trace_id in f"{answer.text}{answer.blocks}"]) == 1
    assert "secret" not in f"{answer.text}{answer.blocks}{shared.bots[0].lines}"
