"""Where a question came from, as traces, figures and logs may tell it."""

from __future__ import annotations

import hashlib

from bot.requests import Request
from knowledge.traces import Origin

PERSON_CHARS = 12
# What a person did, as occasions name it (see `bot.requests.Request`).
_DEEDS = {
    "command": "command",
    "action": "button",
    "shortcut": "shortcut",
    "view": "form",
    "digest": "schedule",
    "deletion": "deletion",
    "links": "link",
}


def origin_of(request: Request) -> Origin:
    """A request's own id, so that its trace, its feedback and a sentence about its failure share one."""
    return Origin(id=request.id, surface="slack", person=opaque(f"{request.team}/{request.user}"))


def surface_of(request: Request) -> str:
    """The way it came, in one word: what was pressed or typed, or which kind of message."""
    deed = request.occasion.removeprefix(f"{request.team}/").partition("/")[0]
    if deed in _DEEDS:
        return _DEEDS[deed]
    if not request.message_ts:
        return "join"
    if request.direct:
        return "direct"
    if request.needs_engagement:
        return "thread"
    return "channel" if request.overheard else "mention"


def opaque(person: str) -> str:
    """The same few characters for the same person, from which nobody reads who it is."""
    return hashlib.sha256(person.encode()).hexdigest()[:PERSON_CHARS]
