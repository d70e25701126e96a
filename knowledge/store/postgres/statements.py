"""Every statement of the index in PostgreSQL, named; what they share with SQLite's is not shared in text.

`{scope}` stands for a condition on `documents`; `{within}` for a clause of a search of chunks, or for nothing.
"""

from __future__ import annotations

# The server and the schema ----------------------------------------------------------------------------------------

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

# The index as a whole ---------------------------------------------------------------------------------------------

LOCK = "SELECT id FROM summary FOR UPDATE"
SUMMARY = """
SELECT generation, model, dimension, coming, embedded_at, chunks, terms,
    to_regclass('footnote.vectors_near') IS NOT NULL AS indexed
FROM summary
"""
BUMP_GENERATION = "UPDATE summary SET generation = generation + 1"
SET_MODEL = "UPDATE summary SET model = %s, dimension = %s"
SET_COMING = "UPDATE summary SET coming = %s"
STAMP_VECTORS = "UPDATE summary SET embedded_at = %s"
COUNT_INDEX = "UPDATE summary SET chunks = chunks + %s, terms = terms + %s"
COUNT_COLLECTION = """
INSERT INTO collections AS held (name, documents, chunks, embedded) VALUES (%s, %s, %s, %s)
ON CONFLICT (name) DO UPDATE SET documents = held.documents + excluded.documents,
    chunks = held.chunks + excluded.chunks, embedded = held.embedded + excluded.embedded
"""
FORGET_EMPTY_COLLECTIONS = "DELETE FROM collections WHERE documents = 0"
COUNT_EMBEDDED = """
UPDATE collections SET embedded = (
    SELECT count(*) FROM documents JOIN chunks ON chunks.document_id = documents.id
    WHERE documents.collection = collections.name AND chunks.embedded
)
"""
NOTES_COUNTED = "SELECT coalesce(sum(documents), 0)::bigint AS notes FROM collections"
COLLECTIONS = "SELECT name, documents, chunks, embedded FROM collections"
STATUS = """
SELECT names.collection, coalesce(held.documents, 0) AS documents, held.chunks, held.embedded, scans.finished,
    (SELECT count(*) FROM failures WHERE failures.collection = names.collection) AS errors
FROM (SELECT name AS collection FROM collections UNION SELECT collection FROM scans
      UNION SELECT collection FROM failures) AS names
LEFT JOIN collections AS held ON held.name = names.collection
LEFT JOIN scans ON scans.collection = names.collection
ORDER BY names.collection
"""
RECORD_SCAN = """
INSERT INTO scans (collection, finished) VALUES (%s, %s)
ON CONFLICT (collection) DO UPDATE SET finished = excluded.finished
"""

# Documents --------------------------------------------------------------------------------------------------------

FIND_DOCUMENT = "SELECT id FROM documents WHERE collection = %s AND path = %s"
SAVE_DOCUMENT = """
INSERT INTO documents (
    collection, path, title, author, author_words, tags, updated, size, mtime_ns, content_hash, recipe, chunks, words
) VALUES (
    %(collection)s, %(path)s, %(title)s, %(author)s, %(author_words)s, %(tags)s, %(updated)s, %(size)s, %(mtime_ns)s,
    %(content_hash)s, %(recipe)s, %(chunks)s, %(words)s
)
ON CONFLICT (collection, path) DO UPDATE SET
    title = excluded.title, author = excluded.author, author_words = excluded.author_words, tags = excluded.tags,
    updated = excluded.updated, size = excluded.size, mtime_ns = excluded.mtime_ns,
    content_hash = excluded.content_hash, recipe = excluded.recipe, chunks = excluded.chunks, words = excluded.words
RETURNING id
"""
TOUCH_DOCUMENT = """
UPDATE documents SET size = %s, mtime_ns = %s, content_hash = %s WHERE collection = %s AND path = %s
"""
DELETE_DOCUMENT = "DELETE FROM documents WHERE id = %s"
FOREIGN_DOCUMENTS = "SELECT collection, path FROM documents WHERE NOT collection = ANY(%s)"
FORGET_FOREIGN_SCANS = "DELETE FROM scans WHERE NOT collection = ANY(%s)"
FORGET_FOREIGN_FAILURES = "DELETE FROM failures WHERE NOT collection = ANY(%s)"
FINGERPRINTS = "SELECT path, size, mtime_ns, content_hash FROM documents WHERE collection = %s"
STALE = "SELECT path FROM documents WHERE collection = %s AND recipe <> %s"
ADD_TAGS = "INSERT INTO tags (tag, document_id) SELECT DISTINCT unnest(%s::text[]), %s::bigint"
DELETE_TAGS = "DELETE FROM tags WHERE document_id = %s"
WHOLE_DOCUMENTS = """
SELECT documents.id, documents.collection, documents.path, title, author, tags, updated, size, mtime_ns, content_hash,
    recipe
FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS wanted (collection, path, place)
JOIN documents ON documents.collection = wanted.collection AND documents.path = wanted.path
ORDER BY wanted.place
"""
NOTES = """
SELECT collection, path, title, author, tags, updated, chunks,
    (SELECT message FROM failures
     WHERE failures.collection = documents.collection AND failures.path = documents.path) AS failure
FROM documents WHERE {scope} ORDER BY collection, path
"""
MATCHING_NOTES = "SELECT collection, path FROM documents WHERE {scope} ORDER BY collection, path"
# The documents of a scope and how many chunks they have; without the list where it would be too long. The plan is
# made for all of them, and followed no further than tells: one made for few would count on finding them soon.
SCOPE_DOCUMENTS = """
WITH inside AS MATERIALIZED (SELECT id, chunks FROM documents WHERE {scope})
SELECT coalesce(sum(chunks), 0) AS chunks,
    CASE WHEN count(*) <= %(listed)s THEN coalesce(array_agg(id), '{}') END AS ids
FROM (SELECT id, chunks FROM inside LIMIT %(listed)s + 1) AS counted
"""

