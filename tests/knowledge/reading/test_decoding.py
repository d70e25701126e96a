from __future__ import annotations

import codecs

import pytest

from knowledge.errors import NoteSkipped
from knowledge.reading.decoding import decode

POLICY = "# Urlaub\n\nÜberstunden werden vergütet: 5 €.\n"


@pytest.mark.promise("any-encoding-is-read")
@pytest.mark.parametrize(
    "data",
    [
        POLICY.encode(),
        codecs.BOM_UTF8 + POLICY.encode(),
        codecs.BOM_UTF16_LE + POLICY.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + POLICY.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + POLICY.encode("utf-32-le"),
        codecs.BOM_UTF32_BE + POLICY.encode("utf-32-be"),
        POLICY.encode("utf-16-le"),
        POLICY.encode("utf-16-be"),
    ],
    ids=["utf-8", "utf-8-mark", "16-le", "16-be", "32-le", "32-be", "16-le-unmarked", "16-be-unmarked"],
)
def test_unicode_encodings_are_read_without_a_warning(data: bytes) -> None:
    decoded = decode(data)

    assert decoded.text == POLICY
    assert decoded.warning == ""


@pytest.mark.promise("any-encoding-is-read")
@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Où est la politique de congés? Voilà, ça va être très différent à l'été."),
        ("cp1250", "Přehled: příliš žluťoučký kůň úpěl ďábelské ódy"),
        ("cp1251", "Политика отпусков: сотрудники получают двадцать пять дней отпуска в год."),
        ("koi8_r", "Политика отпусков: сотрудники получают двадцать пять дней отпуска в год."),
        ("cp1253", "Πολιτική αδειών: οι εργαζόμενοι δικαιούνται είκοσι πέντε ημέρες άδειας τον χρόνο."),
        ("cp1255", "מדיניות חופשות: לכל עובד עשרים וחמישה ימי חופשה בשנה."),
        ("cp1256", "سياسة الإجازات: يحق لكل موظف خمسة وعشرون يوما في السنة."),
        ("shift_jis", "# 休暇ポリシー\n社員は年に二十五日の休暇を取得できます。マネージャーに連絡してください。"),
        ("gb18030", "# 休假政策\n员工每年有二十五天的假期。请联系你的经理。"),
        ("big5", "# 休假政策\n員工每年有二十五天的假期。請聯繫你的經理。"),
        ("euc_kr", "# 휴가 정책\n직원은 매년 25일의 휴가를 받습니다. 관리자에게 문의하십시오."),
    ],
)
def test_older_encodings_are_recognised_and_told(encoding: str, text: str) -> None:
    decoded = decode(text.encode(encoding))

    assert decoded.text == text
    assert "save it as UTF-8" in decoded.warning


def test_one_broken_byte_does_not_spoil_the_rest() -> None:
    data = "员工每年有二十五天的假期。".encode()

    decoded = decode(data[:-1] + b"\n")

    assert decoded.text.startswith("员工每年有二十五天的假期")
    assert "not valid UTF-8" in decoded.warning


def test_a_byte_that_no_encoding_explains_costs_one_character_and_not_the_note() -> None:
    decoded = decode(b"# Build log\n\nThe build ends \x1b[31mred\x1b]0;t\x07 with code \x9b33.\n")

    assert decoded.text.endswith("with code \ufffd33.\n")
    assert "not valid UTF-8" in decoded.warning


def test_line_ends_become_those_that_an_editor_counts() -> None:
    assert decode(b"one\r\ntwo\rthree\nfour\x0bstill four\x0cand\xe2\x80\xa8on").text.split("\n") == [
        "one",
        "two",
        "three",
        "four\x0bstill four\x0cand\u2028on",
    ]


@pytest.mark.promise("no-text-is-skipped-with-its-reason")
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", "it is a PNG image, not text"),
        (b"%PDF-1.7\nplain looking", "it is a PDF file, not text"),
        (b"PK\x03\x04\x14\0\0\0\x08\0", "it is a ZIP or Office file, not text"),
        (bytes(range(256)) * 8, "it is binary, not text"),
        (b"\0" * 512, "it is binary, not text"),
    ],
)
def test_what_is_no_text_is_skipped_with_its_reason(data: bytes, reason: str) -> None:
    with pytest.raises(NoteSkipped) as raised:
        decode(data)

    assert str(raised.value) == reason


def test_a_stray_control_character_does_not_make_a_note_binary() -> None:
    assert decode(b"Some words\0 and \x1b[1mmore.\n").text == "Some words\ufffd and \x1b[1mmore.\n"


def test_a_note_may_begin_with_the_letters_of_a_signature() -> None:
    assert decode(b"GIF89 is an old format.").text == "GIF89 is an old format."


def test_a_marked_file_with_an_odd_end_is_still_read() -> None:
    decoded = decode(codecs.BOM_UTF16_LE + "words".encode("utf-16-le") + b"x")

    assert decoded.text == "words\ufffd"
    assert "not valid utf-16-le" in decoded.warning
