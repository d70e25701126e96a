"""Promises about figures, and what breaks them."""

from tests.bench.limits import Limit, broken_limits
from tests.bench.table import Table

TABLE = Table(title="search", note="", rows=[{"search": "ours", "p50 ms": 31.0}, {"search": "theirs", "p50 ms": 5.0}])


def test_a_figure_above_its_bound_is_named_with_both_numbers() -> None:
    limit = Limit(table="search", row="ours", column="p50 ms", at_most=30)
    assert broken_limits([TABLE], [limit]) == ["search, ours: p50 ms is 31.0; at most 30."]


def test_a_limit_without_a_row_holds_for_every_row() -> None:
    limit = Limit(table="search", column="p50 ms", at_least=10)
    assert broken_limits([TABLE], [limit]) == ["search, theirs: p50 ms is 5.0; at least 10."]


def test_a_limit_on_a_row_or_column_that_is_gone_is_broken() -> None:
    gone = [Limit(table="search", row="renamed", column="p50 ms"), Limit(table="search", row="ours", column="p50 s")]
    assert len(broken_limits([TABLE], gone)) == 2


def test_a_table_that_was_not_measured_breaks_nothing() -> None:
    assert broken_limits([TABLE], [Limit(table="startup", column="p50 ms", at_most=1)]) == []
