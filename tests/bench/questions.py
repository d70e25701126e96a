"""What is asked: questions as people type them over the sample notes, and beginnings of sentences over any others."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from knowledge.text import sentences
from tests.bench.options import Options

WORDS = 8  # of a sentence: long enough to hold common words too
SEED = 1

SAMPLE = (
    "how many vacation days do I get?",
    "can I carry over unused vacation?",
    "what do I do when the database is down?",
    "how do I deploy a service?",
    "who is on call at the weekend?",
    "how long is parental leave?",
    "what may I spend on a hotel?",
    "receipts for expenses",
    "ERR_1042",
    "what does a phishing mail look like?",
    "renew a certificate",
    "queue is growing",
    "why PostgreSQL?",
    "what replaced RabbitMQ?",
    "working from abroad",
    "restore a backup",
    "laptop on my first day",
    "rate limit of the fleet API",
    "wie rechne ich eine Reise ab?",
    "退款",
    "does a contractor get sick pay?",
    "severity of an incident",
    "format of an order identifier",
    "password manager",
)


def questions_for(options: Options, count: int) -> tuple[str, ...]:
    """At most `count` questions over the chosen notes, the same ones in every run."""
    wanted = min(count, options.questions or count)
    return SAMPLE[:wanted] if options.notes is None else beginnings(options.folder, wanted)


def beginnings(notes: Path, count: int) -> tuple[str, ...]:
    """The first words of sentences from notes chosen by chance, one of each note."""
    paths = sorted(path for path in notes.rglob("*.md") if path.is_file())
    chance = random.Random(SEED)
    chosen = chance.sample(paths, min(len(paths), 4 * count))
    found = (beginning(path.read_text(encoding="utf-8", errors="replace"), chance) for path in chosen)
    return tuple(dict.fromkeys(one for one in found if one))[:count]


def beginning(text: str, chance: random.Random) -> str:
    """The first words of one of the text's sentences that are long enough; empty where none is."""
    pieces = (_words(text[start:end]) for start, end in sentences(text))
    long_enough = [words for words in pieces if len(words) >= WORDS]
    return " ".join(chance.choice(long_enough)[:WORDS]) if long_enough else ""


def _words(sentence: str) -> Sequence[str]:
    return [word for word in sentence.split() if word[0].isalnum()]
