"""One document to its chunks, each checked against the tokenizer as it will be embedded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from knowledge.chunking.context import Context
from knowledge.chunking.measuring import Ruler
from knowledge.chunking.options import ChunkingOptions
from knowledge.chunking.packing import Pack, Packer
from knowledge.chunking.strategies import Planner
from knowledge.chunking.units import UnitCutter
from knowledge.ports import Tokenizer
from knowledge.types import Block, BlockKind, Chunk, Document

_DEFAULTS = ChunkingOptions()
_MOST_CHARS_PER_TOKEN = 6  # of ordinary text; denser text is worth no try


def chunk(document: Document, tokenizer: Tokenizer, options: ChunkingOptions = _DEFAULTS) -> tuple[Chunk, ...]:
    """Cut a document into chunks, in order.

    Each is a verbatim span of at most `options.max_tokens` tokens, context included; together they hold every
    sentence in order; none lies wholly inside its neighbour. A heading stands once: in the heading path of the
    chunks below it, or in a chunk's text. No blocks: no chunks.
    """
    if not document.blocks:
        return ()
    chunks = _Assembly(document, tokenizer, options).chunks()
    return tuple(replace(each, position=position) for position, each in enumerate(chunks))


class _Assembly:
    def __init__(self, document: Document, tokenizer: Tokenizer, options: ChunkingOptions) -> None:
        self._source = document.text
        self._options = options
        self._ruler = Ruler(document, tokenizer)
        self._context = Context(
            measure=self._ruler.size, limit=options.context_tokens, title=_title_apart(document)
        ).inside(())

    def chunks(self) -> list[Chunk]:
        whole = self._whole_note() if self._options.strategy == "structure" else None
        return [whole] if whole else self._parts()

    def _whole_note(self) -> Chunk | None:
        """All in one chunk if that fits: most notes of many collections, found out with one call."""
        if sum(map(len, self._ruler.plains)) > self._options.target_tokens * _MOST_CHARS_PER_TOKEN:
            return None
        above, blocks = _outer_headings(self._ruler.document.blocks)
        context = self._context.inside(above)
        if not all(context.holds(above[:depth]) for depth in range(1, len(above) + 1)):
            return None
        made = self._made(blocks[0].start, blocks[-1].end, context)
        return made if made.tokens <= self._options.target_tokens else None

    def _parts(self) -> list[Chunk]:
        planner = Planner(self._ruler, self._options, self._context)
        found: list[Chunk] = []
        for run in planner.runs():
            for pack in Packer(self._source, self._options, run.context.size).pack(run.units):
                if found and pack.start <= found[-1].start:  # that one was cut once more: its end is all of it now
                    pack.start = pack.units[0].start
                found += self._within_maximum(pack, planner.context_at(run, pack.units[0]), planner.cutter)
        return found

    def _within_maximum(self, pack: Pack, context: Context, cutter: UnitCutter) -> Iterator[Chunk]:
        """The chunk; in parts where the tokenizer counts the whole as more than its parts together."""
        made = self._made(pack.start, pack.end, context, pack.units[0].header)
        if made.tokens <= self._options.max_tokens:
            yield made
            return
        units = pack.units if len(pack.units) > 1 else cutter.halves(pack.units[0])
        if len(units) == 1:
            yield made
            return
        middle = len(units) // 2
        for half in (units[:middle], units[middle:]):
            start = half[0].start
            yield from self._within_maximum(Pack(start=start, units=half, size=0), context, cutter)

    def _made(self, start: int, end: int, context: Context, header: str = "") -> Chunk:
        made = Chunk(
            position=0,
            text=self._source[start:end],
            plain=self._ruler.plain(start, end),
            start=start,
            end=end,
            lines=self._ruler.lines(start, end),
            heading_path=context.path,
            header=header,
        )
        return replace(made, tokens=self._ruler.tokens(made.embedding_text))


def _outer_headings(blocks: Sequence[Block]) -> tuple[tuple[str, ...], Sequence[Block]]:
    """The headings on top that all the rest stands under, and that rest; a heading without a rest is the rest."""
    above: tuple[str, ...] = ()
    while len(blocks) > 1 and blocks[0].kind is BlockKind.HEADING:
        path, rest = blocks[0].heading_path, blocks[1:]
        if not all(block.heading_path[: len(path)] == path for block in rest):
            break
        above, blocks = path, rest
    return above, blocks


def _title_apart(document: Document) -> tuple[str, ...]:
    """The title where no heading says it: it comes first in every heading path."""
    if not document.title_in_text:
        return ()
    outermost = (block.heading_path[0] for block in document.blocks if block.kind is BlockKind.HEADING)
    said = any(_folded(heading) == _folded(document.title) for heading in outermost)
    return () if said else (document.title,)


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
