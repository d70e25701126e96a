"""Made vectors, and texts where there are some, in a PostgreSQL index that holds nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import psycopg
from pgvector.psycopg import register_vector

from knowledge.ports import Matrix
from knowledge.store.postgres import PostgresStore
from knowledge.store.postgres.lexemes import Level, key, levels, lexeme
from knowledge.store.postgres.schema import nearness_index, vector_table
from knowledge.text import readings
from tests.bench.clouds import A_DOCUMENT, COLLECTIONS, DIMENSION, Piece

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
_GIN = "CREATE INDEX chunk_terms_lexemes ON chunk_terms USING gin (lexemes) WITH (gin_pending_list_limit = 256)"
_BUILD_MEMORY = "SET maintenance_work_mem = '2GB'"


async def write_server_index(url: str, vectors: Matrix) -> None:
    """The same index as `write_index` makes in a file: chunk n + 1 has row n."""
    await load(url, vectors)
    index(url)


async def load(url: str, vectors: Matrix) -> None:
    """All but the index of nearness."""
    await (await PostgresStore.open(url, readings=readings)).close()
    with psycopg.connect(url) as connection:
        register_vector(connection)
        connection.execute("SET search_path = footnote, public")
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
        connection.execute("ANALYZE vectors, documents, chunks, collections")


def load_terms(url: str, pieces: Iterable[Piece]) -> None:
    """The terms of each chunk, in order, and their index."""
    held: Counter[Level] = Counter()
    terms = 0
    with psycopg.connect(url) as connection:
        connection.execute("SET search_path = footnote, public")
        connection.execute(_BUILD_MEMORY)
        connection.execute("DROP INDEX chunk_terms_lexemes")
        copying = "COPY chunk_terms (chunk_id, document_id, collection, length, terms, lexemes) FROM STDIN"
        with connection.cursor() as cursor, cursor.copy(copying) as copy:
            for row, piece in enumerate(pieces):
                document, reached = row // A_DOCUMENT + 1, levels(piece.terms)
                place = (row + 1, document, COLLECTIONS[document % 2])
                copy.write_row((*place, len(piece.terms), " ".join(piece.terms), _tsvector(reached)))
                held.update(reached)
                terms += len(piece.terms)
        connection.execute(_GIN)
        with connection.cursor() as cursor, cursor.copy("COPY vocabulary (term, times, chunks) FROM STDIN") as copy:
            for (term, times), chunks in held.items():
                copy.write_row((key(term), times, chunks))
        connection.execute("UPDATE summary SET terms = %s", (terms,))
        connection.execute("ANALYZE chunk_terms, vocabulary")


def index(url: str) -> None:
    """Index the vectors by nearness."""
    with psycopg.connect(url) as connection:
        connection.execute("SET search_path = footnote, public")
        connection.execute(_BUILD_MEMORY)
        connection.execute(nearness_index("vectors", DIMENSION).encode())


def _tsvector(reached: Sequence[Level]) -> str:
    """As PostgreSQL reads it; made terms hold no quotes."""
    return " ".join(f"'{lexeme(level)}'" for level in reached)
