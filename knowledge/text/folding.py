"""Different spellings of the same characters become one: width, case, accents, invisible characters."""

from __future__ import annotations

import re
import unicodedata

# Soft hyphen, zero-width and direction marks, variation selectors, byte order mark; controls except spaces.
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    r"\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]+"
)
# Marks that people leave out: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels and tatweel.
# Vowel signs of Indic and South-East Asian scripts are letters in all but name and stay.
_ACCENTS = re.compile(
    r"[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+"
)
# Letters without a decomposition, Arabic letters that are written for each other, and foreign digits.
_LETTERS = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "ٱ": "ا",
        "ى": "ي",
        "‘": "'",
        "’": "'",
        "ʼ": "'",
        "‐": "-",
        "‑": "-",
        "⁄": "/",
    }
    | {chr(zero + digit): str(digit) for zero in (0x0660, 0x06F0, 0x0966) for digit in range(10)}
)


def visible(text: str) -> str:
    """The text in compatibility form (NFKC) and without characters that nobody sees; case is kept."""
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))


def fold(text: str) -> str:
    """The text without case and accents: École, ECOLE and ecole are equal, and so are ß and ss, ü and u."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", folded))
    return unicodedata.normalize("NFC", bare).translate(_LETTERS)
