from __future__ import annotations

from datetime import UTC, datetime

import pytest

from knowledge.reading.dates import parse_date


@pytest.mark.parametrize(
    ("written", "moment"),
    [
        ("2024-01-05", datetime(2024, 1, 5, tzinfo=UTC)),
        ("2024-1-5", datetime(2024, 1, 5, tzinfo=UTC)),
        ("2024/01/05", datetime(2024, 1, 5, tzinfo=UTC)),
        ("05.01.2024", datetime(2024, 1, 5, tzinfo=UTC)),
        ("2024年1月5日", datetime(2024, 1, 5, tzinfo=UTC)),
        ("5 January 2024", datetime(2024, 1, 5, tzinfo=UTC)),
        ("Jan 5, 2024", datetime(2024, 1, 5, tzinfo=UTC)),
        ("2024-01-05 10:30", datetime(2024, 1, 5, 10, 30, tzinfo=UTC)),
        ("2024-01-05T10:30:00Z", datetime(2024, 1, 5, 10, 30, tzinfo=UTC)),
        ("2024-01-05T10:30:00+02:00", datetime(2024, 1, 5, 8, 30, tzinfo=UTC)),
        ("2024-01-05 10:30:00 +0200", datetime(2024, 1, 5, 8, 30, tzinfo=UTC)),
        ("2024-05", datetime(2024, 5, 1, tzinfo=UTC)),
    ],
)
def test_common_ways_to_write_a_date(written: str, moment: datetime) -> None:
    assert parse_date(written) == moment


@pytest.mark.parametrize("written", ["", "soon", "2024-13-45", "01/02/2024", "{{ date }}", "0001-01-01T00:00+14:00"])
def test_what_names_no_certain_day_is_no_date(written: str) -> None:
    assert parse_date(written) is None
