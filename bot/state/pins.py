"""The rules that a thread began with, so that a change of the settings changes no conversation on its way."""

from __future__ import annotations

import time

from pydantic import TypeAdapter, ValidationError

from bot.rules import ChannelRules
from bot.state.database import StateDatabase

_RULES = TypeAdapter(ChannelRules)
_BEGIN = "INSERT INTO thread_rules (thread, at, payload) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"


class Pins:
    """Rules by thread. Every method raises StateUnavailable."""

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def begin(self, thread: str, rules: ChannelRules) -> ChannelRules:
        """The thread's rules: these, where it begins now."""
        kept = await self.kept(thread)
        if kept is None:
            await self._database.execute(_BEGIN, (thread, time.time(), _RULES.dump_json(rules).decode()))
        return kept or rules

    async def kept(self, thread: str) -> ChannelRules | None:
        """The thread's rules; None where it has not begun, or another version of this program wrote them."""
        rows = await self._database.fetch("SELECT payload FROM thread_rules WHERE thread = ?", (thread,))
        try:
            return _RULES.validate_json(rows[0][0]) if rows else None
        except ValidationError:
            return None
