"""Bots killed at random moments under load: after the last restart nothing is missing and nothing double."""

from __future__ import annotations

from tests.bench.endurance import played
from tests.bench.options import Options
from tests.bench.table import Row, Table
from tests.endurance.runs import crash
from tests.endurance.stage import Stage

KILLS = 50
_NOTE = (
    "SIGKILL at random moments while people ask and Slack has trouble, then a new bot on the same state file. "
    "Commands and buttons that nobody acknowledged show their error in Slack; they count if written down."
)


async def run(options: Options) -> list[Table]:
    """One series of bots in each mode."""
    kills = options.count or KILLS

    async def act(on: Stage) -> Row:
        await crash(on, kills=kills)
        return {"kills": kills}

    return await played("kills", _NOTE, options.modes, act)