# Failures ---------------------------------------------------------------------------------------------------------

RECORD_FAILURE = """
INSERT INTO failures (collection, path, message, size, mtime_ns, content_hash) VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (collection, path) DO UPDATE SET message = excluded.message, size = excluded.size,
    mtime_ns = excluded.mtime_ns, content_hash = excluded.content_hash
"""
CLEAR_FAILURE = "DELETE FROM failures WHERE collection = %s AND path = %s"
FAILURES = """
SELECT path, message, size, mtime_ns, content_hash FROM failures WHERE collection = %s ORDER BY path
"""

# Chunks -----------------------------------------------------------------------------------------------------------

CHUNKS_OF_DOCUMENT = """
SELECT chunks.id, chunks.content_hash, chunks.embedded, chunk_terms.terms
FROM chunks JOIN chunk_terms ON chunk_terms.chunk_id = chunks.id
WHERE chunks.document_id = %s ORDER BY chunks.position
"""
NEW_CHUNK_IDS = """
SELECT nextval(pg_get_serial_sequence('footnote.chunks', 'id')) AS id FROM generate_series(1, %s::int)
"""
ADD_CHUNK = """
INSERT INTO chunks (
    id, document_id, position, content_hash, length, first_line, last_line, heading_path, header, text, plain
) VALUES (
    %(id)s, %(document_id)s, %(position)s, %(content_hash)s, %(length)s, %(first_line)s, %(last_line)s,
    %(heading_path)s, %(header)s, %(text)s, %(plain)s
)
"""
# A chunk with the same hash keeps its id and its vector; where it stands, and its markup, may have changed.
KEEP_CHUNK = """
UPDATE chunks SET position = %(position)s, length = %(length)s, first_line = %(first_line)s,
    last_line = %(last_line)s, heading_path = %(heading_path)s, header = %(header)s, text = %(text)s,
    plain = %(plain)s
WHERE id = %(id)s
"""
WHOLE_CHUNKS = """
SELECT chunks.id, chunks.document_id, chunks.position, chunks.content_hash, chunks.first_line, chunks.last_line,
    chunks.heading_path, chunks.header, chunks.text, chunks.plain, chunk_terms.terms
FROM chunks JOIN chunk_terms ON chunk_terms.chunk_id = chunks.id
WHERE chunks.document_id = ANY(%s) ORDER BY chunks.document_id, chunks.position
"""
DELETE_CHUNKS = "DELETE FROM chunks WHERE id = ANY(%s)"
_STORED_CHUNK = """
SELECT chunks.id, documents.collection, documents.path, documents.title, documents.author, documents.tags,
    documents.updated, documents.content_hash AS note_hash, chunks.position, chunks.text, chunks.plain,
    chunks.first_line, chunks.last_line, chunks.heading_path, chunks.header, chunks.content_hash
FROM chunks JOIN documents ON documents.id = chunks.document_id
"""
CHUNKS = f"{_STORED_CHUNK} WHERE chunks.id = ANY(%s)"
CHUNK_PLACES = """
SELECT chunks.id, documents.collection, documents.path, documents.title, documents.content_hash, chunks.position,
    chunks.first_line, chunks.last_line
FROM chunks JOIN documents ON documents.id = chunks.document_id WHERE chunks.id = ANY(%s)
"""
NOTE_CHUNKS = f"{_STORED_CHUNK} WHERE documents.collection = %s AND documents.path = %s ORDER BY chunks.position"

# Terms ------------------------------------------------------------------------------------------------------------

