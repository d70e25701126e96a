"""Every statement in PostgreSQL about what is searched, terms and vectors, named.

`{within}` stands for a clause of a search of chunks, or for nothing; `{scope}` in it for a condition on `documents`.
"""

from __future__ import annotations

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
# For those who have lists of terms in memory.
NOTE_TERMS = (
    "INSERT INTO term_changes (generation, chunk_id) SELECT generation + 1, unnest(%s::bigint[]) FROM summary"
)
TERM_CHANGES = "SELECT DISTINCT chunk_id FROM term_changes WHERE generation > %s LIMIT %s"
TERMS_OF_CHUNKS = "SELECT chunk_id, document_id, terms FROM chunk_terms WHERE chunk_id = ANY(%s)"
ALL_LENGTHS = """
SELECT string_agg(int8send(chunk_id) || int8send(document_id) || int4send(length), '') AS bytes FROM chunk_terms
"""
# Of each of these queries, the chunks that it matches.
CHUNKS_OF_LEVELS = """
SELECT (SELECT string_agg(int8send(chunk_id), '') FROM chunk_terms WHERE lexemes @@ asked.lexeme::tsquery) AS bytes
FROM unnest(%s::text[]) WITH ORDINALITY AS asked (lexeme, place) ORDER BY asked.place
"""
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
# worth more than the next lower one. Rounded, since the sums of equal chunks differ in the last digit by their order.
TERM_CANDIDATES = """
WITH best AS (
    SELECT held.chunk_id, sum(asked.idf * (asked.times / (asked.times + held.norm)
        - asked.below / (asked.below + held.norm)))::real AS score
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
# Noted for those who have the vectors in memory: so is the deletion.
MARK_EMBEDDED = """
WITH new AS (UPDATE chunks SET embedded = true WHERE id = ANY(%s) RETURNING id)
INSERT INTO vector_changes (generation, chunk_id, gone) SELECT generation + 1, new.id, false FROM new, summary
"""
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
DELETE_VECTORS = """
WITH old AS (DELETE FROM vectors WHERE chunk_id = ANY(%s) RETURNING chunk_id)
INSERT INTO vector_changes (generation, chunk_id, gone) SELECT generation + 1, chunk_id, true FROM old, summary
"""
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
VECTOR_CHANGES = "SELECT chunk_id, gone FROM vector_changes WHERE generation > %s LIMIT %s"
# As one text of bytes: a value in each row would cost the driver more than the reading.
ALL_VECTOR_IDS = "SELECT string_agg(int8send(chunk_id), '') AS bytes FROM vectors"
VECTOR_ROWS = """
SELECT string_agg(int8send(chunk_id) || int8send(document_id) || vector_send(embedding), '') AS bytes
FROM vectors WHERE chunk_id = ANY(%s)
"""
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


def within(statement: str, clause: str) -> str:
    """Put a clause in the place of `{within}`."""
    return statement.replace("{within}", clause)


def of_dimension(statement: str, dimension: int) -> str:
    """Put the number of dimensions in the place of `{dimension}`."""
    return statement.replace("{dimension}", str(int(dimension)))
