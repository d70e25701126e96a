"""Crashes, stops, and several bots on one state file: nobody waits in vain, nothing visible appears twice."""

import pytest

from tests.scenarios.process import BotProcess
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def killed_while_answering(fresh: World, *, question: str = "what survives?") -> tuple[str, str]:
    """A channel, and the ts of a mention in it that was acknowledged by a bot that is dead by now."""
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    fresh.notes.hold()
    ts = await slack.mention(team.ann, team.general, question)
    await fresh.notes.wait_until_asked(1)
    await slack.wait_for_ack(slack.deliveries[-1])
    await bot.kill()
    fresh.notes.release()
    return team.general, ts


async def figure(bot: BotProcess, name: str) -> float:
    """One of the bot's metrics."""
    _, text = await bot.get("/metrics")
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(f"{name} "))


@pytest.mark.promise("acknowledged-requests-outlive-a-crash")
async def test_a_question_acknowledged_before_a_crash_is_answered_once_after_the_restart(fresh: World) -> None:
    channel, ts = await killed_while_answering(fresh)
    bot = await fresh.start_bot()
    (answer,) = await fresh.answers(channel, ts)
    await fresh.settle(fresh.slack.add_user("zoe"))
    assert "what survives?" in answer.text
    assert fresh.slack.bot_messages(channel) == [answer]
    assert await figure(bot, "footnote_requests_taken_over_total") == 1


@pytest.mark.promise("visible-answers-appear-once")
async def test_an_answer_that_was_posted_just_before_the_crash_is_not_posted_again(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    # The message appears, and the bot dies before it hears so.
    gate = slack.faults.hold("chat.postMessage")
    slack.faults.drop("chat.postMessage", after=True)
    ts = await slack.mention(team.ann, team.general, "only once")
    await slack.wait_for(lambda: gate.arrived)
    gate.open()
    await fresh.answers(team.general, ts)
    await bot.kill()
    await fresh.start_bot()
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general, ts)) == 1


@pytest.mark.promise("visible-answers-appear-once")
async def test_a_lost_answer_to_a_post_does_not_post_twice(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot()
    slack.faults.drop("chat.postMessage", after=True)
    ts = await slack.mention(team.ann, team.general, "only once")
    await slack.wait_for(lambda: slack.calls("conversations.replies"), timeout_seconds=20)
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general, ts)) == 1


