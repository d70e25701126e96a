"""The retry policy alone, with attempts that are scripted here."""

from collections.abc import Awaitable, Callable

import pytest

from knowledge.chat.attempts import persist
from knowledge.chat.failures import Failure
from knowledge.errors import ModelBusy, ModelCut, ModelRefused, ModelUnreachable

TOO_SLOW = ModelUnreachable("too slow")


def attempts(*outcomes: object) -> tuple[list[object], Callable[[], Awaitable[object]]]:
    """Attempts that raise or return these one after the other, and a list of those that were made."""
    made: list[object] = []

    async def attempt() -> object:
        outcome = outcomes[len(made)]
        made.append(outcome)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    return made, attempt


def busy(_: Exception) -> Failure:
    return Failure(error=ModelBusy("busy"), retry=True, wait_seconds=0)


async def test_the_first_success_is_the_result() -> None:
    made, attempt = attempts(OSError(), "done", "never")

    assert await persist(attempt, timeout_seconds=60, too_slow=TOO_SLOW, read=busy) == "done"
    assert len(made) == 2


async def test_the_third_failure_is_the_last() -> None:
    made, attempt = attempts(*[OSError()] * 4)

    with pytest.raises(ModelBusy, match="busy"):
        await persist(attempt, timeout_seconds=60, too_slow=TOO_SLOW, read=busy)

    assert len(made) == 3


async def test_a_failure_for_good_is_not_repeated() -> None:
    made, attempt = attempts(OSError(), "never")

    with pytest.raises(ModelRefused, match="no"):
        await persist(
            attempt, timeout_seconds=60, too_slow=TOO_SLOW, read=lambda _: Failure(error=ModelRefused("no"))
        )

    assert len(made) == 1


async def test_nothing_is_repeated_once_text_was_given() -> None:
    made, attempt = attempts(OSError(), "never")

    with pytest.raises(ModelBusy):
        await persist(attempt, timeout_seconds=60, too_slow=TOO_SLOW, read=busy, may_repeat=lambda: False)

    assert len(made) == 1


async def test_our_own_error_passes_as_it_is() -> None:
    made, attempt = attempts(ModelCut("cut", text="half"), "never")

    with pytest.raises(ModelCut) as caught:
        await persist(attempt, timeout_seconds=60, too_slow=TOO_SLOW, read=busy)

    assert (caught.value.text, len(made)) == ("half", 1)


async def test_a_longer_wait_than_the_deadline_leaves_is_not_begun() -> None:
    made, attempt = attempts(OSError(), "never")

    def patient(_: Exception) -> Failure:
        return Failure(error=ModelBusy("busy"), retry=True, wait_seconds=61)

    with pytest.raises(ModelBusy):
        await persist(attempt, timeout_seconds=60, too_slow=TOO_SLOW, read=patient)

    assert len(made) == 1