# Lexemes come as one text: to write them as an array takes the driver as long as all else of a note.
ADD_TERMS = """
INSERT INTO chunk_terms (chunk_id, document_id, collection, length, terms, lexemes)
VALUES (%s, %s, %s, %s, %s, array_to_tsvector(string_to_array(%s, '  ')))
"""
CHANGE_TERMS = """
UPDATE chunk_terms SET length = %s, terms = %s, lexemes = array_to_tsvector(string_to_array(%s, '  '))
WHERE chunk_id = %s
"""
DELETE_TERMS = "DELETE FROM chunk_terms WHERE chunk_id = ANY(%s)"
COUNT_TERMS = """
INSERT INTO vocabulary AS held (term, times, chunks)
SELECT * FROM unnest(%s::text[], %s::int[], %s::bigint[])
ON CONFLICT (term, times) DO UPDATE SET chunks = held.chunks + excluded.chunks
"""
FORGET_TERMS = """
DELETE FROM vocabulary USING unnest(%s::text[], %s::int[]) AS gone (term, times)
WHERE vocabulary.term = gone.term AND vocabulary.times = gone.times AND vocabulary.chunks <= 0
"""
FREQUENCIES = "SELECT term, times, chunks FROM vocabulary WHERE term = ANY(%s)"
VOCABULARY = "SELECT term, chunks FROM vocabulary WHERE term >= %s AND term < %s AND times = 1"
# The chunks that hold at least one of the terms, by BM25: each lexeme that is found adds what its number of times is
# worth more than the next lower one.
TERM_CANDIDATES = """
WITH best AS (
    SELECT held.chunk_id, sum(asked.idf * (asked.times / (asked.times + held.norm)
        - asked.below / (asked.below + held.norm))) AS score
    FROM unnest(%(lexemes)s::text[], %(idf)s::float8[], %(times)s::float8[], %(below)s::float8[])
        AS asked (lexeme, idf, times, below)
    CROSS JOIN LATERAL (
        SELECT chunk_id, %(least_norm)s::float8 + %(norm_a_term)s::float8 * length AS norm
        FROM chunk_terms WHERE lexemes @@ asked.lexeme::tsquery {within}
    ) AS held
    GROUP BY held.chunk_id ORDER BY score DESC, held.chunk_id LIMIT %(limit)s
)
SELECT best.chunk_id, chunk_terms.terms
FROM best JOIN chunk_terms ON chunk_terms.chunk_id = best.chunk_id ORDER BY best.score DESC, best.chunk_id
"""

# Vectors ----------------------------------------------------------------------------------------------------------

