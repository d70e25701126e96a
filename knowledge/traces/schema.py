"""The trace database's table, as numbered migrations."""

from __future__ import annotations

from knowledge.store.migrations import Migration

_FIRST = (
    # `started` is ISO 8601 in UTC, so that times compare as text. `payload` is what `shapes.trace_json` makes.
    "CREATE TABLE traces (id TEXT PRIMARY KEY, started TEXT NOT NULL, payload TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX traces_started ON traces (started)",
)

MIGRATIONS = (Migration(number=1, name="traces", statements=_FIRST),)
