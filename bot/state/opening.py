"""The state that the settings name."""

from __future__ import annotations

from bot.state.database import StateDatabase
from config.settings import Settings


async def open_state(settings: Settings) -> StateDatabase:
    """Open or create it. Raises StateUnavailable, StateTooNew."""
    conversation = settings.conversation
    return await StateDatabase.open(
        conversation.database,
        connections=conversation.connections,
        statement_timeout_seconds=conversation.statement_timeout_seconds,
    )
