from slack_sdk.web.async_client import AsyncWebClient

from bot.people import People
from tests.slack import LocalSlack


async def test_people_of_whom_slack_does_not_tell_have_no_name_yet(slack: LocalSlack, client: AsyncWebClient) -> None:
    ann, people = slack.add_user("ann"), People(client)
    slack.faults.error("users.info", "internal_error")
    assert await people.names([ann]) == {}
    assert await people.names([ann, "U0NOBODY", ann]) == {ann: "ann"}
