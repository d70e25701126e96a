"""The settings as frozen values, section by section.

The models hold types and ranges only. Every default is in `defaults.toml`, so nothing here can disagree with it.
Values are strict: the text "3000" is no number. `config.environment` parses what the environment gives as text.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Literal, Self, cast

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from config import checks

Filled = Annotated[str, AfterValidator(checks.filled)]
Address = Annotated[str, AfterValidator(checks.or_empty(checks.web_address))]
Command = Annotated[str, AfterValidator(checks.command)]
Glob = Annotated[str, AfterValidator(checks.glob)]
# TOML knows no paths and no tuples: these two are read from its texts and lists.
Database = Annotated[Path, Field(strict=False), AfterValidator(checks.database_file)]
LooseTuple = Field(strict=False)
Share = Annotated[float, Field(gt=0, le=1)]
ChunkSize = Annotated[int, Field(ge=32, le=8_192)]  # below, a heading and a sentence do not fit together


class Section(BaseModel):
    """What all sections have in common: frozen, strict, closed, and silent about their input in errors."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", hide_input_in_errors=True, allow_inf_nan=False
    )


class SlackSettings(Section):
    """How the bot reaches Slack and is reached."""

    mode: Literal["socket", "http"]
    api_url: Annotated[str, AfterValidator(checks.base_address)]
    http_host: Filled
    http_port: Annotated[int, Field(ge=1, le=65_535)]
    ask_command: Command
    search_command: Command
    workers: Annotated[int, Field(ge=1, le=1_000)]

    @model_validator(mode="after")
    def _two_commands(self) -> Self:
        if self.ask_command == self.search_command:
            raise checks.refusal(
                "two different commands",
                found=f'"{self.ask_command}" as ask_command and as search_command',
                keys=("slack.search_command", "slack.ask_command"),
            )
        return self


class CollectionSettings(Section):
    """One folder of notes, how it is cited, and who may see it."""

    name: Filled
    path: Annotated[Path, Field(strict=False), AfterValidator(checks.notes_folder)]
    include: Annotated[tuple[Glob, ...], LooseTuple, AfterValidator(checks.at_least_one)]
    exclude: Annotated[tuple[Glob, ...], LooseTuple]
    url: Annotated[str, AfterValidator(checks.link)]
    default: bool
    channels: Annotated[tuple[Annotated[str, AfterValidator(checks.channel)], ...], LooseTuple]
    users: Annotated[tuple[Annotated[str, AfterValidator(checks.person)], ...], LooseTuple]


class IndexSettings(Section):
    """Where the index is and how notes are cut for it; sizes in tokens of the embedder."""

    database: Database
    chunking: Literal["structure", "paragraph", "fixed", "semantic"]
    chunk_tokens: ChunkSize
    chunk_max_tokens: ChunkSize
    chunk_overlap: Annotated[float, Field(ge=0, le=0.5)]
    exclude_status: Annotated[tuple[Filled, ...], LooseTuple]

    @model_validator(mode="after")
    def _target_below_maximum(self) -> Self:
        if self.chunk_tokens > self.chunk_max_tokens:
            raise checks.refusal(
                "chunk_tokens up to chunk_max_tokens",
                found=f"chunk_tokens {self.chunk_tokens} above chunk_max_tokens {self.chunk_max_tokens}",
                keys=("index.chunk_tokens", "index.chunk_max_tokens"),
            )
        return self


class EmbeddingsSettings(Section):
    """Which model makes the vectors; `threads` 0 means what the CPU quota allows."""

    model: Filled
    api_base: Address
    threads: Annotated[int, Field(ge=0, le=256)]


class ChatSettings(Section):
    """Which model writes answers; an empty `model` means answers are quoted from the notes."""

    model: Annotated[str, AfterValidator(checks.or_empty(checks.filled))]
    api_base: Address
    timeout_seconds: Annotated[float, Field(gt=0, le=3_600)]
    max_output_tokens: Annotated[int, Field(ge=1, le=1_000_000)]
    context_tokens: Annotated[int, Field(ge=100, le=1_000_000)]


class RetrievalSettings(Section):
    """How evidence is found; `limit` counts chunks."""

    limit: Annotated[int, Field(ge=1, le=100)]
    plan: Literal["off", "auto", "always"]
    rerank: Literal["off", "auto", "local", "model"]


class ConversationSettings(Section):
    """The state database and how threads are followed."""

    database: Database
    history_turns: Annotated[int, Field(ge=0, le=100)]
    follow_up: Literal["engaged", "mention"]


class AnswersSettings(Section):
    """Who sees the answer to the ask command, and how long a question may be, in characters."""

    ask_visibility: Literal["private", "channel"]
    max_question_chars: Annotated[int, Field(ge=1, le=4_000)]


class DigestSettings(Section):
    """Where and when duplicates are reported; an empty `channel` means never."""

    channel: Annotated[str, AfterValidator(checks.or_empty(checks.channel))]
    schedule: Annotated[str, AfterValidator(checks.schedule)]
    timezone: Annotated[str, AfterValidator(checks.timezone)]
    threshold: Share
    coverage: Share


class TracesSettings(Section):
    """Whether what was asked and found is kept, where, and for how many days."""

    enabled: bool
    database: Database
    retention_days: Annotated[int, Field(ge=1, le=36_500)]
    raw_text: bool


class Secrets(Section):
    """Slack's tokens, masked in every `repr`; None where one is not set."""

    bot_token: SecretStr | None
    app_token: SecretStr | None
    signing_secret: SecretStr | None

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


class Settings(BaseSettings):
    """All settings of one run. Paths are absolute; `source` is the configuration file they came from."""

    model_config = SettingsConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)

    slack: SlackSettings
    collections: Annotated[tuple[CollectionSettings, ...], LooseTuple]
    index: IndexSettings
    embeddings: EmbeddingsSettings
    chat: ChatSettings
    retrieval: RetrievalSettings
    conversation: ConversationSettings
    answers: AnswersSettings
    digest: DigestSettings
    traces: TracesSettings
    secrets: Secrets
    source: Path

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        *_: PydanticBaseSettingsSource,
        **__: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The `layers` that `config.loading` passes in, highest first, and no place read behind its back."""
        return tuple(InitSettingsSource(settings_cls, values) for values in init_settings()["layers"])

    @field_validator("collections")
    @classmethod
    def _names_once(cls, collections: tuple[CollectionSettings, ...]) -> tuple[CollectionSettings, ...]:
        counts = Counter(collection.name.casefold() for collection in collections)
        twice = [f'"{name}" {count} times' for name, count in counts.items() if count > 1]
        if twice:
            raise checks.refusal("each name once (upper and lower case count as the same)", found=", ".join(twice))
        return collections

    @model_validator(mode="after")
    def _databases_apart(self) -> Self:
        databases = {
            "index": self.index.database,
            "conversation": self.conversation.database,
            "traces": self.traces.database,
        }
        seen: dict[str, str] = {}
        for section, database in databases.items():
            file = os.path.realpath(database)
            if file in seen:
                raise checks.refusal(
                    "each database in a file of its own",
                    found=f'"{file}" as {seen[file]}.database and as {section}.database',
                    keys=(f"{section}.database", f"{seen[file]}.database"),
                )
            seen[file] = section
        return self


# What a file may hold; the rest of `Settings` comes from elsewhere.
SECTIONS = tuple(name for name in Settings.model_fields if name not in {"secrets", "source"})


def section_model(name: str) -> type[Section]:
    """The model of a section, or of one table of `collections`."""
    if name == "collections":
        return CollectionSettings
    return cast("type[Section]", Settings.model_fields[name].annotation)
