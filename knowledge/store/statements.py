"""Every statement about the index, its documents and their chunks, named; terms and vectors: `search_statements`.

`{scope}` stands for a condition on `documents` from `filters.py`.
"""

from __future__ import annotations

# The index as a whole ---------------------------------------------------------------------------------------------

SUMMARY = "SELECT generation, model, dimension, coming, embedded_at, chunks, terms FROM summary"
NOTES_COUNTED = "SELECT count(*) FROM documents"
BUMP_GENERATION = "UPDATE summary SET generation = generation + 1"
SET_MODEL = "UPDATE summary SET model = ?, dimension = ?"
STATUS = """
SELECT
    names.collection,
    (SELECT count(*) FROM documents WHERE collection = names.collection) AS documents,
    counts.chunks,
    counts.embedded,
    (SELECT finished FROM scans WHERE collection = names.collection) AS finished,
    (SELECT count(*) FROM failures WHERE collection = names.collection) AS errors
FROM (SELECT collection FROM documents UNION SELECT collection FROM scans
      UNION SELECT collection FROM failures) AS names
LEFT JOIN (
    SELECT documents.collection, count(*) AS chunks, sum(chunks.embedded) AS embedded
    FROM chunks JOIN documents ON documents.id = chunks.document_id
    GROUP BY documents.collection
) AS counts ON counts.collection = names.collection
ORDER BY names.collection
"""
RECORD_SCAN = "INSERT OR REPLACE INTO scans (collection, finished) VALUES (?, ?)"

# Documents --------------------------------------------------------------------------------------------------------

FIND_DOCUMENT = "SELECT id FROM documents WHERE collection = ? AND path = ?"
SAVE_DOCUMENT = """
INSERT INTO documents (
    collection, path, title, author, author_words, tags, updated, size, mtime_ns, content_hash, recipe
) VALUES (
    :collection, :path, :title, :author, :author_words, :tags, :updated, :size, :mtime_ns, :content_hash, :recipe
)
ON CONFLICT (collection, path) DO UPDATE SET
    title = excluded.title, author = excluded.author, author_words = excluded.author_words, tags = excluded.tags,
    updated = excluded.updated, size = excluded.size, mtime_ns = excluded.mtime_ns,
    content_hash = excluded.content_hash, recipe = excluded.recipe
RETURNING id
"""
TOUCH_DOCUMENT = "UPDATE documents SET size = ?, mtime_ns = ?, content_hash = ? WHERE collection = ? AND path = ?"
DELETE_DOCUMENT = "DELETE FROM documents WHERE id = ?"
# Documents of collections outside a JSON list of names.
FOREIGN_DOCUMENTS = """
SELECT collection, path FROM documents WHERE collection NOT IN (SELECT value FROM json_each(?))
"""
FORGET_FOREIGN_SCANS = "DELETE FROM scans WHERE collection NOT IN (SELECT value FROM json_each(?))"
FORGET_FOREIGN_FAILURES = "DELETE FROM failures WHERE collection NOT IN (SELECT value FROM json_each(?))"
FINGERPRINTS = "SELECT path, size, mtime_ns, content_hash FROM documents WHERE collection = ?"
STALE = "SELECT path FROM documents WHERE collection = ? AND recipe <> ?"
ADD_TAG = "INSERT OR IGNORE INTO tags (tag, document_id) VALUES (?, ?)"
DELETE_TAGS = "DELETE FROM tags WHERE document_id = ?"
WHOLE_DOCUMENT = """
SELECT id, collection, path, title, author, tags, updated, size, mtime_ns, content_hash, recipe
FROM documents WHERE collection = ? AND path = ?
"""
NOTES = """
SELECT collection, path, title, author, tags, updated,
    (SELECT count(*) FROM chunks WHERE document_id = documents.id) AS chunks,
    (SELECT message FROM failures
     WHERE failures.collection = documents.collection AND failures.path = documents.path) AS failure
FROM documents WHERE {scope} ORDER BY collection, path
"""
MATCHING_NOTES = "SELECT collection, path FROM documents WHERE {scope} ORDER BY collection, path"

# Failures ---------------------------------------------------------------------------------------------------------

RECORD_FAILURE = """
INSERT OR REPLACE INTO failures (collection, path, message, size, mtime_ns, content_hash) VALUES (?, ?, ?, ?, ?, ?)
"""
CLEAR_FAILURE = "DELETE FROM failures WHERE collection = ? AND path = ?"
FAILURES = "SELECT path, message, size, mtime_ns, content_hash FROM failures WHERE collection = ? ORDER BY path"

# Chunks -----------------------------------------------------------------------------------------------------------

