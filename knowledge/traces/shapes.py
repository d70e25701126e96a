"""A trace as the JSON that is kept and printed: with words only where they are wanted, and no secret in them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from knowledge.traces.redaction import Redactor
from knowledge.traces.values import Step, Text, Trace

Json = dict[str, Any]
HASH_CHARS = 16  # enough to see that two questions are the same


@dataclass(frozen=True, slots=True, kw_only=True)
class Privacy:
    """What of people's and notes' words is kept: their length and hash, or with `raw_text` the words, redacted."""

    raw_text: bool = False
    redact: Callable[[str], str] = field(default_factory=Redactor)

    def shown(self, value: Any) -> Any:  # noqa: ANN401 - figures nest as they like
        """The value with every text in it as it may be kept."""
        if isinstance(value, Text):
            return self._words(value.words)
        if isinstance(value, str):
            return self.redact(value)
        if isinstance(value, Mapping):
            return {name: self.shown(inner) for name, inner in value.items()}
        if isinstance(value, Sequence):
            return [self.shown(inner) for inner in value]
        return value

    def _words(self, words: str) -> Json:
        if self.raw_text:
            return {"chars": len(words), "text": self.redact(words)}
        return {
            "chars": len(words),
            "sha256": hashlib.sha256(words.encode(errors="replace")).hexdigest()[:HASH_CHARS],
        }


def trace_json(trace: Trace, privacy: Privacy) -> Json:
    """The whole trace. Times are ISO 8601 in UTC, lengths of time seconds."""
    calls, outcome = trace.root.all_calls(), trace.outcome
    return {
        "id": trace.id,
        "kind": trace.asked.kind,
        "started": instant(trace.started),
        "seconds": round(trace.root.seconds, 6),
        "surface": trace.origin.surface or None,
        "person": trace.origin.person or None,
        "question": privacy.shown(trace.asked.text),
        "collections": list(trace.asked.collections),
        "turns": trace.asked.turns,
        "queries": privacy.shown(outcome.queries),
        "outcome": {
            "mode": outcome.mode or None,
            "confidence": outcome.confidence or None,
            "degraded": bool(outcome.degraded),
            "reason": privacy.redact(outcome.degraded) or None,
            "failed": outcome.failed or None,
        },
        "answer": privacy.shown(outcome.text),
        "results": privacy.shown(outcome.results),
        "tokens": {
            "prompt": sum(call.prompt_tokens for call in calls),
            "completion": sum(call.completion_tokens for call in calls),
        },
        "dollars": sum(call.dollars for call in calls),
        "figures": privacy.shown(trace.root.figures),
        "stages": [_stage_json(step, privacy) for step in trace.root.steps],
    }


def _stage_json(step: Step, privacy: Privacy) -> Json:
    return {
        "name": step.name,
        "at": round(step.at, 6),
        "seconds": round(step.seconds, 6),
        "failed": step.failed or None,
        "figures": privacy.shown(step.figures),
        "calls": [asdict(call) for call in step.calls],
        "stages": [_stage_json(inner, privacy) for inner in step.steps],
    }


def instant(value: datetime) -> str:
    """ISO 8601 in UTC with milliseconds; such texts sort by time."""
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
