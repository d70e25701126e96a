"""Finds the English of the bot and of the library in what it said."""

import json
import re
from collections.abc import Iterable
from dataclasses import fields
from string import Formatter

from bot.text import ENGLISH, GERMAN

# Ids and types of blocks are names, and nobody's language.
_NAMES = re.compile(r"'(?:action_id|block_id|value|type|style|callback_id|private_metadata)': '[^']*'")
_ADDRESS = re.compile(r"https?://[^\s'\">|]+")

_ALIKE = {"Text"}  # in German too
_TELLING = 11  # characters


def in_english(*shown: object) -> set[str]:
    """The pieces of English sentences and labels, between what is filled in, that stand in these."""
    said = json.dumps([_ADDRESS.sub("", _NAMES.sub("", str(one))) for one in shown], ensure_ascii=False)
    return {piece for piece in _pieces() if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", said)}


def _pieces() -> set[str]:
    values = [
        getattr(part, field.name)
        for part in (ENGLISH, ENGLISH.digest)
        for field in fields(part)
        if field.name not in {"months", "digest", "remarks"}
    ]
    templates = [form for value in values for form in ([value] if isinstance(value, str) else value)]
    own = {piece for piece in _fixed(templates) if len(piece) > 2 and re.search("[a-z]{2}", piece)}
    # Shorter ones, such as "changed", are words of notes too.
    others = {piece for piece in _fixed(GERMAN.remarks) if len(piece) > _TELLING}
    return (own | others) - _ALIKE


def _fixed(templates: Iterable[str]) -> set[str]:
    """What stands between the things that are filled in."""
    return {piece.strip(" \n:,.") for one in templates for piece, *_ in Formatter().parse(one)}