CHUNKS_OF_DOCUMENT = "SELECT id, content_hash FROM chunks WHERE document_id = ? ORDER BY position"
ADD_CHUNK = """
INSERT INTO chunks (
    document_id, position, content_hash, length, first_line, last_line, heading_path, header, text, plain
)
VALUES (
    :document_id, :position, :content_hash, :length, :first_line, :last_line, :heading_path, :header, :text, :plain
)
RETURNING id
"""
# A chunk with the same hash keeps its id and its vector; where it stands, and its markup, may have changed.
KEEP_CHUNK = """
UPDATE chunks SET position = :position, length = :length, first_line = :first_line, last_line = :last_line,
    heading_path = :heading_path, header = :header, text = :text, plain = :plain
WHERE id = :id
"""
WHOLE_CHUNKS = """
SELECT chunks.id, chunks.position, chunks.content_hash, chunks.embedded, chunks.first_line, chunks.last_line,
    chunks.heading_path, chunks.header, chunks.text, chunks.plain, chunk_terms.terms
FROM chunks JOIN chunk_terms ON chunk_terms.rowid = chunks.id WHERE chunks.document_id = ? ORDER BY chunks.position
"""
DELETE_CHUNK = "DELETE FROM chunks WHERE id = ?"
# In the order in which `rows.stored_chunk` takes them.
_STORED_CHUNK = """
SELECT chunks.id, documents.collection, documents.path, documents.title, documents.author, documents.tags,
    documents.updated, documents.content_hash AS note_hash, chunks.position, chunks.text, chunks.plain,
    chunks.first_line, chunks.last_line, chunks.heading_path, chunks.header, chunks.content_hash
"""
# The chunks of a JSON list of ids, in any order.
CHUNKS = f"""
{_STORED_CHUNK}
FROM json_each(?) AS wanted JOIN chunks ON chunks.id = wanted.value
JOIN documents ON documents.id = chunks.document_id
"""
# Five numbers of each chunk of a JSON list, all in one text.
CHUNK_PLACES = """
SELECT group_concat(
    chunks.id || ' ' || document_id || ' ' || position || ' ' || first_line || ' ' || last_line, ' '
) FROM json_each(?) AS wanted JOIN chunks ON chunks.id = wanted.value
"""
NOTE_HEADS = """
SELECT id, collection, path, title, content_hash FROM documents WHERE id IN (SELECT value FROM json_each(?))
"""
NOTE_CHUNKS = f"""
{_STORED_CHUNK}
FROM documents JOIN chunks ON chunks.document_id = documents.id
WHERE documents.collection = ? AND documents.path = ? ORDER BY chunks.position
"""

# Everything of a JSON list of collections -------------------------------------------------------------------------

ALL_CHUNKS = f"""
{_STORED_CHUNK}
FROM json_each(?) AS wanted JOIN documents ON documents.collection = wanted.value
JOIN chunks ON chunks.document_id = documents.id
ORDER BY documents.collection, documents.path, chunks.position
"""
ALL_EMBEDDED = "SELECT id FROM chunks WHERE embedded = 1"
# The blocks in which sqlite-vec 0.1 keeps vectors: read one by one, each would cost a walk through its whole block.
VECTOR_BLOCKS = "SELECT rowid AS number, size, validity, rowids FROM vectors_chunks ORDER BY rowid"
VECTORS_OF_BLOCK = "SELECT vectors FROM vectors_vector_chunks00 WHERE rowid = ?"
# Changes when a table is dropped or made, as when vectors of another model take over.
STRUCTURE = "PRAGMA schema_version"
# The document of each chunk: of all, found in an index alone, or of a JSON list of ids.
CHUNK_DOCUMENTS = "SELECT id, document_id FROM chunks INDEXED BY chunks_document"
CHUNK_DOCUMENTS_AFTER = "SELECT id, document_id FROM chunks WHERE id > ?"
CHUNK_DOCUMENTS_OF = "SELECT id, document_id FROM chunks WHERE id IN (SELECT value FROM json_each(?))"
# As a JSON list: one value is read in a sixth of the time that a row a document takes.
SCOPE_DOCUMENTS = "SELECT json_group_array(documents.id) FROM documents WHERE {scope}"
ALL_FINGERPRINTS = """
SELECT collection, path, size, mtime_ns, content_hash FROM documents
WHERE collection IN (SELECT value FROM json_each(?)) ORDER BY collection, path
"""
FAILED_NOTES = "SELECT collection, path FROM failures WHERE collection IN (SELECT value FROM json_each(?))"
SCANS = "SELECT collection, finished FROM scans"

# Scopes -----------------------------------------------------------------------------------------------------------

# The names of all collections, each found by one look into the index, and NULL.
_NAMES = """
WITH RECURSIVE names (name) AS (
    SELECT min(collection) FROM documents
    UNION ALL
    SELECT (SELECT min(collection) FROM documents WHERE collection > name) FROM names WHERE name IS NOT NULL
)
"""
COLLECTIONS = f"{_NAMES} SELECT name FROM names WHERE name IS NOT NULL"  # noqa: S608 - both parts are fixed
# The documents that have one of some paths, or lie below one: found by their index, which begins with the collection.
# "0" follows "/": the range is what starts with the folder and a slash.
PLACED = f"""
{_NAMES}, wanted (path) AS (SELECT value FROM json_each(?))
SELECT placed.id FROM wanted CROSS JOIN names
CROSS JOIN documents AS placed ON placed.collection = name AND placed.path = wanted.path
UNION ALL
SELECT placed.id FROM wanted CROSS JOIN names
CROSS JOIN documents AS placed
    ON placed.collection = name AND placed.path >= wanted.path || '/' AND placed.path < wanted.path || '0'
"""  # noqa: S608 - both parts are fixed


def inside(statement: str, condition: str) -> str:
    """Put a compiled condition, whose values are bound, in the place of `{scope}`."""
    return statement.replace("{scope}", condition)
