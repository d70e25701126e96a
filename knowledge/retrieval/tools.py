"""The two tools of a model that looks again, and the word that ends it. What does not fit exactly is no call."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from knowledge.planning.parsing import unfenced

MAX_QUERY_CHARS = 300
USAGE = """{"tool": "search_notes", "query": "WORDS"} finds sections by meaning and by words; with \
"in": "NAME" only in one of the collections
{"tool": "read_section", "n": 3} gives the whole section of which a part is shown under that number
{"tool": "done"} where the question can be answered now, or nothing more can be found"""


class Call(BaseModel):
    """A call as the model wrote it: another argument, a missing one or one of another type is refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class SearchNotes(Call):
    """Search for other words, in all collections or in the one that is named."""

    tool: Literal["search_notes"]
    query: Annotated[str, Field(min_length=1, max_length=MAX_QUERY_CHARS)]
    collection: Annotated[str | None, Field(alias="in", min_length=1, max_length=200)] = None


class ReadSection(Call):
    """Read the section on; `n` is its number among those shown, from 1."""

    tool: Literal["read_section"]
    n: Annotated[int, Field(ge=1)]


class Done(Call):
    """Nothing more to look at."""

    tool: Literal["done"]


ToolCall = SearchNotes | ReadSection | Done
_CALLS: TypeAdapter[ToolCall] = TypeAdapter(Annotated[ToolCall, Field(discriminator="tool")])


class Refused(Exception):
    """A call that is not carried out. The message is for the model."""


def read_call(reply: str) -> ToolCall | None:
    """The call in a reply; None for a reply that holds no JSON object. Raises Refused for one that does not fit."""
    try:
        value = json.loads(unfenced(reply))
    except (ValueError, RecursionError):
        return None
    if not isinstance(value, dict):
        return None
    try:
        return _CALLS.validate_python(value)
    except ValidationError as error:
        places = {".".join(map(str, problem["loc"][1:])) or "tool" for problem in error.errors(include_input=False)}
    raise Refused(f"This call does not fit: look at {', '.join(sorted(places))}.")
