"""What other bots tell this one: that somebody wants no more of an answer that is being written here."""

from __future__ import annotations

from contextlib import aclosing

from bot.interrupts import heard
from bot.state.database import StateDatabase
from bot.workspaces.ports import Workspaces


async def hear(database: StateDatabase, workspaces: Workspaces) -> None:
    """End every answer that another bot names, until cancelled. Over a file nobody tells anything."""
    async with aclosing(database.news()) as news:
        async for notice in news:
            team, name = heard(notice)
            if services := workspaces.services(team):
                services.interrupts.stop(name)
