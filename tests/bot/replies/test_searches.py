import pytest

from bot.replies.searches import page_number
from bot.requests import Kind
from bot.state.records import SearchRecord
from knowledge.types import NoteRef
from tests.bot.conftest import MakeRequest

SHOWN = tuple(NoteRef(collection="handbook", path=f"{number}.md") for number in range(10))  # two pages


@pytest.mark.parametrize(
    ("detail", "page"), [("2", 2), ("3", 3), ("4", 3), ("9" * 30, 3), ("0", 1), ("", 7), ("-1", 7), ("many", 7)]
)
def test_a_button_leads_to_a_page_that_was_shown_or_the_next_one(
    request_of: MakeRequest, detail: str, page: int
) -> None:
    record = SearchRecord(id="s1", user="U1", channel="C1", text="bikes", shown=SHOWN)
    request = request_of(kind=Kind.MORE_RESULTS, detail=detail)
    assert page_number(request, record, default=7) == page
