"""Questions that are hardly questions, to `footnote serve` over real notes: each gets its own sensible reply."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.bot.text.english import in_english
from tests.scenarios.office import write_office
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")

HELP = "Ask me a question about the team's notes"
NOT_IN_THE_NOTES = "I could not find an answer to this in the notes."
DAYS = "28 paid vacation days per calendar year"


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def office(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    folder = tmp_path_factory.mktemp("office")
    async with World.open(folder) as world:
        settings = write_office(folder, mode="socket", boss=world.slack.add_user("boss"))
        await world.serve(settings, "handbook: 1 notes")
        yield world


@pytest.mark.parametrize(
    ("typed", "reply"),
    [
        pytest.param("", HELP, id="empty"),
        pytest.param(" \t ", HELP, id="blank"),
        pytest.param("\u200b\u2060\ufeff", HELP, id="zero-width"),
        pytest.param("vacation " * 2_222 + "ab", "The question has 20,000 characters", id="20000-characters"),
        pytest.param("😀🎉👩‍👩‍👧", NOT_IN_THE_NOTES, id="emoji"),
        pytest.param("מה שלום העולם?", NOT_IN_THE_NOTES, id="right-to-left"),
        pytest.param("how many\x00 vacation\x07 days do I\x1b get?", DAYS, id="control-characters"),
        pytest.param("how many \ud83d vacation days do I get?", DAYS, id="half-a-surrogate-pair"),
        pytest.param("<!channel> how many vacation days do I get? &lt;!here&gt;", DAYS, id="pings"),
        pytest.param(
            "vacation in:nowhere", "There is no collection “nowhere”. Use one of: handbook.", id="collection"
        ),
        pytest.param("vacation after:tomorrow", "after:tomorrow is no date.", id="date"),
    ],
)
async def test_a_hostile_question_gets_its_own_reply(office: World, typed: str, reply: str) -> None:
    team, slack = office.team(), office.slack
    await slack.slash(team.ann, team.general, "/ask", typed)
    await slack.wait_for(lambda: any(reply in f"{one.text}{one.blocks}" for one in slack.ephemerals(team.ann)))
    shown = "".join(f"{one.text}{one.blocks}" for one in slack.ephemerals(team.ann))
    assert "<!" not in shown
    assert not slack.violations
    assert not slack.timed_out


@pytest.mark.promise("errors-and-remarks-of-the-library-are-german-too")
async def test_whoever_reads_german_reads_what_was_wrong_in_german(office: World) -> None:
    team, slack = office.team(), office.slack
    anna = slack.add_user("anna", locale="de-DE")
    slack.backend.workspace.channels[team.general].members.add(anna)
    typed = ("vacation after:irgendwann", "vacation farbe:rot in:keller", "Wer gewann 1974 das Endspiel?")
    for number, question in enumerate(typed, start=1):
        await slack.slash(anna, team.general, "/ask", question)
        await office.whispers(anna, count=2 * number)
    # The very first line comes before Slack has told anna's language.
    shown = [f"{one.text}{one.blocks}" for one in slack.ephemerals(anna)][1:]
    said = "".join(shown)
    assert "after:irgendwann ist kein Datum. Schreib es als Jahr-Monat-Tag, wie after:2025-01-31." in said
    assert "farbe:rot ist kein Filter, darum wurde danach als Worten gesucht." in said
    assert "Es gibt keine Sammlung „keller“. Nimm eine von diesen: handbook." in said
    assert "Darauf fand ich in den Notizen keine Antwort." in said
    assert in_english(*shown) == set()


async def test_nothing_that_people_wrote_and_no_secret_is_in_the_log(office: World) -> None:
    (bot,) = office.bots
    said = "\n".join(bot.lines)
    secrets = (office.slack.identity.bot_token, office.slack.identity.app_token, office.slack.identity.signing_secret)
    assert not any(word in said for word in ("vacation", "/response/", "Traceback", *secrets))
