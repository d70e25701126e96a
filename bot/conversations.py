"""Thread memory: what was said, and which threads the bot takes part in."""

from __future__ import annotations

import time

from bot.state.database import StateDatabase
from bot.state.threads import ENGAGE, LAST_TURNS, NEVER, REMEMBER
from knowledge.types import Turn


class Conversations:
    """Turns by conversation, kept over restarts. Every method raises StateUnavailable."""

    def __init__(self, database: StateDatabase, *, history_turns: int = 6) -> None:
        self._database = database
        self.history_turns = history_turns

    async def history(self, conversation: str) -> tuple[Turn, ...]:
        """The last turns, oldest first; an empty name has none."""
        if not conversation:
            return ()
        rows = await self._database.fetch(LAST_TURNS, (conversation, self.history_turns))
        return tuple(Turn(role=row[0], text=row[1]) for row in reversed(rows))

    async def remember(self, conversation: str, request_id: str, *, question: str, answer: str) -> None:
        """Keep both sides of one exchange, once for each request; an empty name keeps nothing."""
        if not conversation:
            return
        said = {"question": question, "answer": answer, "at": time.time()}
        await self._database.execute(REMEMBER, {"conversation": conversation, "request_id": request_id, **said})

    async def engage(self, conversation: str, *, since: float, only_mentions: bool = False) -> None:
        """Messages in this thread that are later than this message's timestamp need no mention.

        `only_mentions`: they do, whatever the settings say later. A thread that began otherwise stays as it is.
        """
        values = {"conversation": conversation, "since": NEVER if only_mentions else since, "never": NEVER}
        await self._database.execute(ENGAGE, values)
