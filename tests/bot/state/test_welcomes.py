from bot.state.database import StateDatabase
from bot.state.welcomes import Welcomes


async def test_only_the_first_request_says_hello_in_a_channel_and_may_begin_again(database: StateDatabase) -> None:
    welcomes = Welcomes(database)
    said = [
        await welcomes.may_say(place, who) for place, who in (("C1", "r1"), ("C1", "r2"), ("C1", "r1"), ("C2", "r2"))
    ]
    assert said == [True, False, True, True]
