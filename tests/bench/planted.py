"""A corpus with known duplicates: copies, shared parts, chains and near misses, as vectors and as texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from knowledge.ports import Matrix, Snapshot
from knowledge.types import Chunk, Document, Fingerprint, NoteRef, StoredChunk

COLLECTION = "planted"
SAME = 0.985  # cosine of a passage and its slightly changed copy
NEAR = 0.93  # below the usual threshold: related, and no copy
LENGTHS = (1, 2, 3, 4)
WORDS_EACH = 40
VOCABULARY = 8_000

Pair = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much is planted; `chunks` and `documents` count everything."""

    documents: int = 2_369
    chunks: int = 5_924
    dimension: int = 1_024
    copies: int = 60
    partial: int = 30
    chains: int = 5
    near: int = 40


@dataclass(slots=True, kw_only=True)
class Planted:
    """Notes by path with their passages and vectors, and which pairs were planted how."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    vectors: dict[str, Matrix] = field(default_factory=dict)
    copies: set[Pair] = field(default_factory=set)
    partial: set[Pair] = field(default_factory=set)
    links: set[Pair] = field(default_factory=set)  # A-B and B-C of each chain
    ends: set[Pair] = field(default_factory=set)  # A-C of each chain
    near: set[Pair] = field(default_factory=set)

    @property
    def chunks(self) -> int:
        return sum(map(len, self.texts.values()))


class Planter:
    """Makes the corpus from one seed."""

    def __init__(self, plan: Plan, seed: int = 1) -> None:
        self._plan = plan
        self._random = np.random.default_rng(seed)
        self.made = Planted()

    def plant(self) -> Planted:
        """Planted pairs first, then fill with notes of their own up to the plan's counts."""
        for number in range(self._plan.copies):
            self._copy(number)
        for number in range(self._plan.partial):
            self._partial(number)
        for number in range(self._plan.chains):
            self._chain(number)
        for number in range(self._plan.near):
            self._near(number)
        self._fill()
        return self.made

    def _copy(self, number: int) -> None:
        original, copy = f"teams/note-{number:02}.md", f"elsewhere/note-{number:02}.md"
        length = 1 + number % 6
        self._new(original, length)
        order = self._random.permutation(length) if number % 3 == 0 else np.arange(length)
        self._derive(copy, [(original, int(at), SAME) for at in order])
        self.made.copies.add(frozenset((original, copy)))

    def _partial(self, number: int) -> None:
        """Two of four passages shared, or a short note that a long one quotes whole."""
        first, second = f"teams/part-{number:02}.md", f"elsewhere/part-{number:02}.md"
        if number % 2:
            self._new(first, 4)
            self._derive(second, [(first, 0, SAME), (first, 2, SAME)], more=2)
        else:
            self._new(first, 1)
            self._derive(second, [(first, 0, SAME)], more=5)
        self.made.partial.add(frozenset((first, second)))

    def _chain(self, number: int) -> None:
        """A and B share eight of ten passages, B and C other eight, so that A and C share only six."""
        a, b, c = (f"chains/{letter}-{number}.md" for letter in "abc")
        self._new(b, 10)
        self._derive(a, [(b, at, SAME) for at in range(8)], more=2)
        self._derive(c, [(b, at, SAME) for at in range(2, 10)], more=2)
        self.made.links |= {frozenset((a, b)), frozenset((b, c))}
        self.made.ends.add(frozenset((a, c)))

    def _near(self, number: int) -> None:
        first, second = f"teams/near-{number:02}.md", f"elsewhere/near-{number:02}.md"
        self._new(first, 2)
        self._derive(second, [(first, 0, NEAR), (first, 1, NEAR)], text=False)
        self.made.near.add(frozenset((first, second)))

    def _fill(self) -> None:
        missing = self._plan.documents - len(self.made.texts)
        total = self._plan.chunks - self.made.chunks
        base, longer = divmod(total, missing)
        for number in range(missing):
            self._new(f"library/{number:04}.md", base + (number < longer))

    def _new(self, path: str, length: int) -> None:
        self.made.texts[path] = [self._passage() for _ in range(length)]
        self.made.vectors[path] = unit(self._random.normal(size=(length, self._plan.dimension)))

    def _derive(
        self, path: str, sources: Sequence[tuple[str, int, float]], *, more: int = 0, text: bool = True
    ) -> None:
        rows = [self._like(self.made.vectors[source][at], cosine) for source, at, cosine in sources]
        extra = unit(self._random.normal(size=(more, self._plan.dimension)))
        self.made.vectors[path] = np.vstack([*rows, extra]).astype(np.float32)
        kept = [self._edited(self.made.texts[source][at]) if text else self._passage() for source, at, _ in sources]
        self.made.texts[path] = [*kept, *(self._passage() for _ in range(more))]

    def _like(self, row: npt.NDArray[np.float32], cosine: float) -> Matrix:
        """A unit row at exactly this cosine, in a direction by chance."""
        away = self._random.normal(size=(1, self._plan.dimension))
        away = unit(away - (away @ row)[:, None] * row)
        return unit(cosine * row + np.sqrt(1 - cosine**2) * away)

    def _edited(self, text: str) -> str:
        """The passage with another last word, so that no two passages have one hash."""
        return f"{text.rpartition(' ')[0]} e{self._random.integers(0, 10**9):09}."

    def _passage(self) -> str:
        return " ".join(f"w{number:04}" for number in self._random.integers(0, VOCABULARY, WORDS_EACH)) + "."


def unit(rows: npt.NDArray[np.floating]) -> Matrix:
    """The rows at length 1."""
    result: Matrix = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return result


def document(path: str, texts: Sequence[str]) -> tuple[Document, list[Chunk]]:
    """A note and its chunks, a paragraph each."""
    text = "\n\n".join(texts)
    mark = Fingerprint(size=len(text), mtime_ns=1, content_hash=path)
    ref = NoteRef(collection=COLLECTION, path=path)
    chunks = [
        Chunk(position=at, text=piece, plain=piece, start=0, end=len(piece), lines=(2 * at + 1, 2 * at + 1))
        for at, piece in enumerate(texts)
    ]
    return Document(ref=ref, title=path, text=text, blocks=(), fingerprint=mark), chunks


def snapshot(planted: Planted) -> Snapshot:
    """The corpus as an index would give it, without one."""
    chunks: list[StoredChunk] = []
    rows: list[Matrix] = []
    for path in sorted(planted.texts):
        made, pieces = document(path, planted.texts[path])
        rows.append(planted.vectors[path])
        chunks += (
            StoredChunk(
                id=len(chunks) + at + 1,
                ref=made.ref,
                title=made.title,
                position=piece.position,
                text=piece.text,
                plain=piece.plain,
                lines=piece.lines,
                heading_path=(),
                header="",
                updated=None,
                note_hash=path,
            )
            for at, piece in enumerate(pieces)
        )
    return Snapshot(
        chunks=chunks,
        embedded=np.arange(len(chunks), dtype=np.int64),
        vectors=np.vstack(rows),
        fingerprints={},
        scans={},
    )
