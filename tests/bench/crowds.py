"""Many chunks made for measuring: sentences of real notes, or of words that do not exist, thrown together."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from knowledge.embedding.local import MODEL
from knowledge.store.schema import MIGRATIONS
from knowledge.text import ENGLISH, content_words, index_terms, sentences
from tests.bench.clouds import Piece, cloud, write_index
from tests.bench.notes import kept
from tests.bench.peers import PlainIndex, database_bytes

SEED = 1
SENTENCES, SENTENCES_A_CHUNK = 40_000, 20  # to draw from
NOTES = 2_000  # at most so many are read
VOCABULARY = 60_000  # words, the k-th as often as 1 / k
SENTENCE_WORDS = (6, 22)
CHUNK_WORDS = (40, 200)
LONGEST = 60  # words of a sentence that is drawn: longer ones are tables and lists
QUESTION_WORDS = 6
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """An index of so many chunks, and what is asked of it. Its vectors have nothing to do with the texts."""

    database: Path
    questions: Sequence[str]


async def crowd(count: int, notes: Path | None, *, questions: int) -> Crowd:
    """So many chunks, from a former run where there was one."""
    name = hashlib.sha256(repr((count, str(notes), MIGRATIONS, MODEL)).encode()).hexdigest()[:16]
    database = kept() / f"crowd-{name}" / "index.db"
    if not database.exists():
        database.parent.mkdir(parents=True, exist_ok=True)
        unfinished = database.with_name("unfinished.db")  # all or nothing: what was interrupted is begun again
        unfinished.unlink(missing_ok=True)
        await write_index(unfinished, cloud(count).vectors, pieces(count, notes), model=MODEL)
        database_bytes(unfinished)
        unfinished.rename(database)
    with closing(PlainIndex(database)) as plain:
        texts = plain.texts(4 * questions)
    return Crowd(database=database, questions=questions_of(texts, questions))


def pieces(count: int, notes: Path | None) -> Iterator[Piece]:
    """So many chunks, the same ones in every run; of sentences in `notes` where they are named."""
    chance = random.Random(SEED)
    enough = min(SENTENCES, SENTENCES_A_CHUNK * count)
    drawn = [_piece(text) for text in (_sentences(notes, chance, enough) if notes else _invented(chance, enough))]
    for _ in range(count):
        wanted, some, words = chance.randint(*CHUNK_WORDS), [], 0
        while words < wanted:
            some.append(chance.choice(drawn))
            words += len(some[-1].terms)
        yield Piece(
            text=" ".join(each.text for each in some), terms=tuple(term for each in some for term in each.terms)
        )


def questions_of(texts: Sequence[str], count: int) -> list[str]:
    """Six words of each of so many texts, stop words left out: the commoner a word, the more texts hold it."""
    chance = random.Random(SEED)
    words = [list(content_words(text).values()) for text in chance.sample(texts, min(len(texts), 2 * count))]
    enough = [each for each in words if len(each) >= QUESTION_WORDS]
    return [" ".join(chance.sample(each, QUESTION_WORDS)) for each in enough[:count]]


def _piece(text: str) -> Piece:
    return Piece(text=text, terms=index_terms("", (), text, language=ENGLISH))


def _sentences(notes: Path, chance: random.Random, count: int) -> list[str]:
    """Sentences of real notes, from notes all over the folder."""
    paths = sorted(path for path in notes.rglob("*.md") if path.is_file())
    found = [
        text[start:end]
        for path in chance.sample(paths, min(len(paths), NOTES))
        for text in [path.read_text(encoding="utf-8", errors="replace")]
        for start, end in sentences(text)
        if 2 < text.count(" ", start, end) < LONGEST
    ]
    return chance.sample(found, min(len(found), count))


def _invented(chance: random.Random, count: int) -> Iterator[str]:
    """Sentences whose words are as common as Zipf's law has it."""
    words = list(dict.fromkeys(_word(chance) for _ in range(VOCABULARY)))
    weights = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))
    for _ in range(count):
        length = chance.randint(*SENTENCE_WORDS)
        yield " ".join(chance.choices(words, cum_weights=weights, k=length)).capitalize() + "."


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(_SYLLABLES, k=chance.randint(2, 4)))