DROP_VECTORS = "DROP TABLE IF EXISTS vectors"
BUILD_MEMORY = "SELECT set_config('maintenance_work_mem', %s, true)"
# Chunks without a vector that have the content of one of these; and which of those chunks has which vector.
WAITING_TWINS = """
SELECT twins.id, twins.document_id, documents.collection, named.id AS like_id
FROM chunks AS named JOIN chunks AS twins ON twins.content_hash = named.content_hash AND NOT twins.embedded
JOIN documents ON documents.id = twins.document_id
WHERE named.id = ANY(%s) ORDER BY twins.id
"""
ADD_VECTOR = """
INSERT INTO vectors (chunk_id, document_id, collection, embedding) VALUES (%s, %s, %s, %s)
ON CONFLICT (chunk_id) DO NOTHING
"""
MARK_EMBEDDED = "UPDATE chunks SET embedded = true WHERE id = ANY(%s)"
# New chunks get the vector of some embedded chunk with the same hash.
COPY_FROM_TWINS = """
INSERT INTO vectors (chunk_id, document_id, collection, embedding)
SELECT chunks.id, chunks.document_id, %s, twin.embedding
FROM chunks CROSS JOIN LATERAL (
    SELECT vectors.embedding FROM chunks AS other JOIN vectors ON vectors.chunk_id = other.id
    WHERE other.content_hash = chunks.content_hash AND other.embedded LIMIT 1
) AS twin
WHERE chunks.id = ANY(%s)
RETURNING chunk_id
"""
DELETE_VECTORS = "DELETE FROM vectors WHERE chunk_id = ANY(%s)"
PENDING = """
SELECT id, plain, heading_path, header, content_hash FROM chunks WHERE NOT embedded AND id > %s ORDER BY id LIMIT %s
"""
WAITING = "SELECT count(*) AS waiting FROM chunks WHERE NOT embedded"
UNGATHERED = """
SELECT id, plain, heading_path, header, content_hash FROM chunks
WHERE NOT EXISTS (SELECT 1 FROM gathered WHERE gathered.content_hash = chunks.content_hash) AND id > %s
ORDER BY id LIMIT %s
"""
WAITING_UNGATHERED = """
SELECT count(*) AS waiting FROM chunks
WHERE NOT EXISTS (SELECT 1 FROM gathered WHERE gathered.content_hash = chunks.content_hash)
"""
WHERE_CHUNK_IS = """
SELECT documents.collection, documents.path, chunks.first_line, chunks.last_line
FROM chunks JOIN documents ON documents.id = chunks.document_id WHERE chunks.id = %s
"""
GATHER = """
INSERT INTO gathered (content_hash, embedding) SELECT content_hash, %s FROM chunks WHERE id = %s
ON CONFLICT (content_hash) DO UPDATE SET embedding = excluded.embedding
"""
GATHERED_DIMENSION = "SELECT vector_dims(embedding) AS dimension FROM gathered LIMIT 1"
DROP_GATHERED = "DELETE FROM gathered"
ADOPT_VECTORS = """
INSERT INTO vectors_next (chunk_id, document_id, collection, embedding)
SELECT chunks.id, chunks.document_id, documents.collection, gathered.embedding
FROM chunks JOIN gathered ON gathered.content_hash = chunks.content_hash
JOIN documents ON documents.id = chunks.document_id
"""
MARK_ADOPTED = """
UPDATE chunks SET embedded = EXISTS (SELECT 1 FROM gathered WHERE gathered.content_hash = chunks.content_hash)
"""
# The new table in the old one's place, its constraint and indexes too.
TAKE_THE_PLACE = (
    "ALTER TABLE vectors_next RENAME TO vectors",
    "ALTER TABLE vectors RENAME CONSTRAINT vectors_next_chunk TO vectors_chunk",
    "ALTER INDEX vectors_next_document RENAME TO vectors_document",
    "ALTER INDEX IF EXISTS vectors_next_near RENAME TO vectors_near",
)
# Every vector of the scope is measured: the nearness index, of half precision, has no part in it.
NEAREST = """
SELECT chunk_id, -(embedding <#> %(vector)s) AS cosine FROM vectors
WHERE true {within} ORDER BY cosine DESC, chunk_id LIMIT %(limit)s
"""
# The nearest by the index, more than are asked for, measured exactly.
NEAREST_INDEXED = """
WITH found AS MATERIALIZED (
    SELECT chunk_id, -(embedding <#> %(vector)s) AS cosine FROM vectors
    WHERE true {within} ORDER BY embedding::halfvec({dimension}) <#> %(vector)s::halfvec({dimension}) LIMIT %(found)s
)
SELECT chunk_id, cosine FROM found ORDER BY cosine DESC, chunk_id LIMIT %(limit)s
"""
WITHIN_COLLECTIONS = "AND collection = ANY(%(names)s)"
WITHIN_DOCUMENTS = "AND document_id = ANY(%(documents)s)"
# Asked of one chunk after the other, as it is met: so the clause stays out of the order of joins, and the OFFSET
# forbids to list all documents first.
WITHIN_FILTER = """
AND (EXISTS (SELECT 1 FROM documents WHERE documents.id = document_id AND {scope} OFFSET 0)) IS TRUE
"""
NOTE_VECTORS = """
SELECT vectors.embedding
FROM documents JOIN chunks ON chunks.document_id = documents.id JOIN vectors ON vectors.chunk_id = chunks.id
WHERE documents.collection = %s AND documents.path = %s ORDER BY chunks.position
"""

# Everything of some collections -----------------------------------------------------------------------------------

ALL_CHUNKS = f"""
{_STORED_CHUNK} WHERE documents.collection = ANY(%s)
ORDER BY documents.collection, documents.path, chunks.position
"""
ALL_EMBEDDED = """
SELECT chunks.id FROM chunks JOIN documents ON documents.id = chunks.document_id
WHERE chunks.embedded AND documents.collection = ANY(%s)
"""
ALL_VECTORS = "SELECT chunk_id, embedding FROM vectors WHERE collection = ANY(%s)"
VECTORS_OF_DOCUMENTS = "SELECT chunk_id, embedding FROM vectors WHERE document_id = ANY(%s)"
ALL_FINGERPRINTS = """
SELECT collection, path, size, mtime_ns, content_hash FROM documents
WHERE collection = ANY(%s) ORDER BY collection, path
"""
FAILED_NOTES = "SELECT collection, path FROM failures WHERE collection = ANY(%s)"
SCANS = "SELECT collection, finished FROM scans"


def inside(statement: str, condition: str) -> str:
    """Put a compiled condition, whose values are bound, in the place of `{scope}`."""
    return statement.replace("{scope}", condition.replace("?", "%s"))


def within(statement: str, clause: str) -> str:
    """Put a clause in the place of `{within}`."""
    return statement.replace("{within}", clause)


def of_dimension(statement: str, dimension: int) -> str:
    """Put the number of dimensions in the place of `{dimension}`."""
    return statement.replace("{dimension}", str(int(dimension)))
