"""Each request is worked on with the services of its own workspace, and with no other's."""

from __future__ import annotations

import logging
from collections.abc import Collection

from bot.errors import InstallationsUnavailable, StateUnavailable
from bot.replies import status, work
from bot.requests import Request
from bot.state.inbox import Inbox, Taken
from bot.workspaces.ports import Workspaces

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
            await self._inbox.finish(request.id, "failed")
            _log.info("Request %s is of a workspace in which the bot is not, and ends.", request.id)
        except (InstallationsUnavailable, StateUnavailable) as error:
            # Nobody extends its lease any more, so it is taken up again.
            _log.error("Request %s waits for a database (%s).", request.id, type(error).__name__)
        return ()

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
