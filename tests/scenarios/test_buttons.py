"""What the buttons under answers and results do, and for whom."""

import sqlite3

import pytest

from tests.scenarios.world import World, control

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("sharing-checks-every-source-again")
async def test_share_shows_a_private_answer_to_the_channel_once(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/ask", "how many days?")
    answer = (await shared.whispers(team.ann, count=2))[-1]
    await slack.press(answer, control(answer, "answer_share"), team.ann)
    (public,) = await shared.answers(team.general)
    await slack.press(answer, control(answer, "answer_share"), team.ann)
    await shared.whispers(team.ann, count=4)
    assert "About how many days?" in f"{public.text}{public.blocks}"
    assert slack.bot_messages(team.general) == [public]
    assert not slack.violations


@pytest.mark.promise("sharing-checks-every-source-again")
async def test_share_refuses_what_not_everyone_there_may_see(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    notes.answers["salaries?"] = {"text": "A lot [1]", "collection": "private"}
    await slack.slash(team.ann, team.general, "/ask", "salaries?")
    answer = (await shared.whispers(team.ann, count=2))[-1]
    await slack.press(answer, control(answer, "answer_share"), team.ann)
    refusal = (await shared.whispers(team.ann, count=3))[-1]
    assert "Vacation" in f"{refusal.text}{refusal.blocks}"
    assert not slack.bot_messages(team.general)


@pytest.mark.promise("sharing-checks-every-source-again")
async def test_share_leaves_out_which_collections_there_are_for_the_one_who_asked(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/ask", "in:x days?")
    answer = (await shared.whispers(team.ann, count=2))[-1]
    await slack.press(answer, control(answer, "answer_share"), team.ann)
    await shared.whispers(team.ann, count=3)
    await slack.slash(team.ann, team.general, "/search", "in:x days")
    cards = (await shared.whispers(team.ann, count=4))[-1]
    await slack.press(cards, control(cards, "search_share"), team.ann)
    public = await shared.answers(team.general, count=2)
    assert all("handbook, private" in str(told.blocks) for told in (answer, cards))
    assert not any("private" in str(told.blocks) for told in public)


async def test_share_in_a_channel_without_the_bot_says_how_to_invite_it(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    elsewhere = slack.add_channel("elsewhere", members=[team.ann], bot=False)
    await slack.slash(team.ann, elsewhere, "/ask", "how many days?")
    answer = (await shared.whispers(team.ann, count=2))[-1]
    await slack.press(answer, control(answer, "answer_share"), team.ann)
    told = (await shared.whispers(team.ann, count=3))[-1]
    assert "invite" in told.text.lower()


@pytest.mark.promise("one-verdict-for-each-answer-and-person")
async def test_feedback_keeps_one_verdict_for_each_person(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "rate me")
    (answer,) = await shared.answers(team.general, ts)
    name = control(answer, "feedback")
    for count, (person, verdict) in enumerate(
        [(team.ann, "helpful"), (team.ann, "not_helpful"), (team.ben, "helpful")], start=1
    ):
        await slack.press(answer, name, person, value=verdict)
        await shared.whispers(person, count=1 if person == team.ben else count)
    with sqlite3.connect(shared.state) as database:
        rows = database.execute("SELECT user_id, value FROM feedback WHERE answer_id = ?", [name.split(":")[1]])
        assert dict(rows.fetchall()) == {team.ann: "not_helpful", team.ben: "helpful"}
    assert not slack.violations


@pytest.mark.promise("search-cards-page-by-page")
async def test_search_shows_five_cards_a_page_and_more_shows_the_next(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/search", "bikes")
    first = (await shared.whispers(team.ann))[-1]
    await slack.press(first, control(first, "search_more"), team.ann)
    second = (await shared.whispers(team.ann, count=2))[-1]
    await slack.press(second, control(second, "search_more"), team.ann)
    third = (await shared.whispers(team.ann, count=3))[-1]
    shown = [[n for n in range(1, 13) if f"plain {n} on bikes" in str(one.blocks)] for one in (first, second, third)]
    assert shown == [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12]]
    assert "search_more" not in str(third.blocks)
    assert not slack.violations


@pytest.mark.promise("search-buttons-go-on-from-a-search")
async def test_search_deeper_ask_this_and_related_use_what_was_searched(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/search", "trains")
    cards = (await shared.whispers(team.ann))[-1]
    await slack.press(cards, control(cards, "search_deeper"), team.ann)
    deeper = (await shared.whispers(team.ann, count=2))[-1]
    await slack.press(cards, control(cards, "search_ask"), team.ann)
    asked = (await shared.whispers(team.ann, count=3))[-1]
    await slack.press(cards, control(cards, "search_related", place=2), team.ann)
    related = (await shared.whispers(team.ann, count=4))[-1]
    assert "deep 1 on trains" in str(deeper.blocks)
    assert asked.text.startswith("About trains")
    assert "near plain-3-on-trains.md" in f"{related.text}{related.blocks}"
    assert not slack.violations


@pytest.mark.promise("a-hit-can-be-explained")
async def test_explain_asks_the_searched_words_of_that_note_alone(shared: World) -> None:
    team, slack, notes = shared.team(), shared.slack, shared.notes
    await slack.slash(team.ann, team.general, "/search", "kites")
    cards = (await shared.whispers(team.ann))[-1]
    await slack.press(cards, control(cards, "search_explain", place=1), team.ann)
    explained = (await shared.whispers(team.ann, count=2))[-1]
    assert explained.text.startswith("About kites")
    (asked,) = [one for one in notes.asked if one["text"] == "kites"]
    assert asked["within"] == "plain-2-on-kites.md"
    assert not slack.violations


async def test_results_can_be_shared_and_then_belong_to_whoever_presses(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/search", "ships")
    cards = (await shared.whispers(team.ann))[-1]
    await slack.press(cards, control(cards, "search_share"), team.ann)
    (public,) = await shared.answers(team.general)
    assert "plain 1 on ships" in str(public.blocks)
    await slack.press(public, control(public, "search_more"), team.ben)
    (own,) = await shared.whispers(team.ben)
    assert "plain 6 on ships" in str(own.blocks)
    assert not slack.violations


@pytest.mark.promise("sharing-checks-every-source-again")
async def test_results_that_not_everyone_may_see_are_not_shared(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/search", "secrets")
    cards = (await shared.whispers(team.ann))[-1]
    await slack.press(cards, control(cards, "search_share"), team.ann)
    await shared.whispers(team.ann, count=2)
    assert not slack.bot_messages(team.general)


async def test_a_button_in_a_thread_answers_in_that_thread(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "in a thread")
    (answer,) = await shared.answers(team.general, ts)
    await slack.press(answer, control(answer, "feedback"), team.ann, value="helpful")
    (thanks,) = await shared.whispers(team.ann)
    assert thanks.thread_ts == ts
