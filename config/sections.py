"""The sections of the settings as frozen values.

The models hold types and ranges only. Every default is in `defaults.toml`, so nothing here can disagree with it.
Values are strict: the text "3000" is no number. `config.environment` parses what the environment gives as text.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, model_validator

from config import checks

Filled = Annotated[str, AfterValidator(checks.filled)]
Address = Annotated[str, AfterValidator(checks.or_empty(checks.web_address))]
Glob = Annotated[str, AfterValidator(checks.glob)]
Person = Annotated[str, AfterValidator(checks.person)]
# TOML knows no paths and no tuples: these two are read from its texts and lists.
Database = Annotated[Path, Field(strict=False), AfterValidator(checks.database_file)]
DatabasePlace = Annotated[Path | SecretStr, BeforeValidator(checks.database_place)]
Workspace = Annotated[str, AfterValidator(checks.workspace)]
InstallationsDatabase = Annotated[Path | SecretStr, BeforeValidator(checks.installations_database)]
LooseTuple = Field(strict=False)
Share = Annotated[float, Field(gt=0, le=1)]
ListWeight = Annotated[float, Field(ge=0, le=100)]
ListDepth = Annotated[int, Field(ge=1, le=4_000)]  # sqlite-vec itself gives at most 4,096 neighbours
ChunkSize = Annotated[int, Field(ge=32, le=8_192)]  # below, a heading and a sentence do not fit together


class Section(BaseModel):
    """What all sections have in common: frozen, strict, closed, and silent about their input in errors."""

    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", hide_input_in_errors=True, allow_inf_nan=False
    )


class IndexSettings(Section):
    """Where the index is and how notes are cut for it; sizes in tokens of the embedder.

    `vector_memory_mb`: what the vectors of a long-lived process may take; 0: none are kept in memory.
    `exact_vectors`: up to so many, a search in memory measures every one. `connections` and
    `statement_timeout_seconds` are for PostgreSQL, whose address is a secret.
    """

    database: DatabasePlace
    connections: Annotated[int, Field(ge=1, le=1_000)]
    statement_timeout_seconds: Annotated[float, Field(gt=0, le=3_600)]
    vector_memory_mb: Annotated[int, Field(ge=0, le=1_048_576)]
    exact_vectors: Annotated[int, Field(ge=0, le=1_000_000_000)]
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
    """How evidence is found; `limit` counts chunks, `cached_searches` searches (0: none is kept)."""

    limit: Annotated[int, Field(ge=1, le=100)]
    fusion: Literal["rrf", "alpha"]
    alpha: Annotated[float, Field(ge=0, le=1)]
    rrf_constant: Annotated[float, Field(ge=0, le=10_000)]
    dense_weight: ListWeight
    lexical_weight: ListWeight
    notes_weight: ListWeight
    rewrite_weight: ListWeight
    keywords_weight: ListWeight
    dense_depth: ListDepth
    lexical_depth: ListDepth
    notes_depth: ListDepth
    keyword_floor: Annotated[float, Field(ge=0, le=1)]
    cached_searches: Annotated[int, Field(ge=0, le=10_000)]
    plan: Literal["off", "auto", "always"]
    plan_timeout_seconds: Annotated[float, Field(gt=0, le=600)]
    languages: Annotated[tuple[Filled, ...], LooseTuple]
    look_again_rounds: Annotated[int, Field(ge=0, le=3)]
    look_again_tokens: Annotated[int, Field(ge=100, le=1_000_000)]
    look_again_seconds: Annotated[float, Field(gt=0, le=600)]
    rerank: Literal["off", "auto", "local", "model"]
    rerank_depth: Annotated[int, Field(ge=1, le=100)]
    rerank_seconds: Annotated[float, Field(gt=0, le=600)]


class ConversationSettings(Section):
    """The state database and how threads are followed.

    `connections` and `statement_timeout_seconds` are for PostgreSQL, whose address is a secret.
    """

    database: DatabasePlace
    connections: Annotated[int, Field(ge=1, le=100)]
    statement_timeout_seconds: Annotated[float, Field(gt=0, le=3_600)]
    history_turns: Annotated[int, Field(ge=0, le=100)]
    follow_up: Literal["engaged", "mention"]


class AnswersSettings(Section):
    """Who sees the answer to the ask command, and how long a question may be, in characters."""

    ask_visibility: Literal["private", "channel"]
    max_question_chars: Annotated[int, Field(ge=1, le=4_000)]


class LimitsSettings(Section):
    """How much may be asked: questions and searches a minute, requests open at once, and a day of the chat model.

    `tokens_per_day` and `dollars_per_day` 0 mean no budget.
    """

    person_per_minute: Annotated[int, Field(ge=1, le=10_000)]
    team_per_minute: Annotated[int, Field(ge=1, le=100_000)]
    queue: Annotated[int, Field(ge=1, le=100_000)]
    tokens_per_day: Annotated[int, Field(ge=0, le=1_000_000_000_000)]
    dollars_per_day: Annotated[float, Field(ge=0, le=1_000_000)]


class DigestSettings(Section):
    """Where and when duplicates are reported; an empty `channel` means never.

    `post_empty`: also without news. `missed`: what becomes of a slot that passed while no bot ran. `unanswered`: with
    the questions that the notes did not answer, which are kept for it.
    """

    channel: Annotated[str, AfterValidator(checks.or_empty(checks.channel))]
    schedule: Annotated[str, AfterValidator(checks.schedule)]
    timezone: Annotated[str, AfterValidator(checks.timezone)]
    threshold: Share
    coverage: Share
    post_empty: bool
    missed: Literal["post", "skip"]
    unanswered: bool


class OwnersSettings(Section):
    """Who hears of an answer that did not help: people's names or addresses as notes and git have them, to user ids.

    `fallback` hears of notes whose owner is not among them; both empty: nobody hears of anything.
    """

    fallback: Annotated[str, AfterValidator(checks.or_empty(checks.user))]
    people: dict[Filled, Annotated[str, AfterValidator(checks.user)]]


class PrivacySettings(Section):
    """For how many days conversations, questions, answers and feedback are kept."""

    retention_days: Annotated[int, Field(ge=1, le=36_500)]


class LogSettings(Section):
    """How `footnote serve` logs: lines for people, or a JSON object a line."""

    lines: Literal["text", "json"]


class TracesSettings(Section):
    """Whether what was asked and found is kept, where, and for how many days."""

    enabled: bool
    database: Database
    retention_days: Annotated[int, Field(ge=1, le=36_500)]
    raw_text: bool
