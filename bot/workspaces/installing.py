"""How a workspace installs the bot: Bolt's OAuth flow, which lets in only those that the settings name."""

from __future__ import annotations

import html
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from urllib.parse import urljoin

from slack_bolt.error import BoltError
from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store.models.installation import Installation
from slack_sdk.web.async_client import AsyncWebClient

from bot.client import UNREACHABLE
from bot.errors import InstallationsUnavailable
from bot.logs import hushed
from bot.pacing import Allowance
from bot.workspaces.installations import Installations
from bot.workspaces.terms import INSTALL_PATH, Terms
from config.starter import REDIRECT_PATH

MOST_BEGUN = 60  # installations in a minute
_log = logging.getLogger(__name__)


class Refused(BoltError):
    """An installation that is not kept. Its text is for the person who installs."""


class Installing(AsyncOAuthFlow):
    """The two pages. `installed` is called with each workspace that was let in."""

    def __init__(
        self,
        client: AsyncWebClient,
        installations: Installations,
        terms: Terms,
        installed: Callable[[str], Awaitable[None]],
    ) -> None:
        settings = AsyncOAuthSettings(
            client_id=terms.client_id,
            client_secret=terms.client_secret,
            scopes=terms.scopes,
            user_scopes=(),
            redirect_uri=terms.redirect,
            install_path=INSTALL_PATH,
            redirect_uri_path=REDIRECT_PATH,
            authorization_url=urljoin(client.base_url, "/oauth/v2/authorize"),
            installation_store=installations.store,
            state_store=installations.states,
            callback_options=AsyncCallbackOptions(success=_thank, failure=_explain),
            logger=_quiet(),
        )
        super().__init__(client=client, logger=_quiet(), settings=settings)
        self._installations = installations
        self._terms = terms
        self._installed = installed
        self._begun = Allowance(MOST_BEGUN)

    async def begin(self, request: AsyncBoltRequest) -> BoltResponse:
        """The page with the button that leads to Slack. Each is noted, so there are only so many in a minute."""
        if not self._begun.take():
            return page("Too many people install this bot just now. Try again in a minute.", status=429)
        try:
            return await self.handle_installation(request)
        except Exception as error:  # noqa: BLE001 - the state store raises whatever its driver does
            return _failed(error)

    async def end(self, request: AsyncBoltRequest) -> BoltResponse:
        """Where Slack sends the person back: the installation is kept, or refused with a sentence."""
        try:
            return await self.handle_callback(request)
        except Exception as error:  # noqa: BLE001 - as above, and Slack may not be reachable
            return _failed(error)

    async def store_installation(self, request: AsyncBoltRequest, installation: Installation) -> None:  # noqa: ARG002
        """Keep it, where the settings name its workspace; else it is undone. Raises Refused."""
        team = installation.team_id or ""
        if refusal := self._refusal(installation):
            await self._undo(installation)
            _log.warning("The installation in workspace %s is refused.", team or "(none)")
            raise Refused(refusal)
        await self._installations.save(installation)
        _log.info("Installed in workspace %s.", team)
        await self._installed(team)

    def _refusal(self, installation: Installation) -> str:
        if installation.is_enterprise_install or installation.team_id not in self._terms.workspaces:
            where = installation.team_id or "a whole organisation"
            return (
                f"This bot does not serve {where}, so it was not installed there. "
                "Whoever runs it can add the workspace's id to oauth.workspaces."
            )
        return ""

    async def _undo(self, installation: Installation) -> None:
        """Slack must not go on telling us what is said there."""
        with suppress(SlackApiError, *UNREACHABLE):
            await self.client.apps_uninstall(
                client_id=self._terms.client_id,
                client_secret=self._terms.client_secret,
                token=installation.bot_token,
            )


def page(sentence: str, *, status: int) -> BoltResponse:
    """One sentence for a browser."""
    body = f"<!doctype html><title>Footnote</title><p>{html.escape(sentence)}</p>"
    return BoltResponse(status=status, body=body, headers={"Content-Type": "text/html; charset=utf-8"})


async def _thank(args: AsyncSuccessArgs) -> BoltResponse:
    return await args.default.success(args)


async def _explain(args: AsyncFailureArgs) -> BoltResponse:
    if isinstance(args.error, Refused):
        return page(str(args.error), status=403)
    return await args.default.failure(args)


def _failed(error: Exception) -> BoltResponse:
    """The failure by its name alone: its words may hold a code or a token."""
    known = isinstance(error, (InstallationsUnavailable, *UNREACHABLE))
    _log.error("An installation failed (%s).", type(error).__name__)
    sentence = "Slack or the bot's own database does not answer. " if known else "Something went wrong. "
    return page(f"{sentence}The installation was not finished: try again in a minute.", status=503)


def _quiet() -> logging.Logger:
    # The flow logs codes below this level.
    return hushed(f"{__name__}.sdk")
