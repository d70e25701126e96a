"""Modals that people send off."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.blocks import saving
from bot.blocks.reasons import CALLBACK, COMMENT, COMMENT_LIMIT, REASON, REASONS
from bot.door import Door
from bot.listeners.reading import from_outside
from bot.requests import Kind, Request
from bot.services import Identity, Services
from bot.threads import note_of


def register(door: Door, _: Services, identity: Identity) -> None:
    """Listen to the modals: why an answer did not help, and a note before it is saved."""
    for callback, read in ((CALLBACK, reason_request), (saving.CALLBACK, note_request)):
        door.listen("view_submission", callback, partial(read, team=identity.team))


def reason_request(body: Mapping[str, Any], *, team: str) -> Request:
    """The reason, for the answer and the place that the modal was opened with."""
    view = body["view"]
    place: Mapping[str, str] = json.loads(view["private_metadata"])
    values: Mapping[str, Any] = (view.get("state") or {}).get("values") or {}
    chosen = str((values.get(REASON, {}).get(REASON, {}).get("selected_option") or {}).get("value") or "")
    comment = str(values.get(COMMENT, {}).get(COMMENT, {}).get("value") or "")
    return Request(
        kind=Kind.REASON,
        occasion=f"{team}/view/{view['id']}",
        team=team,
        channel=place["channel"],
        user=str(body["user"]["id"]),
        text=comment.strip()[:COMMENT_LIMIT],
        thread_ts=place["thread"],
        ephemeral=True,
        subject=place["answer"],
        detail=chosen if chosen in REASONS else "",
    )


def note_request(body: Mapping[str, Any], *, team: str) -> Request:
    """The note as it was edited, whole."""
    draft, file, place = saving.edited(body["view"])
    return Request(
        kind=Kind.SAVE_NOTE,
        occasion=f"{team}/view/{body['view']['id']}",
        team=team,
        channel=place["channel"],
        user=str(body["user"]["id"]),
        text=note_of(draft),
        thread_ts=place["thread"],
        ephemeral=True,
        outside=from_outside(body, team),
        subject=draft.title,
        detail=file,
    )
