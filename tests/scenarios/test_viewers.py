"""Who asks and who will read: what the search may use depends on it."""

from typing import Any

import pytest

from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")


def viewer_of(world: World, question: str) -> dict[str, Any]:
    """What the notes were told about the one who asked this."""
    return next(one for one in world.notes.asked if one["text"] == question)


@pytest.mark.promise("replies-use-what-their-readers-may-see")
async def test_a_mention_is_read_by_everybody_in_the_channel(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "for all to read")
    await shared.answers(team.general, ts)
    viewer = viewer_of(shared, "for all to read")
    assert viewer["shared"] is True
    assert viewer["groups"] == []
    assert viewer["channels"] == sorted({team.general, "general", "#general"})


@pytest.mark.promise("replies-use-what-their-readers-may-see")
async def test_a_private_answer_uses_what_the_person_may_see_there(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    admins, others = slack.add_usergroup("admins", [team.ann]), slack.add_usergroup("others", [team.ben])
    await fresh.start_bot(groups=[admins, others])
    await slack.slash(team.ann, team.general, "/ask", "mine alone")
    await fresh.whispers(team.ann, count=2)
    viewer = viewer_of(fresh, "mine alone")
    assert (viewer["user"], viewer["groups"], viewer["shared"]) == (team.ann, [admins], False)
    assert team.general in viewer["channels"]


@pytest.mark.promise("replies-use-what-their-readers-may-see")
async def test_a_direct_message_is_in_no_channel(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.direct_message(team.ann, "between us")
    await shared.answers(slack.direct_channel(team.ann))
    viewer = viewer_of(shared, "between us")
    assert (viewer["channels"], viewer["shared"]) == ([], False)


@pytest.mark.promise("replies-use-what-their-readers-may-see")
async def test_a_channel_shared_with_other_companies_counts_as_no_channel(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    partners = slack.add_channel("partners", members=[team.ann], external=True)
    ts = await slack.mention(team.ann, partners, "who reads this?")
    await shared.answers(partners, ts)
    assert viewer_of(shared, "who reads this?")["channels"] == []


@pytest.mark.promise("replies-use-what-their-readers-may-see")
async def test_where_slack_does_not_say_it_counts_as_no_channel_and_no_group(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    admins = slack.add_usergroup("admins", [team.ann])
    await fresh.start_bot(groups=[admins])
    slack.faults.error("conversations.info", "missing_scope")
    slack.faults.error("usergroups.users.list", "missing_scope")
    await slack.slash(team.ann, team.general, "/ask", "in the dark")
    await fresh.whispers(team.ann, count=2)
    await slack.slash(team.ann, team.general, "/ask", "in the light")
    await fresh.whispers(team.ann, count=4)
    dark, light = viewer_of(fresh, "in the dark"), viewer_of(fresh, "in the light")
    assert (dark["channels"], dark["groups"]) == ([], [])
    assert light["groups"] == [admins]
    assert team.general in light["channels"]


async def test_a_visible_ask_posts_the_question_and_answers_in_its_thread(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(behaviour={"ask_visibility": "channel"})
    await slack.slash(team.ann, team.general, "/ask", "what do <!here> all think?")
    question, answer = await fresh.answers(team.general, count=2)
    assert "what do" in f"{question.text}{question.blocks}"
    assert "<!" not in f"{question.text}{question.blocks}"
    assert (question.thread_ts, answer.thread_ts) == (None, question.ts)
    assert viewer_of(fresh, "what do @here all think?")["shared"] is True
    await slack.message(team.ben, team.general, "and then?", question.ts)
    await fresh.answers(team.general, question.ts, count=3)
    assert not slack.violations


async def test_a_visible_ask_where_the_bot_is_no_member_is_answered_privately(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    elsewhere = slack.add_channel("elsewhere", members=[team.ann], bot=False)
    await fresh.start_bot(behaviour={"ask_visibility": "channel"})
    await slack.slash(team.ann, elsewhere, "/ask", "hidden?")
    answer = (await fresh.whispers(team.ann, count=2))[-1]
    assert "About hidden?" in f"{answer.text}{answer.blocks}"
    assert viewer_of(fresh, "hidden?")["shared"] is False


async def test_follow_ups_need_a_mention_where_that_is_set(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot(behaviour={"follow_up": "mention"})
    ts = await slack.mention(team.ann, team.general, "one")
    await fresh.answers(team.general, ts)
    await slack.message(team.ann, team.general, "two", ts)
    await slack.mention(team.ann, team.general, "three", ts)
    await fresh.answers(team.general, ts, count=2)
    await fresh.settle(team.ben)
    assert [one["text"] for one in fresh.notes.asked] == ["one", "three", "are you done?"]


async def test_a_busy_slack_is_waited_for(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot()
    slack.faults.rate_limit("chat.postMessage", retry_after=1, times=2)
    slack.faults.server_error("conversations.info", status=503)
    ts = await slack.mention(team.ann, team.general, "patience")
    await fresh.answers(team.general, ts)
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1
    assert team.general in viewer_of(fresh, "patience")["channels"]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.promise("visible-answers-appear-once")
async def test_a_gateways_error_page_in_place_of_slacks_answer_costs_and_doubles_nothing(
    shared: World, after: bool
) -> None:
    team, slack = shared.team(), shared.slack
    slack.faults.server_error("chat.postMessage", status=502, after=after)
    ts = await slack.mention(team.ann, team.general, "through the gateway")
    await shared.answers(team.general, ts)
    await slack.wait_for(lambda: slack.status(team.general, ts) == "")
    await shared.settle(team.ben)
    (answer,) = slack.bot_messages(team.general, ts)
    assert answer.text.startswith("About through the gateway")


async def test_a_look_up_that_fails_with_an_error_page_hides_what_it_could_not_allow(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    await fresh.start_bot()
    slack.faults.server_error("conversations.info", status=502, times=4)
    await slack.slash(team.ann, team.general, "/ask", "in the dark")
    await fresh.whispers(team.ann, count=2)
    assert viewer_of(fresh, "in the dark")["channels"] == []
