"""`scripts/bench`: one suite or all of them, as Markdown tables or as JSON."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from knowledge.errors import KnowledgeError
from tests.bench.limits import broken_limits
from tests.bench.machine import machine
from tests.bench.options import Options
from tests.bench.table import Table, markdown

SUITES = {
    "startup": "the command itself, in new processes",
    "search": "warm searches beside rank-bm25, FTS5 and sqlite-vec",
    "vectors": "the nearest of many vectors beside sqlite-vec, and lancedb and chromadb where they are installed",
    "keywords": "the best of many chunks for a few words beside rank-bm25, and bm25s and tantivy where installed",
    "hybrid": "the whole search over many chunks, and many people at once",
    "size": "bytes a chunk on disk and in memory, and the first answer of a new process",
    "postgres": "the nearest of many vectors in PostgreSQL beside SQLite, with permissions and filters",
    "engines": "the labelled sets of a data folder in SQLite and in PostgreSQL: the same lists, the same quality",
    "index": "reading, embedding and looking for changes, and the size on disk",
    "indexing": "the first run on every processor, an unchanged folder, one changed note, vectors a second",
    "quality": "nDCG, recall, hits, citations and refusals on the labelled sets of a data folder",
    "sweep": "each weight of the fusion changed, question by question, on the same sets",
    "models": "the two embedded models beside each other, by language, on the same sets",
    "refusal": "whether unanswerable questions are told from answerable ones, on the same sets",
    "followups": "follow-ups by themselves, with carried words, rewritten by a person, with their history pasted",
    "parts": "questions that ask two things, taken apart beside searched whole",
    "answers": "whole extractive answers",
    "traces": "answers with traces on beside answers with traces off",
    "ack": "a hundred questions at once into the running bot, beside a bare Bolt app",
    "duplicates": "planted pairs, the cost beside a search for each passage, growth in time and memory",
    "sizes": "how time grows with the length of one line",
    "endurance": "2,000 mixed events with trouble on all sides: one outcome each, and memory stays flat (minutes)",
    "kills": "50 kills at random moments under load: nobody without an outcome, nothing visible twice (minutes)",
    "replicas": "2,000 mixed events on three bots over PostgreSQL: restarts, deaths, a server that is away (minutes)",
}
LABELLED = frozenset({"quality", "sweep", "models", "refusal", "followups", "parts", "engines"})  # measured on --data
LONG = ("endurance", "engines", "kills", "postgres", "replicas")  # run only by name, and always checked
USUAL = tuple(name for name in SUITES if name not in LONG)
QUICK = ("startup", "search", "sizes")  # what --check runs unless suites are named


def main() -> int:
    """Run what was asked for; 1 where a promise is broken that is checked."""
    made = parser()
    arguments = made.parse_args()
    suites, options = chosen(made, arguments)
    where = machine()
    try:
        tables = asyncio.run(measure(suites or (QUICK if arguments.check else USUAL), options))
    except KnowledgeError as error:
        made.error(f"{error} {error.hint}".strip())
    broken = broken_limits(tables) if arguments.check or set(LONG).intersection(suites) else []
    if arguments.json:
        whole = {"machine": where, "tables": [table.as_json() for table in tables], "broken": broken}
        print_out(json.dumps(whole, indent=2, ensure_ascii=False))
    else:
        print_out(", ".join(f"{name.replace('_', ' ')} {value}" for name, value in where.items()))
        print_out(*(f"\n{markdown(table)}" for table in tables))
    for sentence in broken:
        sys.stderr.write(f"{sentence}\n")
    return int(bool(broken))


def parser() -> argparse.ArgumentParser:
    """The command line."""
    listed = "\n".join(f"  {name:<9} {about}" for name, about in SUITES.items())
    made = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures Footnote beside its peers. "
        f"Without a suite: all but {', '.join(LONG)}.\n\nsuites:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "what", nargs="*", metavar="SUITE", help="suites; a folder after them is --notes (quality, refusal: --data)"
    )
    made.add_argument("--notes", type=Path, metavar="FOLDER", help="notes to measure on (default: the sample notes)")
    made.add_argument(
        "--data", type=Path, metavar="FOLDER", help="labelled sets for quality and refusal (default: none)"
    )
    made.add_argument("--questions", type=int, metavar="N", help="at most so many questions of each set")
    made.add_argument(
        "--count",
        type=int,
        metavar="N",
        help="endurance, replicas: events (2,000); kills: kills (50); postgres --large: chunks (1,000,000)",
    )
    made.add_argument(
        "--mode", choices=("socket", "http"), help="endurance, kills, replicas: one mode alone (default: both)"
    )
    made.add_argument(
        "--large",
        action="store_true",
        help="vectors, keywords: a million, too (9 GB of disk, minutes); postgres: a million alone, or --count",
    )
    made.add_argument("--check", action="store_true", help=f"exit 1 over a broken limit; alone: {', '.join(QUICK)}")
    made.add_argument("--json", action="store_true", help="one JSON value instead of tables")
    return made


def chosen(made: argparse.ArgumentParser, arguments: argparse.Namespace) -> tuple[tuple[str, ...], Options]:
    """Suites and what they are told; ends with a usage error for a word that is neither suite nor folder."""
    suites = tuple(word for word in arguments.what if word in SUITES)
    notes, data = arguments.notes, arguments.data
    for word in arguments.what:
        if word not in SUITES and suites and LABELLED.issuperset(suites):
            data = Path(word)
        elif word not in SUITES:
            notes = Path(word)
    for folder in (notes, data):
        if folder and not folder.is_dir():
            made.error(f"{folder} is neither a folder nor one of: {', '.join(SUITES)}")
    for name in ("questions", "count"):
        if (given := getattr(arguments, name)) is not None and given < 1:
            made.error(f"--{name} must be at least 1")
    modes = (arguments.mode,) if arguments.mode else Options().modes
    return suites, Options(
        notes=notes,
        data=data,
        questions=arguments.questions,
        large=arguments.large,
        count=arguments.count,
        modes=modes,
    )


async def measure(suites: Sequence[str], options: Options) -> list[Table]:
    """The tables of each suite, one after the other, with a line about each on stderr."""
    tables: list[Table] = []
    for name in suites:
        started = time.perf_counter()
        sys.stderr.write(f"{name}: {SUITES[name]} ...\n")
        suite = importlib.import_module(f"tests.bench.{name}")
        tables += await suite.run(options)
        sys.stderr.write(f"{name}: {time.perf_counter() - started:.0f} s\n")
    return tables


def print_out(*lines: str) -> None:
    """Results, and nothing else, on stdout."""
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    sys.exit(main())
