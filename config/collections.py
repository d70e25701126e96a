"""The sections about notes: one folder of them or one git remote, and where the clones of remotes are kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, ValidationInfo, field_validator, model_validator

from config import checks, remotes
from config.sections import Filled, Glob, LooseTuple, Person, Section, Workspace

NO_FOLDER = Path()  # as `path` of a collection whose notes come from git


class CollectionSettings(Section):
    """One folder of notes, how it is cited, and who may see it.

    The folder is `path`, or `subfolder` in a `git` remote; then `path` is `NO_FOLDER`.
    """

    name: Filled
    git: Annotated[str, AfterValidator(checks.or_empty(remotes.git_remote))]
    branch: Annotated[str, AfterValidator(checks.or_empty(remotes.git_branch))]
    subfolder: Annotated[str, AfterValidator(checks.or_empty(remotes.subfolder))]
    deploy_key: Annotated[str, AfterValidator(checks.or_empty(remotes.key_file))]
    token_variable: Annotated[str, AfterValidator(checks.or_empty(remotes.variable))]
    path: Annotated[Path, Field(strict=False)]
    include: Annotated[tuple[Glob, ...], LooseTuple, AfterValidator(checks.at_least_one)]
    exclude: Annotated[tuple[Glob, ...], LooseTuple]
    url: Annotated[str, AfterValidator(checks.link)]
    default: bool
    channels: Annotated[tuple[Annotated[str, AfterValidator(checks.channel)], ...], LooseTuple]
    users: Annotated[tuple[Person, ...], LooseTuple]
    workspaces: Annotated[tuple[Workspace, ...], LooseTuple]
    min_score: Annotated[float, Field(ge=0, le=1)]

    @model_validator(mode="before")
    @classmethod
    def _remote_without_folder(cls, table: Any) -> Any:  # noqa: ANN401 - whatever stands in the file
        return {"path": "", **table} if isinstance(table, dict) and table.get("git") else table

    @field_validator("path")
    @classmethod
    def _folder(cls, path: Path, others: ValidationInfo) -> Path:
        # Where `git` is not among the others it was refused, which is enough to say.
        return path if path == NO_FOLDER and others.data.get("git", True) else checks.notes_folder(path)

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if self.git and self.path != NO_FOLDER:
            raise checks.refusal(
                "path or git", found=f'both for "{self.name}"', keys=("collections.path", "collections.git")
            )
        if "{commit}" in self.url and not self.git:
            raise checks.refusal(
                "{commit} where notes come from git", found=f'{{commit}} for "{self.name}"', keys=("collections.url",)
            )
        return self


class GitSettings(Section):
    """Where clones are kept, how often remotes are asked, and what one run of git may take."""

    path: Annotated[Path, Field(strict=False), AfterValidator(remotes.data_folder)]
    every_minutes: Annotated[float, Field(gt=0, le=10_080)]
    timeout_seconds: Annotated[int, Field(ge=1, le=86_400)]
    max_megabytes: Annotated[int, Field(ge=1, le=1_048_576)]
