"""Questions made of any notes."""

from pathlib import Path

from tests.bench.options import Options
from tests.bench.questions import SAMPLE, WORDS, beginnings, questions_for


def test_questions_are_beginnings_of_sentences_and_the_same_each_time(tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text(
        "# Tea\n\nGreen tea is brewed at eighty degrees for three minutes.\n", encoding="utf-8"
    )
    (tmp_path / "short.md").write_text("# Short\n\nNot enough words.\n", encoding="utf-8")
    first = beginnings(tmp_path, 5)
    assert first == beginnings(tmp_path, 5) == ("Green tea is brewed at eighty degrees for",)
    assert len(first[0].split()) == WORDS


def test_the_sample_notes_are_asked_what_people_type() -> None:
    assert questions_for(Options(questions=3), 100) == SAMPLE[:3]
