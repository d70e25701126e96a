"""Equal words in, equal terms out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.text import analyze, content_words, detect_language, index_terms, query_terms, readings, search_terms


def found_by(question: str, note: str, *, title: str = "") -> bool:
    """Whether the note holds every term of the question in one of its readings."""
    indexed = set(index_terms(title, (), note))
    return any(indexed.issuperset(reading) for reading in readings(question))


@pytest.mark.promise("identifiers-are-found-whole-and-in-parts")
@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("user_id", "Set `user_id` before you start."),
        ("deploy_service.py", "Run deploy_service.py twice."),
        ("deploy_service.py", "Run scripts/deploy_service.py twice."),
        ("deploy", "Run deploy_service.py twice."),
        ("ERR_1042", "The log says ERR_1042: disk full."),
        ("err_1042", "The log says ERR_1042."),
        ("1042", "The log says ERR_1042."),
        ("camelCase", "Names are in camelCase."),
        ("camel", "Names are in camelCase."),
        ("v2.3.1", "Fixed in v2.3.1."),
        ("HTTP/2", "It speaks HTTP/2, not more."),
        ("https://x.example/api/v2/users", "Call https://x.example/api/v2/users."),
        ("/api/v2/users", "Call https://x.example/api/v2/users."),
        ("ann@x.example", "Ask ann@x.example."),
        ("C++", "Written in C++."),
        (".env", "Secrets are in (.env)."),
        ("--dry-run", "Try it with --dry-run first."),
        ("dry run", "Try it with --dry-run first."),
        ("sign-up", "The sign-up page"),
        ("10000", "At most 10,000 rows"),
    ],
)
def test_an_identifier_is_found_whole_and_in_parts(question: str, note: str) -> None:
    assert found_by(question, note)


def test_a_whole_identifier_tells_more_than_its_parts() -> None:
    assert "user_id" in query_terms("user_id")
    assert "user_id" not in analyze("the id of a user")


@pytest.mark.promise("case-accents-and-width-do-not-matter")
@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("ÉCOLE", "ecole"),
        ("école", "E\u0301cole"),
        ("STRASSE", "Straße"),
        ("Überstunden", "uberstunden"),
        ("ＡＢＣ", "abc"),
        ("İstanbul", "istanbul"),
        ("سِيَاسَة", "سياسة"),
        ("إجازة", "اجازة"),
        ("company’s", "company"),
        ("va\u200bca\u00adtion", "vacation"),
        ("vaca\x00tion", "vacation"),
        ("٣", "3"),
    ],
)
def test_other_spellings_of_a_word_give_the_same_terms(left: str, right: str) -> None:
    assert analyze(left) == analyze(right)


@pytest.mark.parametrize(
    ("question", "note"),
    [
        ("policies", "The policy holds."),
        ("Überstunden", "Wie werden die Überstunden bezahlt, und wann ist das?"),
        ("Haus", "Die Häuser sind alt und das ist gut so."),
        ("congés", "Les congés sont pour tous, et le congé est dans la liste."),
        ("отпуск", "Сколько дней отпуска у нас есть?"),
    ],
)
def test_another_form_of_a_word_is_found_in_its_own_language(question: str, note: str) -> None:
    assert found_by(question, note)


@pytest.mark.promise("two-characters-are-found-inside-a-longer-run")
@pytest.mark.parametrize(
    ("question", "note"),
    [("年假", "我们的年假政策如下"), ("休暇", "有給休暇の申請方法"), ("휴가", "연차휴가정책"), ("วัน", "นโยบายวันหยุด")],
)
def test_two_characters_are_found_inside_a_longer_run(question: str, note: str) -> None:
    assert found_by(question, note)


def test_an_identifier_inside_chinese_text_is_its_own_word() -> None:
    assert "user_id" in analyze("请设置user_id的值")


def test_stop_words_are_left_out_of_a_question() -> None:
    assert query_terms("what is the vacation policy") == ["vacat", "polici"]


def test_a_question_of_stop_words_alone_keeps_them() -> None:
    assert query_terms("who are we") == ["who", "are", "we"]
    assert found_by("who are we", "People and teams.", title="Who we are")


def test_a_stop_word_in_capitals_is_a_name() -> None:
    assert query_terms("which IT contact") == ["it", "contact"]
    assert "it" in index_terms("", (), "Ask IT about it.")
    assert "it" not in index_terms("", (), "Ask them about it.")


def test_a_word_asked_for_twice_counts_twice() -> None:
    assert search_terms("deploy the deploy script").count("deploy") == 2
    assert query_terms("deploy the deploy script").count("deploy") == 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How do we get the keys for this?", "english"),
        ("Wie beantragt man eine Freistellung für die Pflege?", "german"),
        ("Comment est-ce que je demande un congé pour la famille ?", "french"),
        ("¿Cómo se piden los días libres para la familia?", "spanish"),
        ("ERR_1042", ""),
        ("Vacation policy", ""),
    ],
)
def test_a_language_is_named_only_where_its_stop_words_tell(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_a_note_is_read_in_the_language_of_the_whole_note() -> None:
    assert "uberstund" in index_terms("Zeit", (), "Überstunden", language="german")


def test_a_title_that_is_a_heading_too_counts_once() -> None:
    assert index_terms("Leave", ("Leave", "Parents"), "Ask early.") == ("leav", "parent", "ask", "earli")


def test_content_words_come_as_they_were_written() -> None:
    assert content_words("What is the Parental leave policy?") == {
        "parent": "Parental",
        "leav": "leave",
        "polici": "policy",
    }


@given(st.text(max_size=200))
def test_no_term_is_empty_or_holds_white_space(text: str) -> None:
    assert all(term and not any(character.isspace() for character in term) for term in analyze(text))


@given(st.text(max_size=200))
def test_a_question_finds_a_note_of_the_same_words(text: str) -> None:
    assert set(index_terms("", (), text)) <= set(analyze(text))
    assert bool(query_terms(text)) == bool(analyze(text))


@pytest.mark.parametrize("piece", ["a.", "aB", "+#", "a'", "_", "我", "-", "a/"])
def test_a_very_long_run_is_read_once(piece: str) -> None:
    terms = analyze(piece * 100_000)
    assert all(len(term) <= 128 for term in terms)
