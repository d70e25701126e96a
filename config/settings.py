"""All settings of one run, and what must be true of several sections together."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from typing import Annotated, Self, cast

from pydantic import ValidationInfo, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from config import checks
from config.collections import CollectionSettings, GitSettings
from config.sections import (
    AnswersSettings,
    ChatSettings,
    ConversationSettings,
    DigestSettings,
    EmbeddingsSettings,
    IndexSettings,
    LimitsSettings,
    LogSettings,
    LooseTuple,
    OwnersSettings,
    PrivacySettings,
    RetrievalSettings,
    Section,
    TracesSettings,
)
from config.slack import ChannelSettings, OAuthSettings, Secrets, SlackSettings


class Settings(BaseSettings):
    """All settings of one run. Paths are absolute; `source` is the configuration file they came from."""

    model_config = SettingsConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)

    slack: SlackSettings
    oauth: OAuthSettings
    collections: Annotated[tuple[CollectionSettings, ...], LooseTuple]
    channels: Annotated[tuple[ChannelSettings, ...], LooseTuple]
    git: GitSettings
    index: IndexSettings
    embeddings: EmbeddingsSettings
    chat: ChatSettings
    retrieval: RetrievalSettings
    conversation: ConversationSettings
    answers: AnswersSettings
    limits: LimitsSettings
    digest: DigestSettings
    owners: OwnersSettings
    privacy: PrivacySettings
    traces: TracesSettings
    log: LogSettings
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

    @field_validator("channels")
    @classmethod
    def _channels_once(
        cls, channels: tuple[ChannelSettings, ...], others: ValidationInfo
    ) -> tuple[ChannelSettings, ...]:
        home = others.data["oauth"].home if "oauth" in others.data else ""
        counts = Counter((one.workspace or home, one.channel) for one in channels)
        twice = [f'"{name}" {count} times' for (_, name), count in counts.items() if count > 1]
        if twice:
            raise checks.refusal("each channel once", found=", ".join(twice))
        return channels

    @model_validator(mode="after")
    def _known_collections(self) -> Self:
        known = [collection.name for collection in self.collections]
        for channel in self.channels:
            unknown = [name for name in channel.collections if name not in known]
            if unknown:
                raise checks.refusal(
                    f"names of [[collections]]: {', '.join(known) or 'there are none'}",
                    found=f'"{unknown[0]}" as one of the collections of "{channel.channel}"',
                    keys=("channels.collections",),
                )
        return self

    @model_validator(mode="after")
    def _known_workspaces(self) -> Self:
        known = self.oauth.workspaces
        named = {one: "collections.workspaces" for collection in self.collections for one in collection.workspaces}
        named |= {one.workspace: "channels.workspace" for one in self.channels if one.workspace}
        for workspace, key in named.items():
            if workspace not in known:
                raise checks.refusal(
                    f"those of oauth.workspaces: {', '.join(known) or 'there are none'}",
                    found=f'"{workspace}"',
                    keys=(key,),
                )
        return self

    @model_validator(mode="after")
    def _ids_of_one_workspace(self) -> Self:
        """A channel or person of the same name in another workspace is another one."""
        if len(self.oauth.workspaces) > 1:
            for one in self.collections:
                if (one.channels or one.users) and len(one.workspaces) != 1:
                    raise checks.refusal(
                        "one of oauth.workspaces in workspaces, where channels or users are named",
                        found=f'{len(one.workspaces) or "none"} for "{one.name}"',
                        keys=("collections.workspaces", "oauth.workspaces"),
                    )
        return self

    @model_validator(mode="after")
    def _clones_apart(self) -> Self:
        """Notes of a remote in another collection's folder would be that one's too, for all who may see that."""
        clones = Path(os.path.realpath(self.git.path))
        around = [one.name for one in self.collections if not one.git and clones.is_relative_to(one.path.resolve())]
        if around and any(one.git for one in self.collections):
            raise checks.refusal(
                "a folder outside of all collections",
                found=f'"{self.git.path}" in the folder of "{around[0]}"',
                keys=("git.path", "collections.path"),
            )
        return self

    @model_validator(mode="after")
    def _inbox_to_write_to(self) -> Self:
        name, folders = self.slack.inbox_collection, [one.name for one in self.collections if not one.git]
        if name and name not in folders:
            raise checks.refusal(
                f"one of the [[collections]] with a path: {', '.join(folders) or 'there are none'}",
                found=f'"{name}"',
                keys=("slack.inbox_collection",),
            )
        return self

    @model_validator(mode="after")
    def _model_to_rerank_with(self) -> Self:
        if self.retrieval.rerank == "model" and not self.chat.model:
            raise checks.refusal(
                "a chat model in chat.model, or another value",
                found='"model", but chat.model is empty',
                keys=("retrieval.rerank", "chat.model"),
            )
        return self

    @model_validator(mode="after")
    def _databases_apart(self) -> Self:
        databases = {
            "index": self.index.database,
            "conversation": self.conversation.database,
            "traces": self.traces.database,
            "oauth": self.oauth.database,
        }
        seen: dict[str, str] = {}
        for section, database in databases.items():
            if not isinstance(database, Path):  # a server holds no file of ours
                continue
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


# Sections that are lists of tables: under which name `defaults.toml` has what a table says unless it says otherwise,
# and the key that errors call a table by.
LISTS = {"collections": ("collection", "name"), "channels": ("channel", "channel")}


def section_model(name: str) -> type[Section]:
    """The model of a section, or of one table of a section that is a list of them."""
    if name == "collections":
        return CollectionSettings
    if name == "channels":
        return ChannelSettings
    return cast("type[Section]", Settings.model_fields[name].annotation)
