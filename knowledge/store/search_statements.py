"""Every statement about what is searched, terms and vectors, named.

`{scope}` stands for a condition on `documents` from `filters.py`; `{within}` for the clause that keeps a search of
vectors inside a scope, or for nothing where the scope is the whole index.
"""

from __future__ import annotations

# Terms ------------------------------------------------------------------------------------------------------------

ADD_TERMS = "INSERT INTO chunk_terms (rowid, terms) VALUES (?, ?)"
HAS_TERMS = "SELECT 1 FROM chunk_terms WHERE rowid = ? AND terms = ?"
DELETE_TERMS = "DELETE FROM chunk_terms WHERE rowid = ?"
# How many chunks hold each term of a JSON list; CROSS JOIN keeps it at one look-up a term.
FREQUENCIES = """
SELECT vocabulary.term, vocabulary.doc
FROM json_each(?) AS wanted CROSS JOIN vocabulary ON vocabulary.term = wanted.value
"""
VOCABULARY = "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ?"
# Each connection's own view of where every term stands.
TERM_PLACES = "CREATE VIRTUAL TABLE temp.term_places USING fts5vocab (main, chunk_terms, instance)"
# A chunk and a place in it as one number, of all chunks that hold a term.
PLACES_OF_TERM = "SELECT group_concat(doc * ? + offset) FROM temp.term_places WHERE term = ?"
NEW_POSTINGS = "SELECT rowid AS id, terms FROM chunk_terms WHERE chunk_terms MATCH ? AND rowid > ? ORDER BY rowid"
# Where FTS5 keeps the number of terms of each chunk.
TERM_COUNTS_AFTER = "SELECT id, sz FROM chunk_terms_docsize WHERE id > ?"
LAST_CHUNK = "SELECT max(id) FROM chunks"

# Vectors ----------------------------------------------------------------------------------------------------------

DROP_VECTORS = "DROP TABLE IF EXISTS vectors"
MARK_EMBEDDED = "UPDATE chunks SET embedded = 1 WHERE id = ?"
ADD_VECTOR = "INSERT INTO vectors (rowid, embedding) VALUES (?, ?)"
DELETE_VECTOR = "DELETE FROM vectors WHERE rowid = ?"
VECTOR = "SELECT embedding FROM vectors WHERE rowid = ?"
# Chunks that wait for their vector, by id.
PENDING = """
SELECT id, plain, heading_path, header, content_hash FROM chunks WHERE embedded = 0 AND id > ? ORDER BY id LIMIT ?
"""
# How many wait; the same two for a model whose vectors are gathered.
WAITING = "SELECT count(*) FROM chunks WHERE embedded = 0"
UNGATHERED = """
SELECT id, plain, heading_path, header, content_hash FROM chunks
WHERE content_hash NOT IN (SELECT content_hash FROM gathered) AND id > ? ORDER BY id LIMIT ?
"""
WAITING_UNGATHERED = "SELECT count(*) FROM chunks WHERE content_hash NOT IN (SELECT content_hash FROM gathered)"
# Some embedded chunk with this hash, and every waiting one.
TWIN = "SELECT id FROM chunks WHERE content_hash = ? AND embedded = 1 LIMIT 1"
WAITING_TWINS = """
SELECT id FROM chunks
WHERE embedded = 0 AND content_hash = (SELECT content_hash FROM chunks WHERE id = ?)
"""
# For an error that names the chunk.
WHERE_CHUNK_IS = """
SELECT documents.collection, documents.path, chunks.first_line, chunks.last_line
FROM chunks JOIN documents ON documents.id = chunks.document_id WHERE chunks.id = ?
"""
NEAREST = "SELECT rowid, distance FROM vectors WHERE embedding MATCH ? AND k = ? {within} ORDER BY distance"
# The same, for more rows than the extension's own search gives: every vector of the scope is measured.
NEAREST_MANY = """
SELECT chunks.id, vec_distance_cosine(vectors.embedding, ?) AS distance
FROM documents JOIN chunks ON chunks.document_id = documents.id JOIN vectors ON vectors.rowid = chunks.id
WHERE {scope} ORDER BY distance LIMIT ?
"""
STAMP_VECTORS = "UPDATE summary SET embedded_at = ?"
SET_COMING = "UPDATE summary SET coming = ?"
GATHER = "INSERT OR REPLACE INTO gathered (content_hash, embedding) SELECT content_hash, ? FROM chunks WHERE id = ?"
GATHERED_BYTES = "SELECT length(embedding) FROM gathered LIMIT 1"
DROP_GATHERED = "DELETE FROM gathered"
ADOPT_VECTORS = """
INSERT INTO vectors (rowid, embedding)
SELECT chunks.id, gathered.embedding FROM chunks JOIN gathered ON gathered.content_hash = chunks.content_hash
"""
MARK_ADOPTED = "UPDATE chunks SET embedded = content_hash IN (SELECT content_hash FROM gathered)"
NOTE_VECTORS = """
SELECT vectors.embedding
FROM documents JOIN chunks ON chunks.document_id = documents.id JOIN vectors ON vectors.rowid = chunks.id
WHERE documents.collection = ? AND documents.path = ? ORDER BY chunks.position
"""
# sqlite-vec takes this list before it measures, so that the k nearest are those of the scope.
VECTORS_WITHIN = """
AND rowid IN (SELECT chunks.id FROM documents JOIN chunks ON chunks.document_id = documents.id WHERE {scope})
"""


def within(statement: str, clause: str) -> str:
    """Put a clause in the place of `{within}`."""
    return statement.replace("{within}", clause)
