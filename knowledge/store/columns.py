"""Documents and chunks as the columns that every engine writes, by their names."""

from __future__ import annotations

import json
from typing import Any

from knowledge.ports import Entry
from knowledge.store.folding import words_of
from knowledge.store.rows import utc
from knowledge.types import Document


def document_columns(document: Document, recipe: str) -> dict[str, Any]:
    """Return the columns of a document, without what an engine keeps beyond them."""
    return {
        "collection": document.ref.collection,
        "path": document.ref.path,
        "title": document.title,
        "author": document.author,
        "author_words": f" {words_of(document.author)} ",
        "tags": json.dumps(document.tags, ensure_ascii=False),
        "updated": utc(document.updated) if document.updated else None,
        "size": document.fingerprint.size,
        "mtime_ns": document.fingerprint.mtime_ns,
        "content_hash": document.fingerprint.content_hash,
        "recipe": recipe,
    }


def chunk_columns(entry: Entry) -> dict[str, Any]:
    """Return the columns of a chunk that may change while it stays: all but its document and the hash of its text."""
    chunk = entry.chunk
    return {
        "position": chunk.position,
        "length": len(entry.terms),
        "first_line": chunk.lines[0],
        "last_line": chunk.lines[1],
        "heading_path": json.dumps(chunk.heading_path, ensure_ascii=False),
        "header": chunk.header,
        "text": chunk.text,
        "plain": chunk.plain,
    }
