"""The page that shows what people see."""

from tests.pictures.page import draw, shown


def test_a_table_is_drawn_as_one() -> None:
    assert "<td>28</td>" in draw({"type": "markdown", "text": "| Year | Days |\n|---|---|\n| first | 28 |"})


def test_markup_of_a_text_is_drawn_and_its_html_is_not() -> None:
    text = {"type": "mrkdwn", "text": "*Note* <https://notes.example.com/a|A &lt;b&gt;> <script>"}
    drawn = draw({"type": "section", "text": text})
    assert '<b>Note</b> <a href="https://notes.example.com/a">' in drawn
    assert "&lt;script&gt;" in drawn


def test_a_block_that_the_page_does_not_know_stands_out() -> None:
    assert 'class="unknown"' in shown("new", [{"type": "carousel"}])
