"""A trace as it was recorded: frozen, and still with the words that a store may have to leave out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

TraceKind = Literal["ask", "search"]
Figures = Mapping[str, Any]  # numbers, names, lists and mappings of them; words of people and notes only as `Text`


@dataclass(frozen=True, slots=True)
class Text:
    """Words of a person, a note or a model: kept only where the settings allow it."""

    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who asked, and through what."""

    id: str = ""  # of the request that the question came with, and then of its trace; empty: the trace gets its own
    surface: str = ""  # "slack", "cli", "chat"; empty: the library itself
    person: str = ""  # opaque: nobody's name


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One successful model call. Tokens are zero where the server does not say, dollars where no price is known."""

    task: str
    model: str
    prompt_tokens: int
    completion_tokens: int
    dollars: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One stage. `at` is its start, counted from the trace's own; both times are in seconds."""

    name: str
    at: float
    seconds: float
    figures: Figures
    calls: tuple[ModelCall, ...] = ()
    steps: tuple[Step, ...] = ()
    failed: str = ""  # the exception's type

    def all_calls(self) -> tuple[ModelCall, ...]:
        """Its model calls and those of the stages inside it."""
        return (*self.calls, *(call for step in self.steps for call in step.all_calls()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What was asked for."""

    kind: TraceKind
    text: Text
    collections: tuple[str, ...] = ()
    turns: int = 0  # of the conversation before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How it ended. `mode` is the answer's or the search's; `failed` the type of what was raised instead."""

    mode: str = ""
    confidence: str = ""
    degraded: str = ""  # why a simpler way was taken; empty: everything ran
    failed: str = ""
    text: Text | None = None  # the answer
    queries: tuple[Text, ...] = ()
    results: tuple[Figures, ...] = ()  # citations of an answer, notes of a search


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One question from start to end."""

    id: str
    started: datetime  # aware, UTC
    origin: Origin
    asked: Asked
    outcome: Outcome
    root: Step


class TraceSink(Protocol):
    """Where finished traces go."""

    def keep(self, trace: Trace) -> None:
        """Take it. Neither waits nor raises: an answer is on its way."""
        ...
