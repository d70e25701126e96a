from dataclasses import replace

from bot.origin import opaque, origin_of
from tests.bot.conftest import MakeRequest


def test_a_request_and_its_trace_share_their_id(request_of: MakeRequest) -> None:
    request = request_of()
    assert (origin_of(request).id, origin_of(request).surface) == (request.id, "slack")


def test_a_person_is_the_same_one_each_time_and_nobody_can_read_who(request_of: MakeRequest) -> None:
    request = request_of()
    one, again = origin_of(request).person, origin_of(request_of("20.1")).person
    other, elsewhere = origin_of(replace(request, user="U2")).person, origin_of(replace(request, team="T2")).person
    assert one == again
    assert len({one, other, elsewhere}) == 3
    assert request.user not in one
    assert opaque("T1/U1") == one
