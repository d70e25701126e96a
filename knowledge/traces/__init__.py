"""What a question ran, how long, and what it found: recorded only where somebody asked for it."""

from knowledge.traces.recording import asked_from, note, note_usage, recorded, stage, staged, tracing
from knowledge.traces.values import Asked, ModelCall, Origin, Outcome, Step, Text, Trace, TraceSink

__all__ = [
    "Asked",
    "ModelCall",
    "Origin",
    "Outcome",
    "Step",
    "Text",
    "Trace",
    "TraceSink",
    "asked_from",
    "note",
    "note_usage",
    "recorded",
    "stage",
    "staged",
    "tracing",
]
