"""Which workspaces may install the bot, and with what, as the settings say."""

from __future__ import annotations

from dataclasses import dataclass, field

from pydantic import SecretStr

from bot.errors import SecretMissing
from bot.slack_app import link_domains, shipped
from config.settings import Settings
from config.starter import REDIRECT_PATH

INSTALL_PATH = "/slack/install"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """`address` is the bot's own, as people reach it; the secret stays out of `repr`."""

    workspaces: tuple[str, ...]
    address: str
    scopes: tuple[str, ...]
    client_id: str
    client_secret: str = field(repr=False)

    @property
    def install(self) -> str:
        """Where people install it."""
        return self.address.rstrip("/") + INSTALL_PATH

    @property
    def redirect(self) -> str:
        """Where Slack sends them back to."""
        return self.address.rstrip("/") + REDIRECT_PATH


def terms_of(settings: Settings) -> Terms:
    """The terms of workspaces that install the bot. Raises SecretMissing."""
    secrets, oauth = settings.secrets, settings.oauth
    return Terms(
        workspaces=oauth.workspaces,
        address=oauth.address,
        scopes=tuple(sorted(shipped(link_domains(settings)).scopes)),
        client_id=_given(secrets.client_id, "SLACK_CLIENT_ID"),
        client_secret=_given(secrets.client_secret, "SLACK_CLIENT_SECRET"),
    )


def _given(secret: SecretStr | None, variable: str) -> str:
    if secret is None:
        raise SecretMissing(
            f"oauth.workspaces needs {variable}.", hint="Copy it from the app's Basic Information page."
        )
    return secret.get_secret_value()
