"""Numbers, dates and times that mean the same, however they are written."""

from __future__ import annotations

import pytest

from knowledge.answering.quantities import Quantities


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12,000 orders", "12.000 Bestellungen"),
        ("12 000 orders", "12'000 orders"),
        ("0,38 €", "€0.38"),
        ("1.200,50 Euro", "EUR 1,200.50"),
        ("14 days", "two weeks"),
        ("90 s", "1.5 minutes"),
        ("24 months", "2 years"),
        ("28 paid vacation days", "28 days"),
        ("10 %", "ten percent"),
        ("45分钟", "45 minutes"),
        ("2025-02-28", "28 February 2025"),
        ("31.03.2025", "March 31st, 2025"),
        ("3月31日", "31 March"),
        ("5 pm", "17:00"),
        ("9:30 am", "09:30"),
        ("Montag", "on Monday"),
        ("2025", "28 February 2025"),
        ("twenty-eight days", "28 days"),
    ],
)
def test_two_ways_to_write_the_same_agree(one: str, other: str) -> None:
    assert Quantities.of(one).missing_from(Quantities.of(other)) == ()


@pytest.mark.parametrize(
    ("one", "other", "missing"),
    [
        ("28 days", "25 days", "28 days"),
        ("28 days", "28 weeks", "28 days"),
        ("$35", "35 €", "$35"),
        ("1.5 hours", "15 hours", "1.5 hours"),
        ("31 March", "30 March", "31 March"),
        ("2 May 2025", "2 May 2024", "2 May 2025"),
        ("17:00", "18:00", "17:00"),
        ("on Monday", "on Tuesday", "monday"),
        ("two weeks", "three weeks", "two weeks"),
    ],
)
def test_another_number_unit_date_or_time_is_missing(one: str, other: str, missing: str) -> None:
    assert Quantities.of(one).missing_from(Quantities.of(other)) == (missing,)


def test_a_bare_number_in_words_counts_nothing() -> None:
    assert Quantities.of("Two things matter.").missing_from(Quantities.of("")) == ()


def test_a_version_is_no_date() -> None:
    assert Quantities.of("For each kilometre you get €0.38. Trains").days == ()
