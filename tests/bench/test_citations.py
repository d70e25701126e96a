"""What counts as proof."""

from pathlib import Path

from knowledge.types import Citation, NoteRef
from tests.bench.citations import Evidence, find_evidence, holds, touches, verbatim

NOTE = "# Tea\n\nTea is brewed\nat 80 degrees.\n\nNever boil it.\n"


def cited(quote: str, lines: tuple[int, int], path: str = "tea.md") -> Citation:
    ref = NoteRef(collection="notes", path=path)
    return Citation(number=1, ref=ref, title="Tea", heading="Tea", lines=lines, url=None, quote=quote)


def test_evidence_is_found_across_a_line_break() -> None:
    assert find_evidence("tea.md", "brewed at 80", NOTE) == Evidence(path="tea.md", lines=(3, 4))


def test_a_quote_that_the_note_does_not_hold_is_no_evidence() -> None:
    assert find_evidence("tea.md", "brewed at 90", NOTE) is None


def test_a_citation_holds_evidence_only_with_all_of_its_lines() -> None:
    evidence = Evidence(path="tea.md", lines=(3, 4))
    assert holds(cited("", (3, 4)), evidence)
    assert not holds(cited("", (4, 6)), evidence)
    assert touches(cited("", (4, 6)), evidence)
    assert not touches(cited("", (5, 6)), evidence)


def test_the_same_lines_of_another_note_prove_nothing() -> None:
    assert not touches(cited("", (3, 4), path="coffee.md"), Evidence(path="tea.md", lines=(3, 4)))


def test_a_quotation_is_verbatim_only_at_its_own_lines(tmp_path: Path) -> None:
    note = tmp_path / "tea.md"
    note.write_text(NOTE, encoding="utf-8")
    assert verbatim(cited("Tea is brewed at 80 degrees.", (3, 4)), note)
    assert not verbatim(cited("Tea is brewed at 80 degrees.", (4, 6)), note)
    assert not verbatim(cited("Tea is brewed at 90 degrees.", (3, 4)), note)
