"""Why an answer did not help, as the person who said so told it."""

from __future__ import annotations

from bot.state.database import StateDatabase

# Whoever tells the owners first has told them for good, whatever the person adds later.
_GIVE = """
    UPDATE feedback SET reason = :reason, comment = :comment,
        told_by = CASE WHEN told_by = '' THEN :request_id ELSE told_by END
    WHERE answer_id = :answer_id AND user_id = :user AND value = 'not_helpful'
    RETURNING told_by
"""


class Reasons:
    """Reasons beside the verdicts that they belong to. Every method raises StateUnavailable."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def give(self, answer_id: str, user: str, *, reason: str, comment: str, request_id: str) -> bool | None:
        """Keep a reason; a second one replaces it.

        True: nobody has been told of it before this request. None: the person does not find that answer unhelpful
        any more.
        """
        values = {"answer_id": answer_id, "user": user, "reason": reason, "comment": comment}
        rows = await self._database.execute(_GIVE, values | {"request_id": request_id})
        return bool(rows[0][0] == request_id) if rows else None
