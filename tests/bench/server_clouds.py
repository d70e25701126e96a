"""Made vectors in a PostgreSQL index that holds nothing else."""

from __future__ import annotations

import psycopg
from pgvector.psycopg import register_vector

from knowledge.ports import Matrix
from knowledge.store.postgres import PostgresStore
from knowledge.store.postgres.schema import nearness_index, vector_table
from knowledge.text import readings
from tests.bench.clouds import A_DOCUMENT, COLLECTIONS, DIMENSION

_DOCUMENTS = """
INSERT INTO documents (collection, path, title, author, author_words, tags, size, mtime_ns, content_hash, recipe,
    chunks, words)
SELECT (%s::text[])[1 + each %% 2], each || '.md', '', '', '', '[]', 1, 1, '', '', %s, ''
FROM generate_series(1, %s) AS each
"""
_CHUNKS = """
INSERT INTO chunks (document_id, position, content_hash, embedded, length, first_line, last_line, heading_path,
    header, text, plain)
SELECT row / %s + 1, row %% %s, row::text, true, 1, 1, 1, '[]', '', 'text', 'text'
FROM generate_series(0, %s) AS row ORDER BY row
"""
_COUNTS = """
INSERT INTO collections (name, documents, chunks, embedded)
SELECT collection, count(*), sum(chunks), sum(chunks) FROM documents GROUP BY collection
"""


async def write_server_index(url: str, vectors: Matrix) -> None:
    """The same index as `write_index` makes in a file: chunk n + 1 has row n."""
    await (await PostgresStore.open(url, readings=readings)).close()
    with psycopg.connect(url) as connection:
        register_vector(connection)
        connection.execute("SET search_path = footnote, public")
        connection.execute("SET maintenance_work_mem = '1GB'")
        for statement in vector_table("vectors", DIMENSION):
            connection.execute(statement.encode())
        documents = 1 + (len(vectors) - 1) // A_DOCUMENT
        connection.execute(_DOCUMENTS, (list(COLLECTIONS), A_DOCUMENT, documents))
        connection.execute(_CHUNKS, (A_DOCUMENT, A_DOCUMENT, len(vectors) - 1))
        connection.execute(_COUNTS)
        connection.execute(
            "UPDATE summary SET model = 'made', dimension = %s, generation = 1, chunks = %s",
            (DIMENSION, len(vectors)),
        )
        copying = "COPY vectors (chunk_id, document_id, collection, embedding) FROM STDIN WITH (FORMAT BINARY)"
        with connection.cursor() as cursor, cursor.copy(copying) as copy:
            copy.set_types(["int8", "int8", "text", "vector"])
            for row, vector in enumerate(vectors):
                document = row // A_DOCUMENT + 1
                copy.write_row((row + 1, document, COLLECTIONS[document % 2], vector))
        connection.execute(nearness_index("vectors", DIMENSION).encode())
        connection.execute("ANALYZE vectors, documents, chunks, collections")
