"""What a message in Slack carries unseen, so that it is known again after a crash."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EVENT_TYPE = "footnote_answer"


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """Something that was posted. `as_text`: one of the texts that a message became whose blocks were refused.

    `whole`: the end of an answer that was streamed, with which nothing is left to be posted.
    """

    ts: str
    as_text: bool
    whole: bool = False


def metadata(request_id: str, **said: bool) -> dict[str, Any]:
    """What a message carries unseen: whose answer it is, and whether it is `as_text`, `whole`, or a mere `part`."""
    payload = {"request_id": request_id} | {name: True for name, holds in said.items() if holds}
    return {"event_type": EVENT_TYPE, "event_payload": payload}


def carried(request_id: str, message: Mapping[str, Any]) -> Mapping[str, Any]:
    """What `metadata` put into a message for that request; empty where it did not."""
    found = message.get("metadata") or {}
    payload: Mapping[str, Any] = found.get("event_payload") or {}
    return payload if (found.get("event_type"), payload.get("request_id")) == (EVENT_TYPE, request_id) else {}


def posted_for(request_id: str, message: Mapping[str, Any]) -> Posted | None:
    """What a message in Slack is, where it was posted for that request and is more than a part of it."""
    payload = carried(request_id, message)
    if not payload or payload.get("part"):
        return None
    return Posted(ts=str(message["ts"]), as_text=bool(payload.get("as_text")), whole=bool(payload.get("whole")))
