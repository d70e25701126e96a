"""Tables as people and programs read them."""

from tests.bench.table import Table, markdown, shown


def test_a_row_without_a_column_shows_a_dash_there() -> None:
    table = Table(title="t", note="n", rows=[{"who": "a", "ms": 1.5}, {"who": "b"}])
    assert markdown(table).splitlines()[2:] == [
        "n",
        "",
        "| who | ms   |",
        "| --- | ---- |",
        "| a   | 1.50 |",
        "| b   | -    |",
    ]


def test_numbers_keep_about_three_digits() -> None:
    assert [shown(number) for number in (0.0123, 1.234, 12.34, 1234.5, 1234)] == [
        "0.012", "1.23", "12.3", "1,234", "1,234",
    ]  # fmt: skip


def test_a_table_without_rows_says_why() -> None:
    assert markdown(Table(title="quality", note="Not measured.", rows=[])) == "### quality\n\nNot measured."


def test_json_keeps_more_digits_than_people_see() -> None:
    table = Table(title="t", note="n", rows=[{"ms": 1.23456789}])
    assert table.as_json()["rows"] == [{"ms": 1.23457}]
