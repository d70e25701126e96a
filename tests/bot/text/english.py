"""Finds the bot's English in what it said."""

import json
import re
from dataclasses import fields
from string import Formatter

from bot.text import ENGLISH

# Ids and types of blocks are names, and nobody's language.
_NAMES = re.compile(r"'(?:action_id|block_id|value|type|style|callback_id|private_metadata)': '[^']*'")
_ADDRESS = re.compile(r"https?://[^\s'\">|]+")

_ALIKE = {"Text"}  # in German too


def in_english(*shown: object) -> set[str]:
    """The pieces of English sentences and labels, between what is filled in, that stand in these."""
    said = json.dumps([_ADDRESS.sub("", _NAMES.sub("", str(one))) for one in shown], ensure_ascii=False)
    return {piece for piece in _pieces() if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", said)}


def _pieces() -> set[str]:
    values = [
        getattr(part, field.name)
        for part in (ENGLISH, ENGLISH.digest)
        for field in fields(part)
        if field.name not in {"months", "digest"}
    ]
    templates = [form for value in values for form in ([value] if isinstance(value, str) else value)]
    pieces = (piece.strip(" \n:,.") for one in templates for piece, *_ in Formatter().parse(one))
    return {piece for piece in pieces if len(piece) > 2 and re.search("[a-z]{2}", piece)} - _ALIKE
