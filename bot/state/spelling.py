"""What the engines spell differently, in words of ours.

Statements are written once, with SQLite's parameters, and with:

    EACH(:ids)                     the members of a parameter that is a list in JSON, for IN
    FIELD(payload, answer.mode)    a field of a column that holds JSON or nothing, as text
    HOLDS(payload, others, :user)  whether a list in a column that holds JSON has this member

Everything else is what both understand alike, and `instr`, which PostgreSQL has by another name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_PARAMETER = r"(\?|:\w+)"
_EACH = re.compile(rf"EACH\({_PARAMETER}\)")
_FIELD = re.compile(r"FIELD\(([\w.]+), ([\w.]+)\)")
_HOLDS = re.compile(rf"HOLDS\(([\w.]+), (\w+), {_PARAMETER}\)")
_NAMED = re.compile(r"(?<![:\w]):(\w+)")
_STATEMENTS = 256  # more than there are


@lru_cache(_STATEMENTS)
def sqlite(sql: str) -> str:
    """The statement for SQLite."""
    sql = _EACH.sub(r"SELECT value FROM json_each(\1)", sql)
    sql = _FIELD.sub(r"json_extract(\1, '$.\2')", sql)
    # The length is what the index is made of.
    member = r"EXISTS (SELECT 1 FROM json_each(\1, '$.\2') WHERE value = \3)"
    return _HOLDS.sub(rf"(json_array_length(\1, '$.\2') > 0 AND {member})", sql)


@lru_cache(_STATEMENTS)
def postgres(sql: str) -> str:
    """The statement for PostgreSQL, its parameters as psycopg has them."""
    sql = _EACH.sub(r"SELECT jsonb_array_elements_text((\1)::jsonb)", sql.replace("%", "%%"))
    sql = _FIELD.sub(_field, sql)
    sql = _HOLDS.sub(r"jsonb_exists(nullif(\1, '')::jsonb -> '\2', \3)", sql)
    return _NAMED.sub(r"%(\1)s", sql.replace("instr(", "strpos(")).replace("?", "%s")


def _field(found: re.Match[str]) -> str:
    column, path = found.groups()
    return f"(nullif({column}, '')::jsonb #>> '{{{path.replace('.', ',')}}}')"


_NUL, _STAND_IN = "\x00", "\ufffd"
_NUL_IN_JSON = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")


def storable(value: object) -> object:
    """The parameter, or parameters, without the one character that PostgreSQL stores in no text."""
    if isinstance(value, str):
        return _NUL_IN_JSON.sub(r"\1\\ufffd", value.replace(_NUL, _STAND_IN))
    if isinstance(value, Mapping):
        return {name: storable(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [storable(one) for one in value]
    return value
