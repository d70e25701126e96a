from tests.bot.conftest import MakeRequest


def test_replies_are_looked_up_from_slacks_own_time_of_the_question_on(request_of: MakeRequest) -> None:
    """A clock of ours that is hours ahead must not hide a reply that is there."""
    assert request_of("1700000000.000100", created_at=1_700_050_000.0).no_reply_before == 1_700_000_000.0001


def test_where_slacks_time_is_not_known_our_clock_is_trusted_to_the_day(request_of: MakeRequest) -> None:
    assert request_of(message_ts="", created_at=1_700_086_400.0).no_reply_before == 1_700_000_000.0
