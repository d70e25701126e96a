"""Bytes to text: byte order marks, UTF-8, then older encodings; what is no text says so."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from charset_normalizer import from_bytes

from knowledge.errors import NoteSkipped, ReadError

# UTF-32 first: its mark begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Where two explain the bytes equally well the earlier one is taken.
_OLDER_ENCODINGS = (
    "cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256", "cp874",
    "cp932", "euc_jp", "iso2022_jp", "gb18030", "big5", "cp949",
)  # fmt: skip
_PDF = b"%PDF-"  # the one format that may hold readable bytes only
_SIGNATURES = (
    (_PDF, "a PDF file"),
    (b"PK\x03\x04", "a ZIP or Office file"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"RIFF", "a RIFF media file"),
    (b"OggS", "an Ogg media file"),
    (b"ID3", "an MP3 file"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\x7fELF", "a program"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"SQLite format 3\x00", "a database"),
)
_CONTROL = bytes(set(range(0x20)) - set(b"\t\n\r\f\v\x1b")) + b"\x7f"
_MAX_CONTROL_SHARE = 0.02
_MAX_BROKEN_SHARE = 0.1
_WIDE_SAMPLE_BYTES = 4_096
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodedText:
    """Text with LF line ends only, so that its lines are those that an editor numbers."""

    text: str
    warning: str = ""


def decode(data: bytes) -> DecodedText:
    """Turn a file's bytes into text.

    Raises NoteSkipped if they are no text, and ReadError if they are but in no encoding that is known here.
    """
    decoded = _marked(data) or _wide(data)
    if decoded is None:
        _refuse_binary(data)
        decoded = _strictly(data, "utf-8") or _mostly_utf8(data) or _older(data) or _damaged_utf8(data)
    lines = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    return DecodedText(text=lines.replace("\0", "\ufffd"), warning=decoded.warning)


def _marked(data: bytes) -> DecodedText | None:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding) or DecodedText(
                text=_LONE_SURROGATE.sub("\ufffd", data[len(mark) :].decode(encoding, "replace")),
                warning=f"some bytes are not valid {encoding}; each stands as \ufffd",
            )
    return None


def _wide(data: bytes) -> DecodedText | None:
    """UTF-16 without a mark: Latin text has a zero in every second byte, which nothing else has."""
    sample = data[:_WIDE_SAMPLE_BYTES]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    half = max(len(sample) // 2, 1)
    for zeros, others, encoding in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros > half * 0.4 and others < half * 0.02:
            return _strictly(data, encoding)
    return None


def _refuse_binary(data: bytes) -> None:
    """Few control characters may stand in a note; many mean that it is none."""
    control = len(data) - len(data.translate(None, delete=_CONTROL))
    if data.startswith(_PDF) or control > max(len(data) * _MAX_CONTROL_SHARE, 1):
        name = next((name for signature, name in _SIGNATURES if data.startswith(signature)), "binary")
        raise NoteSkipped(f"it is {name}, not text")


def _strictly(data: bytes, encoding: str) -> DecodedText | None:
    try:
        return DecodedText(text=data.decode(encoding))
    except UnicodeDecodeError:
        return None


def _mostly_utf8(data: bytes) -> DecodedText | None:
    """UTF-8 with a few broken bytes: guessing another encoding would spoil every other character."""
    text = data.decode("utf-8", "replace")
    foreign = len(text) - len(text.encode("ascii", "ignore"))
    return _with_gaps(text, of=foreign)


def _damaged_utf8(data: bytes) -> DecodedText:
    """Text that no encoding explains, with its few odd bytes left out."""
    text = data.decode("utf-8", "replace")
    decoded = _with_gaps(text, of=len(text))
    if decoded is None:
        raise ReadError("Its encoding is not recognised.", hint="Save the note as UTF-8.")
    return decoded


def _with_gaps(text: str, *, of: int) -> DecodedText | None:
    if text.count("\ufffd") > of * _MAX_BROKEN_SHARE:
        return None
    return DecodedText(text=text, warning="some bytes are not valid UTF-8; each stands as \ufffd")


def _older(data: bytes) -> DecodedText | None:
    matches = from_bytes(data, cp_isolation=list(_OLDER_ENCODINGS))
    order = {encoding: rank for rank, encoding in enumerate(_OLDER_ENCODINGS)}
    ranked = sorted(matches, key=lambda match: (match.chaos, -match.coherence, order.get(match.encoding, len(order))))
    for match in ranked:
        return DecodedText(text=str(match), warning=f"read as {match.encoding}; save it as UTF-8 to be sure")
    return None
