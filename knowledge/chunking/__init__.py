"""Documents to chunks: what is searched, embedded and quoted."""

from knowledge.chunking.assembly import chunk
from knowledge.chunking.options import ChunkingOptions, Strategy

__all__ = ["ChunkingOptions", "Strategy", "chunk"]
