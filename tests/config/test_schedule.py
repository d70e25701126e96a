import pytest

from config.schedule import five_fields, parse_schedule

DAYS, MONTHS = set(range(1, 32)), set(range(1, 13))


@pytest.mark.promise("a-schedule-is-standard-cron")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0 9 * * MON", ({0}, {9}, DAYS, MONTHS, {1})),
        ("*/15 8-10 1,15 * *", ({0, 15, 30, 45}, {8, 9, 10}, {1, 15}, MONTHS, set(range(7)))),
        ("50/5 0 * jan-mar 0", ({50, 55}, {0}, DAYS, {1, 2, 3}, {0})),
        ("0 0 * * 7", ({0}, {0}, DAYS, MONTHS, {0})),
        ("0 0 * * sat-sun", ({0}, {0}, DAYS, MONTHS, {6, 0})),
        ("0 0 * * 1-5/2", ({0}, {0}, DAYS, MONTHS, {1, 3, 5})),
        ("0 0 29 2 *", ({0}, {0}, {29}, {2}, set(range(7)))),
        ("@weekly", ({0}, {0}, DAYS, MONTHS, {0})),
    ],
)
def test_a_schedule_means_what_cron_means(text, expected):
    assert parse_schedule(text) == expected


@pytest.mark.promise("a-schedule-is-standard-cron")
@pytest.mark.parametrize(
    ("text", "allowed"),
    [
        ("", "five cron fields"),
        ("0 9 * *", "five cron fields"),
        ("0 0 9 * * MON", "five cron fields"),
        ("@reboot", "five cron fields"),
        ("60 9 * * *", "minute is 0 to 59"),
        ("0 24 * * *", "hour is 0 to 23"),
        ("0 9 0 * *", "day of the month is 1 to 31"),
        ("0 9 * 13 *", "month is 1 to 12 or JAN to DEC"),
        ("0 9 * * 8", "day of the week is 0 to 7 or SUN to SAT"),
        ("0 9 * * funday", "day of the week is 0 to 7 or SUN to SAT"),
        ("0 -9 * * *", "hour is 0 to 23"),
        ("0 ٩ * * *", "hour is 0 to 23"),
        ("*/0 9 * * *", "steps from 1 on"),
        ("*/ 9 * * *", "steps from 1 on"),
        ("9-5 9 * * *", "ranges that rise"),
        ("0,, 9 * * *", "minute is 0 to 59"),
        ("0 9 30 2 *", "a day that its month has"),
        ("0 9 31 4,6 *", "a day that its month has"),
    ],
)
def test_what_is_no_schedule_says_what_is_allowed(text, allowed):
    with pytest.raises(ValueError, match=allowed):
        parse_schedule(text)


def test_a_day_its_month_lacks_is_fine_beside_a_day_of_the_week():
    assert parse_schedule("0 9 30 2 MON")[4] == {1}


def test_a_nickname_is_kept_as_its_five_fields(place):
    assert five_fields("@daily") == "0 0 * * *"
    assert place.write('[digest]\nschedule = "@Daily"').load().digest.schedule == "0 0 * * *"
