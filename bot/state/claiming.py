"""The statements that write a request down, once, with what it says of its thread and for the limits."""

from __future__ import annotations

from pydantic import TypeAdapter

from bot.limits import Limits
from bot.requests import ASKING, Kind, Request
from bot.state.askings import FULL_SINCE, asked, counting
from bot.state.engine import Statement
from bot.state.threads import ENGAGE, HUSH, NEVER

REQUEST = TypeAdapter(Request)  # as it is kept

# Only what is not answered yet can be withdrawn.
# A follow-up counts only where its thread had been engaged before it was said, and was not muted then.
_CLAIM = """
    INSERT INTO requests (id, event_id, occasion, state, owner, lease_until, created_at, payload)
    SELECT :id, :event_id, :occasion, 'claimed', :owner, :lease_until, :created_at, :payload
    WHERE (:withdraws = '' OR EXISTS (SELECT 1 FROM requests WHERE occasion = :withdraws AND state = 'claimed'))
      AND (NOT :needs_engagement OR (
        EXISTS (SELECT 1 FROM threads WHERE conversation = :conversation AND since < :sent_at)
        AND NOT EXISTS (
          SELECT 1 FROM quiet_threads
          WHERE conversation = :conversation AND muted_at < :sent_at
              AND NOT (unmuted_at > muted_at AND unmuted_at < :sent_at)
        )
      ))
    ON CONFLICT DO NOTHING
"""


def of_its_thread(request: Request) -> list[Statement]:
    """What a request says of its thread, claimed or not; before it is claimed, in the same transaction."""
    statements = []
    if request.engages:
        statements.append(Statement(sql=ENGAGE, parameters=_engaged(request)))
    if request.hushes:
        statements.append(Statement(sql=HUSH, parameters=_hushed(request)))
    return statements


def claiming(
    request: Request, *, owner: str, lease_until: float, limits: Limits | None, now: float
) -> list[Statement]:
    """What writes it down, and counts what is asked. The first one gives no row where somebody had claimed it before.

    With `limits`, the row is what `askings.full_by` takes.
    """
    row = _row(request, owner, lease_until)
    if limits is None or request.kind not in ASKING:
        return [Statement(sql=f"{_CLAIM} RETURNING NULL, NULL", parameters=row)]
    return [
        Statement(sql=f"{_CLAIM} RETURNING {FULL_SINCE}", parameters=row | asked(request, limits, now=now)),
        counting(request, limits, now=now),
    ]


def _row(request: Request, owner: str, lease_until: float) -> dict[str, object]:
    return {
        "id": request.id,
        "event_id": request.event_id or None,
        "occasion": request.occasion,
        "owner": owner,
        "lease_until": lease_until,
        "created_at": request.created_at,
        "payload": REQUEST.dump_json(request).decode(),
        "needs_engagement": request.needs_engagement,
        "conversation": request.conversation,
        "sent_at": request.sent_at,
        "withdraws": request.subject if request.kind is Kind.WITHDRAW else "",
    }


def _hushed(request: Request) -> dict[str, object]:
    sent_at = request.sent_at
    return {
        "conversation": request.conversation,
        "needs_engagement": request.needs_engagement,
        "sent_at": sent_at,
        "muted_at": sent_at if request.kind is Kind.MUTE else 0,
        "unmuted_at": sent_at if request.kind is Kind.UNMUTE else 0,
    }


def _engaged(request: Request) -> dict[str, object]:
    since = NEVER if request.only_mentions else request.sent_at
    return {"conversation": request.conversation, "since": since, "never": NEVER}
