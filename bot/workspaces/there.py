"""Each request is worked on with the services of its own workspace, and with no other's."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection

from bot.errors import InstallationsUnavailable, StateUnavailable
from bot.replies import status, work
from bot.requests import Request
from bot.state.inbox import Inbox, Taken
from bot.workspaces.ports import Workspaces

OTHERS_SECONDS = 900.0  # how long another bot may take to come back for what it left
REST_SECONDS = 5.0  # between two looks at what another bot left
_log = logging.getLogger(__name__)


class There:
    """What the workers do, where the request comes from."""

    def __init__(self, inbox: Inbox, workspaces: Workspaces) -> None:
        self._inbox = inbox
        self._workspaces = workspaces

    async def work(self, taken: Taken) -> Collection[str]:
        """As `bot.replies.work.work`; in a workspace that the bot was taken out of nobody waits for anything."""
        request = taken.request
        try:
            services = await self._workspaces.find(request.team)
            if services is not None:
                return await work.work(taken, services)
            await self._turn_away(request)
        except (InstallationsUnavailable, StateUnavailable) as error:
            # Nobody extends its lease any more, so it is taken up again.
            _log.error("Request %s waits for a database (%s).", request.id, type(error).__name__)
        return ()

    async def _turn_away(self, request: Request) -> None:
        """End it where the bot was taken out; of a workspace that is not ours, leave it to the bot that serves it."""
        age_seconds = time.time() - request.created_at
        if self._workspaces.named(request.team) or age_seconds > OTHERS_SECONDS:
            await self._inbox.finish(request.id, "failed")
            _log.info("Request %s is of a workspace in which the bot is not, and ends.", request.id)
        else:
            await self._inbox.put_back(request.id, until=time.time() + REST_SECONDS)

    async def stopped(self, taken: Taken) -> None:
        """As `bot.replies.work.stopped`."""
        services = self._workspaces.services(taken.request.team)
        if services is not None:
            await work.stopped(taken, services)

    async def in_line(self, request: Request, ahead: int) -> None:
        """As `bot.replies.status.in_line`."""
        services = self._workspaces.services(request.team)
        if services is not None:
            await status.in_line(request, ahead, services)