@pytest.mark.promise("acknowledged-requests-outlive-a-crash")
async def test_a_private_question_is_answered_after_a_crash(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    fresh.notes.hold()
    await slack.slash(team.ann, team.general, "/ask", "still there?")
    await fresh.notes.wait_until_asked(1)
    await bot.kill()
    fresh.notes.release()
    await fresh.start_bot()
    answer = (await fresh.whispers(team.ann, count=2))[-1]
    assert "still there?" in answer.text


@pytest.mark.promise("conversations-outlive-a-restart")
async def test_a_thread_is_understood_after_a_restart(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    ts = await slack.mention(team.ann, team.general, "who may work abroad?")
    await fresh.answers(team.general, ts)
    bot.terminate()
    assert await bot.end() == 0
    await fresh.start_bot()
    await slack.message(team.ben, team.general, "for how long?", ts)
    await fresh.answers(team.general, ts, count=2)
    assert fresh.notes.asked[-1]["history"] == ["who may work abroad?", "About who may work abroad? [1]"]


@pytest.mark.promise("acknowledged-requests-outlive-a-crash")
async def test_a_question_that_is_too_old_gets_one_sentence(fresh: World) -> None:
    channel, ts = await killed_while_answering(fresh)
    await fresh.start_bot(behaviour={"answer_within_seconds": 0.0})
    (answer,) = await fresh.answers(channel, ts)
    assert "again" in answer.text
    assert fresh.notes.questions() == ["what survives?"]


@pytest.mark.promise("status-while-working")
async def test_no_status_of_a_bot_that_died_is_left(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot, direct = await fresh.start_bot(), slack.direct_channel(team.ann)
    fresh.notes.hold()
    ts = await slack.direct_message(team.ann, "what survives?")
    await slack.wait_for(lambda: slack.status(direct, ts))
    await bot.kill()
    await fresh.start_bot(behaviour={"answer_within_seconds": 0.0})
    await fresh.answers(direct)
    await slack.wait_for(lambda: slack.status(direct, ts) == "")
    assert len(slack.bot_messages(direct)) == 1


async def test_a_question_that_kills_the_bot_again_and_again_is_given_up(fresh: World) -> None:
    channel, ts = await killed_while_answering(fresh)
    await fresh.start_bot(behaviour={"attempts": 1})
    (answer,) = await fresh.answers(channel, ts)
    assert "admin" in answer.text
    assert fresh.notes.questions() == ["what survives?"]


@pytest.mark.promise("one-event-one-answer")
async def test_two_bots_on_one_state_file_give_one_answer(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot()
    await fresh.start_bot()
    stamps = [await slack.mention(team.ann, team.general, f"question {number}") for number in range(10)]
    for delivery in list(slack.deliveries):
        await slack.redeliver(delivery)
    for ts in stamps:
        await fresh.answers(team.general, ts)
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 10
    assert sorted(fresh.notes.questions())[1:] == sorted(f"question {number}" for number in range(10))


async def test_a_running_question_is_left_to_the_bot_that_works_on_it(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(lease_seconds=0.5)
    fresh.notes.hold()
    ts = await slack.mention(team.ann, team.general, "long one")
    await fresh.notes.wait_until_asked(1)
    second = await fresh.start_bot(lease_seconds=0.5)
    # Several leases long, seen from the second bot: it keeps its own question alive meanwhile.
    await fresh.slack.direct_message(team.ben, "and I wait too")
    await fresh.notes.wait_until_asked(2)
    fresh.notes.release()
    await fresh.answers(team.general, ts)
    await fresh.answers(slack.direct_channel(team.ben))
    assert await figure(second, "footnote_requests_taken_over_total") == 0
    assert len(slack.bot_messages(team.general)) == 1


@pytest.mark.promise("stopping-leaves-nobody-waiting")
async def test_sigterm_lets_a_running_question_end_in_its_answer(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    fresh.notes.hold()
    ts = await slack.mention(team.ann, team.general, "nearly there")
    await fresh.notes.wait_until_asked(1)
    bot.terminate()
    await slack.wait_for(lambda: not slack.backend.sockets.connections)
    fresh.notes.release()
    assert await bot.end() == 0
    (answer,) = slack.bot_messages(team.general, ts)
    assert "nearly there" in answer.text
    assert slack.status(team.general, ts) == ""


@pytest.mark.promise("stopping-leaves-nobody-waiting")
async def test_sigterm_tells_whoever_would_wait_too_long(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot(grace_seconds=0.5)
    fresh.notes.hold()
    ts = await slack.mention(team.ann, team.general, "takes for ever")
    await fresh.notes.wait_until_asked(1)
    await slack.message(team.ann, team.general, "queued behind it", ts)
    await slack.slash(team.ben, team.general, "/ask", "me too")
    await fresh.notes.wait_until_asked(2)
    await slack.wait_for_ack(slack.deliveries[-2])
    bot.terminate()
    assert await bot.end() == 0
    sentences = [one.text for one in slack.bot_messages(team.general, ts)]
    assert len(sentences) == 2
    assert all("again" in sentence for sentence in sentences)
    assert "again" in slack.ephemerals(team.ben)[-1].text
    assert slack.status(team.general, ts) == ""


@pytest.mark.promise("visible-answers-appear-once")
async def test_an_answer_that_is_out_is_not_followed_by_a_sentence_that_it_is_too_late(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    gate = slack.faults.hold("chat.postMessage")
    slack.faults.drop("chat.postMessage", after=True)
    ts = await slack.mention(team.ann, team.general, "only once")
    await slack.wait_for(lambda: gate.arrived)
    gate.open()
    await fresh.answers(team.general, ts)
    await bot.kill()
    # Long afterwards:
    await fresh.start_bot(behaviour={"answer_within_seconds": 0.0})
    await fresh.settle(team.ben)
    (answer,) = slack.bot_messages(team.general, ts)
    assert "About only once" in answer.text


@pytest.mark.promise("replies-use-what-their-readers-may-see")
async def test_an_answer_made_for_one_person_is_made_anew_where_the_channel_will_read_it(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    elsewhere = slack.add_channel("elsewhere", members=[team.ann], bot=False)
    bot = await fresh.start_bot(behaviour={"ask_visibility": "channel"})
    gate = slack.faults.hold("response_url")
    await slack.slash(team.ann, elsewhere, "/ask", "salaries?")
    await gate.arrived()
    await bot.kill()
    await slack.join(slack.identity.bot_user_id, elsewhere)
    await fresh.start_bot(behaviour={"ask_visibility": "channel"})
    await slack.wait_for(lambda: [one for one in slack.bot_messages(elsewhere) if one.thread_ts])
    assert [one["shared"] for one in fresh.notes.asked] == [False, True]
