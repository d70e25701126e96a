"""Every statement about the index in PostgreSQL, its documents and their chunks, named; others: `search_statements`.

What they share with SQLite's is not shared in text. `{scope}` stands for a condition on `documents`.
"""

from __future__ import annotations

# The index as a whole ---------------------------------------------------------------------------------------------

CHANGES_KEPT = 1_000  # generations; who has not looked for so long finds out in another way what changed

LOCK = "SELECT id FROM summary FOR UPDATE"
SUMMARY = """
SELECT generation, model, dimension, coming, embedded_at, chunks, terms,
    to_regclass('footnote.vectors_near') IS NOT NULL AS indexed,
    coalesce(to_regclass('footnote.vectors')::oid::bigint, 0) AS vectors,
    concat_ws(' ', tableoid, pg_postmaster_start_time()) AS life
FROM summary
"""
BUMP_GENERATION = """
WITH now AS (UPDATE summary SET generation = generation + 1 RETURNING generation),
    old AS (DELETE FROM vector_changes USING now WHERE vector_changes.generation <= now.generation - {kept})
DELETE FROM term_changes USING now WHERE term_changes.generation <= now.generation - {kept}
""".replace("{kept}", str(CHANGES_KEPT))
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

# Which documents a scope has, as one text of bytes.
DOCUMENT_IDS = "SELECT string_agg(int8send(id), '') AS bytes FROM documents WHERE {scope}"

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
