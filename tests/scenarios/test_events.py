"""What the bot hears and must not answer, or answer only once."""

from typing import Any

import pytest

from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("one-event-one-answer")
async def test_redelivered_events_are_answered_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "once")
    for delivery in slack.deliveries[-2:]:
        await slack.redeliver(delivery)
    await shared.answers(team.general, ts)
    for delivery in slack.deliveries[-2:]:
        await slack.redeliver(delivery)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1


async def test_a_redelivered_command_is_answered_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    asked = await slack.slash(team.ann, team.general, "/ask", "once only")
    await shared.whispers(team.ann, count=2)
    await slack.redeliver(asked)
    await shared.settle(team.ben)
    assert len(slack.ephemerals(team.ann)) == 2


@pytest.mark.promise("one-event-one-answer")
async def test_an_edit_that_adds_the_mention_wakes_it_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.message(team.ann, team.general, "how does it work?")
    mention = f"<@{slack.identity.bot_user_id}> how does it work?"
    await slack.edit(team.general, ts, mention, mention_event=True)
    await shared.answers(team.general, ts)
    await slack.edit(team.general, ts, f"{mention} Please!")
    await slack.edit(team.general, ts, "never mind")
    await slack.edit(team.general, ts, mention)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1


@pytest.mark.promise("one-event-one-answer")
async def test_unfurls_reply_counts_and_deletions_say_nothing_new(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "see https://example.com/")
    await shared.answers(team.general, ts)
    await slack.unfurl(team.general, ts)
    await slack.count_replies(team.general, ts)
    await slack.delete(team.general, ts)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1


@pytest.mark.promise("one-event-one-answer")
async def test_other_bots_are_not_answered(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    robot = slack.add_bot("robot")
    ts = await slack.mention(robot, team.general, "hello, fellow bot")
    mine = await slack.mention(team.ann, team.general, "hello")
    await shared.answers(team.general, mine)
    await slack.message(robot, team.general, "and I reply", mine)
    await shared.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1
    assert not slack.bot_messages(team.general, ts)


async def test_events_without_text_or_user_are_acknowledged_and_left_alone(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    odd: list[dict[str, Any]] = [
        {"type": "message", "channel": team.general, "ts": "1.1", "channel_type": "channel"},
        {"type": "message", "channel": team.general, "user": team.ann, "ts": "1.2", "channel_type": "channel"},
        {"type": "app_mention", "channel": team.general, "text": "<@U0FOOTNOTE> hm", "ts": "1.3"},
        {"type": "message", "subtype": "message_changed", "channel": team.general, "ts": "1.4", "hidden": True},
        {"type": "reaction_added", "user": team.ann, "item": {"type": "message"}, "reaction": "eyes"},
    ]
    sent = [await slack.send_event(event) for event in odd]
    for delivery in sent:
        await slack.wait_for_ack(delivery)
    await shared.settle(team.ben)
    assert not slack.bot_messages(team.general)


@pytest.mark.promise("welcome-in-a-new-channel")
async def test_it_says_hello_once_where_it_is_added(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    lounge = slack.add_channel("lounge", members=[team.ann], bot=False)
    await slack.join(slack.identity.bot_user_id, lounge, inviter=team.ann)
    await slack.redeliver(slack.deliveries[-1])
    await shared.answers(lounge)
    await slack.join(team.ben, lounge)
    await slack.join(slack.identity.bot_user_id, lounge, inviter=team.ben)
    await shared.settle(team.ben)
    (hello,) = slack.bot_messages(lounge)
    assert "/ask" in f"{hello.text}{hello.blocks}"
    assert "• What does Vacation say about Days?" in f"{hello.blocks}"
    assert not slack.violations


@pytest.mark.promise("home-tab-published-each-time")
async def test_the_home_tab_is_published_each_time_it_is_opened(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    for _ in range(2):
        await slack.open_home(team.ann)
    homes = await slack.wait_for(lambda: found if len(found := slack.homes(team.ann)) == 2 else [])
    assert "handbook" in str(homes[-1].content)
    assert not slack.violations


@pytest.mark.promise("agent-pane-gets-prompts")
@pytest.mark.promise("prompts-come-from-the-notes")
async def test_the_agent_pane_gets_prompts(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    direct = slack.direct_channel(team.ann)
    await slack.open_home(team.ann, tab="messages")
    thread = {"user_id": team.ann, "channel_id": direct, "thread_ts": "1.5"}
    await slack.send_event({"type": "assistant_thread_started", "assistant_thread": thread})
    prompts = await slack.wait_for(
        lambda: (
            found
            if len(found := [one for one in slack.backend.workspace.prompts if one["channel"] == direct]) == 2
            else []
        )
    )
    assert all("What does Vacation say about Days?" in str(one) for one in prompts)
    assert not slack.violations
