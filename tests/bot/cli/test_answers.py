"""`footnote ask`: cited answers and honest refusals over the sample notes."""

from pathlib import Path

import pytest

from tests.bot.cli.command import footnote

ANSWER_FIELDS = {"answer", "mode", "confidence", "degraded", "citations", "queries", "trace_id"}
CITATION_FIELDS = {"marker", "collection", "file", "title", "heading", "lines", "url", "quote"}


def notes_of(config: Path) -> Path:
    return config.parent / "notes"


@pytest.mark.promise("ask-prints-one-cited-answer")
def test_an_answer_has_the_published_shape_and_a_marker_for_its_source(sample: Path) -> None:
    outcome = footnote("ask", "how many vacation days do I get?", "--json", "--config", sample)
    answer = outcome.json
    assert outcome.code == 0
    assert set(answer) == ANSWER_FIELDS
    assert (answer["mode"], answer["degraded"]) == ("extractive", False)
    first = answer["citations"][0]
    assert set(first) == CITATION_FIELDS
    assert (first["marker"], first["file"]) == ("[1]", "handbook/vacation.md")
    assert "28 paid vacation days" in first["quote"]
    assert "28 paid vacation days" in answer["answer"]
    assert "[1]" in answer["answer"]


@pytest.mark.promise("quotations-are-the-notes-own-words")
@pytest.mark.parametrize(
    "question",
    [
        "how long is parental leave?",
        "what does ERR_1042 mean?",
        "Wann ist das Büro in Bremen geöffnet?",
        "什么时候客户可以获得全额退款？",
        "how do I roll back a deploy with deploy_service.py?",
    ],
)
def test_every_quotation_stands_in_its_note_at_its_lines(sample: Path, question: str) -> None:
    citations = footnote("ask", question, "--json", "--config", sample).json["citations"]
    assert citations
    for citation in citations:
        lines = (notes_of(sample) / citation["file"]).read_text(encoding="utf-8").splitlines()
        first, last = citation["lines"]
        passage = " ".join(" ".join(lines[first - 1 : last]).split())
        assert " ".join(citation["quote"].split()) in passage
        assert citation["url"].endswith(f"#L{first}")


@pytest.mark.promise("silent-notes-are-said")
def test_a_question_that_the_notes_do_not_answer_is_refused_with_exit_code_0(sample: Path) -> None:
    outcome = footnote("ask", "which telescope should I buy to watch Saturn?", "--json", "--config", sample)
    answer = outcome.json
    assert outcome.code == 0
    assert (answer["mode"], answer["confidence"], answer["citations"]) == ("none", "none", [])
    assert answer["answer"]


def test_people_read_the_answer_and_its_source_on_stderr_away_from_a_terminal(sample: Path) -> None:
    outcome = footnote("ask", "how many vacation days do I get?", "--config", sample)
    assert outcome.out == ""
    assert "28 paid vacation days" in outcome.err
    assert "handbook/handbook/vacation.md:" in outcome.err


@pytest.mark.promise("bad-questions-get-one-sentence")
@pytest.mark.parametrize(
    ("question", "word"),
    [("", "empty"), ("   \n ", "empty"), ("why " * 5_000, "characters"), ("before:soon tea", "soon")],
    ids=["empty", "blank", "20,000 characters", "bad date"],
)
def test_a_question_that_cannot_be_used_is_one_sentence_and_exit_code_2(
    sample: Path, question: str, word: str
) -> None:
    outcome = footnote("ask", question, "--json", "--config", sample)
    assert (outcome.code, outcome.out) == (2, "")
    assert len(outcome.err.splitlines()) == 1
    assert word in outcome.err


@pytest.mark.promise("strange-questions-are-answered-or-refused")
@pytest.mark.parametrize(
    "question",
    ["🏖️🏖️🏖️", "كم عدد أيام الإجازة؟", "\u200b\u200b", "va\x00ca\x07tion \x1b[31mdays", "<!channel> vacation days?"],
    ids=["only emoji", "right to left", "zero width", "control characters", "a ping"],
)
def test_strange_questions_never_crash(sample: Path, question: str) -> None:
    outcome = footnote("ask", question, "--json", "--config", sample)
    assert outcome.code in {0, 2}
    assert "Traceback" not in outcome.err
    assert outcome.code == 2 or set(outcome.json) == ANSWER_FIELDS
