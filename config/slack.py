"""The sections about Slack: how it is reached, how the bot behaves in a channel, and the tokens."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, SecretStr, field_validator, model_validator

from config import checks
from config.sections import Address, Filled, InstallationsDatabase, LooseTuple, Person, Section, Workspace

Command = Annotated[str, AfterValidator(checks.command)]


class SlackSettings(Section):
    """How the bot reaches Slack and is reached."""

    mode: Literal["socket", "http"]
    api_url: Annotated[str, AfterValidator(checks.base_address)]
    http_host: Filled
    http_port: Annotated[int, Field(ge=1, le=65_535)]
    http_drain_seconds: Annotated[float, Field(ge=0, le=120)]
    ask_command: Command
    search_command: Command
    language: Literal["en", "de"]
    workers: Annotated[int, Field(ge=1, le=1_000)]
    admins: Annotated[tuple[Annotated[str, AfterValidator(checks.user)], ...], LooseTuple]
    link_previews: bool
    inbox_collection: Annotated[str, AfterValidator(checks.or_empty(checks.filled))]
    inbox_writers: Annotated[tuple[Person, ...], LooseTuple]

    @model_validator(mode="after")
    def _two_commands(self) -> Self:
        if self.ask_command == self.search_command:
            raise checks.refusal(
                "two different commands",
                found=f'"{self.ask_command}" as ask_command and as search_command',
                keys=("slack.search_command", "slack.ask_command"),
            )
        return self


class OAuthSettings(Section):
    """Which workspaces may install the bot from its own page; none: it serves one, by the token that is set.

    The first of them is home: there are the people and channels that other settings name without a workspace.
    """

    workspaces: Annotated[tuple[Workspace, ...], LooseTuple]
    address: Address
    database: InstallationsDatabase

    @field_validator("workspaces")
    @classmethod
    def _workspaces_once(cls, workspaces: tuple[str, ...]) -> tuple[str, ...]:
        for name in workspaces:
            if (count := workspaces.count(name)) > 1:
                raise checks.refusal("each workspace once", found=f'"{name}" {count} times')
        return workspaces

    @property
    def home(self) -> str:
        """The id of the first workspace; empty where there is none."""
        return next(iter(self.workspaces), "")

    @model_validator(mode="after")
    def _reachable(self) -> Self:
        if self.workspaces and not self.address:
            raise checks.refusal(
                "the address at which people and Slack reach the bot, such as https://footnote.example.org",
                found="none, and workspaces that may install it",
                keys=("oauth.workspaces", "oauth.address"),
            )
        return self


class ChannelSettings(Section):
    """How the bot behaves in one channel. What is empty means what holds everywhere."""

    channel: Annotated[str, AfterValidator(checks.channel)]
    workspace: Annotated[str, AfterValidator(checks.or_empty(checks.workspace))]
    collections: Annotated[tuple[Filled, ...], LooseTuple]
    instructions: Annotated[str, AfterValidator(checks.instructions)]
    follow_up: Literal["", "engaged", "mention"]
    answer: Literal["mentions", "questions", "all"]
    private_answers: bool
    askers: Annotated[tuple[Person, ...], LooseTuple]
    escalation: Annotated[tuple[Person, ...], LooseTuple]
    language: Literal["", "en", "de"]


class Secrets(Section):
    """Slack's tokens, masked in every `repr`; None where one is not set."""

    bot_token: SecretStr | None
    app_token: SecretStr | None
    signing_secret: SecretStr | None
    client_id: SecretStr | None
    client_secret: SecretStr | None

    @field_validator("bot_token")
    @classmethod
    def _no_app_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token and token.get_secret_value().startswith("xapp-"):
            raise checks.refusal("a bot token (it begins with xoxb-)", found="an app-level token (xapp-)")
        return token

    @field_validator("app_token")
    @classmethod
    def _no_bot_token(cls, token: SecretStr | None) -> SecretStr | None:
        if token and token.get_secret_value().startswith("xox"):
            raise checks.refusal("an app-level token (it begins with xapp-)", found="a bot or user token (xox...)")
        return token
