"""Duties that one bot has at a time, among all that share the state: whoever has one says so again and again."""

from __future__ import annotations

from bot.state.database import StateDatabase

_SLACK_SECONDS = 60.0  # by which leases of bots with other settings may be longer

# A lease that ends later than any that is given now was given before the clock was put back.
_TAKE = """
    INSERT INTO leases (duty, owner, until) VALUES (:duty, :owner, :until)
    ON CONFLICT (duty) DO UPDATE SET owner = excluded.owner, until = excluded.until
    WHERE leases.owner = excluded.owner OR leases.until < :now OR leases.until > excluded.until + :slack
    RETURNING owner
"""
_GIVE_BACK = "DELETE FROM leases WHERE duty = :duty AND owner = :owner"


class Leases:
    """Leases by the name of a duty. Times are seconds since the epoch; every method raises StateUnavailable."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def take(self, duty: str, owner: str, *, now: float, until: float) -> bool:
        """Take or keep the duty until then; False where another bot has it."""
        shared = {"now": self._database.shared(now), "until": self._database.shared(until)}
        values = {"duty": duty, "owner": owner, "slack": _SLACK_SECONDS, **shared}
        return bool(await self._database.execute(_TAKE, values))

    async def give_back(self, duty: str, owner: str) -> None:
        """Nobody's from now on, if it is this owner's."""
        await self._database.execute(_GIVE_BACK, {"duty": duty, "owner": owner})
