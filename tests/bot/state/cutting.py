"""Something between a bot and its server that cuts the line in the middle of a commit."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Literal

SOCKET = ".s.PGSQL.5432"


class Cutter:
    """Carries everything to the server and back, until it is told to cut at a commit, once."""

    def __init__(self, server: Path) -> None:
        self.cut: Literal["before", "after", ""] = ""  # the server has heard of the commit
        self._server = server / SOCKET

    async def serve(self, bot: asyncio.StreamReader, to_bot: asyncio.StreamWriter) -> None:
        """One connection."""
        server, to_server = await asyncio.open_unix_connection(self._server)
        back = asyncio.create_task(_carry(server, to_bot))
        try:
            while said := await bot.read(65_536):
                if self.cut and b"COMMIT" in said:
                    back.cancel()
                    await asyncio.wait([back])
                    if self.cut == "after":
                        to_server.write(said)
                        await server.read(65_536)  # its answer, which nobody hears
                    self.cut = ""
                    return
                to_server.write(said)
        finally:
            back.cancel()
            to_server.close()
            to_bot.close()


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while said := await source.read(65_536):
            target.write(said)


@asynccontextmanager
async def cutter(server: Path, folder: Path) -> AsyncIterator[Cutter]:
    """Listens in that folder as the server does in its own."""
    cutting = Cutter(server)
    listening = await asyncio.start_unix_server(cutting.serve, folder / SOCKET)
    async with listening:
        yield cutting
