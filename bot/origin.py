"""Where a question came from, as a trace may tell it."""

from __future__ import annotations

import hashlib

from bot.requests import Request
from knowledge.traces import Origin

PERSON_CHARS = 12


def origin_of(request: Request) -> Origin:
    """A request's own id, so that its trace, its feedback and a sentence about its failure share one."""
    return Origin(id=request.id, surface="slack", person=opaque(f"{request.team}/{request.user}"))


def opaque(person: str) -> str:
    """The same few characters for the same person, from which nobody reads who it is."""
    return hashlib.sha256(person.encode()).hexdigest()[:PERSON_CHARS]
