"""In which channels the bot has said hello. This is kept for good: whoever lets it in again knows it already."""

from __future__ import annotations

from bot.state.database import StateDatabase
from bot.state.engine import Statement

_BEGIN = "INSERT INTO welcomes (place, request_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_WHOSE = "SELECT request_id FROM welcomes WHERE place = ?"


class Welcomes:
    """Welcomes by channel."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def may_say(self, place: str, request_id: str) -> bool:
        """Whether it is this request that says hello there, after a crash too. Raises StateUnavailable."""
        _, rows = await self._database.write(
            Statement(sql=_BEGIN, parameters=(place, request_id)), Statement(sql=_WHOSE, parameters=(place,))
        )
        return bool(rows[0][0] == request_id)
