import pytest

from bot.limits import Limits, Refusal
from bot.requests import Kind
from bot.text import ENGLISH
from tests.bot.conftest import MakeRequest


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def refused(refusal: Refusal | None) -> str:
    return refusal.reason if refusal else ""


@pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")
def test_one_person_who_asks_too_much_is_told_how_long_to_wait(request_of: MakeRequest) -> None:
    clock = Clock()
    limits = Limits(person_per_minute=2, team_per_minute=100, queue=10, clock=clock)
    assert [limits.refuse(request_of(), 0) for _ in range(2)] == [None, None]
    clock.now = 20.5
    refusal = limits.refuse(request_of(), 0)
    assert refusal is not None
    assert refusal.reason == "person"
    told = refusal.sentence(ENGLISH)
    assert told == "You have asked 2 questions in the last minute; please wait 40 seconds and ask again."
    assert limits.refuse(request_of(user="U2"), 0) is None
    clock.now = 60.0
    assert limits.refuse(request_of(), 0) is None


@pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")
def test_what_was_refused_does_not_count(request_of: MakeRequest) -> None:
    clock = Clock()
    limits = Limits(person_per_minute=1, team_per_minute=100, queue=10, clock=clock)
    assert [refused(limits.refuse(request_of(), 0)) for _ in range(3)] == ["", "person", "person"]
    clock.now = 61.0
    assert limits.refuse(request_of(), 0) is None


@pytest.mark.promise("limits-say-so-kindly-and-never-meet-normal-use")
def test_all_together_and_the_queue_have_bounds_too(request_of: MakeRequest) -> None:
    limits = Limits(person_per_minute=5, team_per_minute=2, queue=10, clock=Clock())
    people = [request_of(user=f"U{number}") for number in range(4)]
    assert refused(limits.refuse(people[0], 10)) == "queue"
    assert [refused(limits.refuse(one, 9)) for one in people] == ["", "", "team", "team"]


@pytest.mark.parametrize("kind", [Kind.FEEDBACK, Kind.SHARE_ANSWER, Kind.STOP, Kind.ESCALATE, Kind.HELP])
def test_what_looks_up_nothing_is_never_refused(request_of: MakeRequest, kind: Kind) -> None:
    limits = Limits(person_per_minute=1, team_per_minute=1, queue=1, clock=Clock())
    assert [limits.refuse(request_of(kind=kind), 100) for _ in range(3)] == [None] * 3
