"""Every statement about a PostgreSQL server and the schema of an index in it, named."""

from __future__ import annotations

# Neighbours that are found in the order of half precision, more of them than are asked for, are put in order by the
# search itself. The plan is made for each search's own values: scopes differ.
SETTLE = """
SELECT
    set_config('search_path', 'footnote, ' || current_setting('search_path'), false),
    set_config('plan_cache_mode', 'force_custom_plan', false),
    set_config('jit', 'off', false),
    set_config('hnsw.iterative_scan', 'relaxed_order', false),
    set_config('hnsw.ef_search', '320', false),
    set_config('hnsw.max_scan_tuples', '200000', false),
    set_config('hnsw.scan_mem_multiplier', '4', false)
"""
STATEMENT_TIMEOUT = "SELECT set_config('statement_timeout', %s, false)"
NO_TIMEOUT = "SET LOCAL statement_timeout = 0"
ENCODING = "SELECT current_setting('server_encoding') AS encoding"
PGVECTOR = """
SELECT (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS offered,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS installed
"""
CREATE_PGVECTOR = "CREATE EXTENSION IF NOT EXISTS vector"
LOCK_SCHEMA = "SELECT pg_advisory_xact_lock(hashtext('footnote'), hashtext('schema'))"
TAKE_TURN = "SELECT pg_try_advisory_lock(hashtext('footnote'), hashtext('indexing')) AS taken"
HAS_SCHEMA = "SELECT to_regnamespace('footnote') IS NOT NULL AS found"
CREATE_SCHEMA = "CREATE SCHEMA footnote"
HAS_MIGRATIONS = "SELECT to_regclass('footnote.migrations') IS NOT NULL AS found"
CREATE_MIGRATIONS = """
CREATE TABLE IF NOT EXISTS footnote.migrations (
    number int PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
)
"""
SCHEMA_VERSION = "SELECT coalesce(max(number), 0) AS version FROM footnote.migrations"
RECORD_MIGRATION = "INSERT INTO footnote.migrations (number, name) VALUES (%s, %s)"
