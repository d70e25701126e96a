"""What the bot keeps of people, and shows of them."""

import re
import sqlite3

import pytest

from tests.scenarios.world import World, control

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("home-shows-ones-own-questions-alone")
async def test_the_home_tab_shows_ones_own_questions_and_nobody_elses(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.slash(team.ann, team.general, "/ask", "anns question about pay")
    await shared.whispers(team.ann, count=2)
    await slack.slash(team.ben, team.general, "/ask", "bens question about rent")
    await shared.whispers(team.ben, count=2)
    await slack.open_home(team.ann)
    (home,) = await slack.wait_for(lambda: slack.homes(team.ann))
    assert "anns question about pay" in str(home.content)
    assert "bens question" not in str(home.content)
    assert "What does Vacation say about Days?" in str(home.content)
    assert "For admins" not in str(home.content)
    assert not slack.violations


@pytest.mark.promise("people-can-delete-their-data")
async def test_delete_my_data_deletes_it_says_so_and_shows_the_home_tab_without_it(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    await slack.direct_message(team.ann, "zanzibar one")
    (answer,) = await shared.answers(slack.direct_channel(team.ann))
    await slack.press(answer, control(answer, "feedback"), team.ann, value="helpful")
    await shared.whispers(team.ann)
    await slack.direct_message(team.ben, "zanzibar two")
    await shared.answers(slack.direct_channel(team.ben))
    await slack.open_home(team.ann)
    (home,) = await slack.wait_for(lambda: slack.homes(team.ann))
    assert "zanzibar one" in str(home.content)
    await slack.press_in_view(home, "forget_me")
    _, told = await shared.answers(slack.direct_channel(team.ann), count=2)
    again = (await slack.wait_for(lambda: found if len(found := slack.homes(team.ann)) == 2 else []))[-1]
    assert told.text.startswith("Deleted: 4 of your records")
    assert "zanzibar" not in str(again.content)
    with sqlite3.connect(shared.state) as database:
        dump = "\n".join(database.iterdump())
    assert "zanzibar one" not in dump
    assert "zanzibar two" in dump
    assert not slack.violations


@pytest.mark.promise("logs-and-figures-without-words-or-names")
async def test_logs_and_figures_hold_no_word_and_no_name_of_anybody(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot(lines="json")
    fresh.notes.answers["zanzibar fails"] = {"error": "ModelUnreachable"}
    fresh.notes.answers["zanzibar breaks"] = {"crash": "zanzibar crash"}
    for words in ("zanzibar", "zanzibar fails", "zanzibar breaks"):
        ts = await slack.mention(team.ann, team.general, words)
        await fresh.answers(team.general, ts)
    await slack.slash(team.ben, team.general, "/search", "zanzibar")
    cards = (await fresh.whispers(team.ben))[-1]
    await slack.press(cards, control(cards, "search_ask"), team.ben)
    await fresh.whispers(team.ben, count=2)
    await slack.open_home(team.ben)
    await slack.wait_for(lambda: slack.homes(team.ben))
    _, figures = await bot.get("/metrics")
    said = "\n".join([*bot.lines, figures])
    assert "footnote_requests_total" in said
    assert not {"zanzibar", "Vacation", "ann", "ben", team.ann, team.ben} & set(re.findall(r"\w+", said))
