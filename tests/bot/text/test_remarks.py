"""What the library says, in the words of whoever reads it."""

import ast
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

import pytest

import bot
import knowledge
from bot import text
from bot.text import ENGLISH, GERMAN
from knowledge import errors
from knowledge.errors import IndexBusy, KnowledgeError, QueryError
from knowledge.remarks import Remark, joined

# Of what the command line alone does, and of single notes that an indexing run leaves out.
ELSEWHERE = (
    "knowledge/evaluation/",
    "knowledge/transfer/",
    "knowledge/traces/",
    "knowledge/duplicates/join.py",
    "knowledge/duplicates/values.py",
    "knowledge/indexing/preparing.py",
    "knowledge/reading/decoding.py",
    "knowledge/reading/notes.py",
)
ROOT = Path(knowledge.__file__).parent.parent
KINDS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, KnowledgeError)}
MAKERS = {*KINDS, "Remark", "Said"}


def everything() -> Iterator[tuple[str, ast.Call]]:
    """Every call in what can come to Slack, with its place."""
    for package in (knowledge, bot):
        for path in sorted(Path(str(package.__file__)).parent.rglob("*.py")):
            place = str(path.relative_to(ROOT))
            if not place.startswith(ELSEWHERE):
                tree = ast.parse(path.read_text(encoding="utf-8"))
                yield from ((place, node) for node in ast.walk(tree) if isinstance(node, ast.Call))


def templates() -> Iterator[str]:
    """Every template of a remark, and of an error's sentence and hint."""
    for place, call in everything():
        if isinstance(call.func, ast.Name) and call.func.id in MAKERS:
            yield from (one for given in said(call) for one in fixed(given, place))


def said(call: ast.Call) -> Iterator[ast.expr]:
    yield from call.args[:1]
    yield from (keyword.value for keyword in call.keywords if keyword.arg in {"sentence", "hint"})


def remarks_in(call: ast.Call) -> Iterator[ast.expr]:
    yield from (keyword.value for keyword in call.keywords if keyword.arg in {"fallback", "degraded"})


def fixed(given: ast.expr, place: str) -> Iterator[str]:
    """The text as it stands in the source; nothing for what is a remark already."""
    match given:
        case ast.Constant(value=str(template)):
            yield template
        case ast.IfExp(body=body, orelse=other):
            yield from (*fixed(body, place), *fixed(other, place))
        case ast.JoinedStr():
            pytest.fail(f"{place}, line {given.lineno}: a text that no other language can have")


def has_words(template: str) -> bool:
    return any(piece.strip() for piece, *_ in Formatter().parse(template))


def filled_in(template: str) -> set[str]:
    return {field.partition(".")[0] for _, field, _, _ in Formatter().parse(template) if field}


@pytest.mark.promise("errors-and-remarks-of-the-library-are-german-too")
def test_every_sentence_of_the_library_that_comes_to_slack_has_a_german_form() -> None:
    assert {one for one in templates() if has_words(one)} == set(GERMAN.remarks)


def test_no_remark_is_a_finished_text_where_it_comes_about() -> None:
    given = [(place, one) for place, call in everything() for one in remarks_in(call)]
    assert [place for place, one in given if isinstance(one, ast.JoinedStr)] == []
    assert [place for place, one in given if isinstance(one, ast.Constant) and one.value] == []


def test_a_german_form_has_the_same_things_filled_in() -> None:
    forms = GERMAN.remarks.items()
    assert [template for template, german in forms if filled_in(german) != filled_in(template)] == []
    assert all(german.strip() for german in GERMAN.remarks.values())


def test_a_refusal_is_german_with_its_values_and_its_hint() -> None:
    error = QueryError("{name}:{value} is no date.", hint="Leave it out.", name="after", value="Mai & Juni")
    assert text.problem(error, "r1", GERMAN) == "after:Mai &amp; Juni ist kein Datum. Lass ihn weg."
    assert text.problem(error, "r1") == "after:Mai &amp; Juni is no date. Leave it out."


def test_what_an_admin_has_to_mend_comes_with_its_id_in_german() -> None:
    error = IndexBusy(
        "The database {database} is locked by another process.", hint="Run `footnote doctor`.", database="/x.db"
    )
    assert text.problem(error, "r1", GERMAN) == (
        "Die Datenbank /x.db ist von einem anderen Prozess gesperrt. Führ `footnote doctor` aus. "
        "Wenn das so bleibt, gib deinem Admin diese Kennung: `r1`"
    )


def test_a_remark_within_a_remark_is_said_in_the_same_words() -> None:
    failure = Remark("The model {model} cannot be reached.", model="m")
    both = joined([Remark("Searched by keywords only: {failure}", failure=failure), Remark("Try again.")])
    assert text.remark(both, GERMAN) == (
        "Nur nach Stichworten gesucht: Das Modell m ist nicht erreichbar. Versuch es noch einmal."
    )
    assert text.remark(both, ENGLISH) == both


def test_numbers_and_days_in_a_remark_are_written_as_people_of_that_language_do() -> None:
    question = Remark(
        "The question has {length:,} characters; at most {most:,} can be used.", length=5_000, most=4_000
    )
    slow = Remark("The model {model} did not finish within {seconds:g} s.", model="m", seconds=2.5)
    age = Remark("{marker} ({day.day} {day:%b %Y})", marker="[1]", day=datetime(2021, 3, 5, tzinfo=UTC))
    assert [text.remark(one, GERMAN) for one in (question, slow, age)] == [
        "Die Frage hat 5.000 Zeichen; höchstens 4.000 sind möglich.",
        "Das Modell m wurde in 2,5 s nicht fertig.",
        "[1] (5. März 2021)",
    ]


def test_a_remark_that_nobody_has_translated_stays_english() -> None:
    odd = Remark("{count:,} odd things: {why}", count=1_000, why=Remark("Try again."))
    assert text.remark(odd, GERMAN) == "1,000 odd things: Versuch es noch einmal."
    assert text.remark("took too long", GERMAN) == "took too long"


def test_what_people_typed_is_never_taken_for_a_template() -> None:
    typed = Remark(
        "{token} is no filter, so it was searched as words. Filters are {known}.", token="{known}", known="a:"
    )
    assert text.remark(typed, GERMAN) == (
        "{known} ist kein Filter, darum wurde danach als Worten gesucht. Filter sind a:."
    )


def test_only_the_librarys_part_of_an_answer_is_translated() -> None:
    answer = joined([Remark("The notes may not answer this. The closest passages:"), "Try again. [1]"], "\n\n")
    assert text.answer_text(answer, GERMAN) == (
        "Vielleicht beantworten die Notizen das nicht. Am nächsten kommen diese Stellen:\n\nTry again. [1]"
    )
    assert text.answer_text("99 Tage (not backed by the notes).", GERMAN) == (
        "99 Tage (nicht durch die Notizen belegt)."
    )
