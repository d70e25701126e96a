"""The index's tables, as numbered migrations."""

from __future__ import annotations

from knowledge.store.migrations import Migration

_FIRST = (
    # One row about the index as a whole. The counts are kept by the triggers below.
    """
    CREATE TABLE summary (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        generation INTEGER NOT NULL DEFAULT 0,
        model TEXT NOT NULL DEFAULT '',
        dimension INTEGER NOT NULL DEFAULT 0,
        chunks INTEGER NOT NULL DEFAULT 0,
        terms INTEGER NOT NULL DEFAULT 0
    )
    """,
    "INSERT INTO summary (id) VALUES (1)",
    # Times are ISO 8601 in UTC, so that they compare as text. author_words is the folded name between spaces.
    """
    CREATE TABLE documents (
        id INTEGER PRIMARY KEY,
        collection TEXT NOT NULL,
        path TEXT NOT NULL,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        author_words TEXT NOT NULL,
        tags TEXT NOT NULL,
        updated TEXT,
        size INTEGER NOT NULL,
        mtime_ns INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        UNIQUE (collection, path)
    )
    """,
    "CREATE INDEX documents_updated ON documents (updated)",
    # Folded tags, for filters; documents.tags holds them as written.
    """
    CREATE TABLE tags (
        tag TEXT NOT NULL,
        document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
        PRIMARY KEY (tag, document_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tags_document ON tags (document_id)",
    # AUTOINCREMENT: an id that is gone never comes back as another chunk.
    """
    CREATE TABLE chunks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        document_id INTEGER NOT NULL REFERENCES documents (id),
        position INTEGER NOT NULL,
        content_hash TEXT NOT NULL,
        embedded INTEGER NOT NULL DEFAULT 0,
        length INTEGER NOT NULL,
        first_line INTEGER NOT NULL,
        last_line INTEGER NOT NULL,
        heading_path TEXT NOT NULL,
        header TEXT NOT NULL,
        text TEXT NOT NULL,
        plain TEXT NOT NULL
    )
    """,
    "CREATE INDEX chunks_document ON chunks (document_id, position)",
    "CREATE INDEX chunks_hash ON chunks (content_hash, embedded)",
    "CREATE INDEX chunks_waiting ON chunks (id) WHERE embedded = 0",
    """
    CREATE TRIGGER chunk_added AFTER INSERT ON chunks BEGIN
        UPDATE summary SET chunks = chunks + 1, terms = terms + new.length;
    END
    """,
    """
    CREATE TRIGGER chunk_dropped AFTER DELETE ON chunks BEGIN
        UPDATE summary SET chunks = chunks - 1, terms = terms - old.length;
    END
    """,
    """
    CREATE TRIGGER chunk_resized AFTER UPDATE OF length ON chunks BEGIN
        UPDATE summary SET terms = terms + new.length - old.length;
    END
    """,
    # The analyzer has done all splitting and folding: here only spaces separate, everything else is part of a term.
    """
    CREATE VIRTUAL TABLE chunk_terms USING fts5 (
        terms, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'"
    )
    """,
    "CREATE VIRTUAL TABLE vocabulary USING fts5vocab (chunk_terms, row)",
    """
    CREATE TABLE failures (
        collection TEXT NOT NULL,
        path TEXT NOT NULL,
        message TEXT NOT NULL,
        size INTEGER,
        mtime_ns INTEGER,
        content_hash TEXT,
        PRIMARY KEY (collection, path)
    ) WITHOUT ROWID
    """,
    "CREATE TABLE scans (collection TEXT PRIMARY KEY, finished TEXT NOT NULL) WITHOUT ROWID",
)

# How each note was read, cut and analysed; empty: in a way that no present recipe has.
_RECIPES = ("ALTER TABLE documents ADD COLUMN recipe TEXT NOT NULL DEFAULT ''",)

# Vectors of a model that is to follow, by the chunk's content: see `gathering`.
_GATHERED = (
    "ALTER TABLE summary ADD COLUMN coming TEXT NOT NULL DEFAULT ''",
    # When a vector that serves was last added; ISO 8601 in UTC.
    "ALTER TABLE summary ADD COLUMN embedded_at TEXT",
    "CREATE TABLE gathered (content_hash TEXT PRIMARY KEY, embedding BLOB NOT NULL)",
)

MIGRATIONS = (
    Migration(number=1, name="documents, chunks, terms", statements=_FIRST),
    Migration(number=2, name="recipes", statements=_RECIPES),
    Migration(number=3, name="gathered vectors", statements=_GATHERED),
)


def vector_table(dimension: int) -> str:
    """Return the statement that creates the vectors' table, possible only when their dimension is known."""
    return f"CREATE VIRTUAL TABLE vectors USING vec0 (embedding float[{int(dimension)}] distance_metric=cosine)"
