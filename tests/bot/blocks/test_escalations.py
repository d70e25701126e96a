import pytest

from bot.blocks import answer_message, calling_message, resolved_message
from tests.bot.blocks.samples import accept, answer, buttons


@pytest.mark.promise("i-need-a-person-calls-those-in-the-settings-once")
def test_the_button_stands_under_answers_where_somebody_can_be_called():
    with_call = accept(answer_message(answer(), request_id="4f2a", private=False, escalate=True)[-1])
    without = accept(answer_message(answer(), request_id="4f2a", private=False)[-1])
    assert buttons(with_call) == {"escalate": "4f2a"}
    assert buttons(without) == {}


@pytest.mark.promise("i-need-a-person-calls-those-in-the-settings-once")
def test_people_and_groups_are_called_by_their_ids_for_whoever_asked():
    message = accept(calling_message(asker="U1", people=("U2", "S3"), answer_id="4f2a"))
    assert message.text == "<@U1> would like to talk to a person. <@U2> <!subteam^S3>, can you help?"
    assert buttons(message) == {"escalate_resolved": "4f2a"}


@pytest.mark.promise("i-need-a-person-calls-those-in-the-settings-once")
def test_nothing_but_an_id_can_call_anybody():
    message = accept(calling_message(asker="<!here>", people=("<!channel>", "@all", "U1> <!here"), answer_id="1"))
    assert not any(live in message.text for live in ("<!", "<@"))


def test_a_resolved_call_names_who_did_it_and_calls_nobody_again():
    message = accept(resolved_message(by="U2"))
    assert message.text == ":white_check_mark: Resolved by <@U2>"
    assert buttons(message) == {}
