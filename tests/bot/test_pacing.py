from bot.pacing import Allowance


def test_so_many_calls_are_allowed_in_any_minute() -> None:
    now = [0.0]
    allowance = Allowance(2, clock=lambda: now[0])
    assert [allowance.take() for _ in range(3)] == [True, True, False]
    now[0] = 59.9
    assert not allowance.take()
    now[0] = 60.0
    assert [allowance.take() for _ in range(3)] == [True, True, False]
