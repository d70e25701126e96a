"""Many notes are read in several processes, and nobody can tell by the result."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.chunking import ChunkingOptions
from knowledge.collections import Collection
from knowledge.errors import ModelMissing
from knowledge.indexing import workers
from knowledge.indexing.delta import Job
from knowledge.indexing.preparing import Outcome, Preparation, Prepared
from knowledge.indexing.workers import Preparer
from knowledge.ports import Tokenizer
from knowledge.reading import scan
from knowledge.store import SqliteStore
from knowledge.text import readings
from tests.knowledge.indexing.conftest import Notes
from tests.knowledge.indexing.export import export
from tests.knowledge.indexing.fakes import HashingEmbedder, WordTokenizer
from tests.knowledge.indexing.tokenizers import Endless, Heavy, HereOnly, Missing

ROOT = Path(__file__).parents[3]


def worth_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on any number of notes is worth processes, on any machine."""
    monkeypatch.setattr(workers, "usable_cpus", lambda: 2)
    monkeypatch.setattr(workers, "WORTH_PROCESSES", 1)


@pytest.fixture
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    worth_processes(monkeypatch)


def some(notes: Notes) -> list[Job]:
    """Jobs of every kind: notes, one that is empty, one that is no text, one that is gone."""
    for number in range(20):
        notes.write(
            f"{number}.md", f"---\ntags: t{number}\n---\n# Note {number}\n\nWord w{number}.\n\n## Part\n\nSame.\n"
        )
    notes.write("empty.md", "")
    notes.write("binary.md", b"\x00\x01\x02" * 50)
    gone = notes.write("gone.md", "# Gone\n\nIt was here.\n")
    for file in notes.folder().iterdir():  # old enough, whenever they are read
        os.utime(file, ns=(1, 1_700_000_000_123_456_789))
    files = scan(Collection(name="handbook", root=notes.folder())).files
    gone.unlink()
    return [Job(source=file) for file in files]


def preparation(tokenizer: Tokenizer) -> Preparation:
    return Preparation(tokenizer=tokenizer, chunking=ChunkingOptions())


def kept(outcomes: list[Outcome]) -> Iterator[Outcome]:
    """The outcomes without what only a whole document has."""
    for each in outcomes:
        yield (
            replace(each, document=replace(each.document, text="", blocks=())) if isinstance(each, Prepared) else each
        )


@pytest.mark.usefixtures("two_processors")
async def test_processes_give_what_one_thread_gives(notes: Notes) -> None:
    jobs = some(notes)
    plain = preparation(WordTokenizer())
    with closing(Preparer(plain, len(jobs))) as preparer:
        found = await asyncio.gather(*(asyncio.to_thread(preparer.run, [job], {}) for job in jobs))
        assert preparer.at_once == len(preparer.processes) == 2  # however many ask at once
    assert [outcome for outcomes in found for outcome in outcomes] == list(kept(plain.run(jobs, {})))


@pytest.mark.promise("processes-change-no-index")
async def test_an_index_made_by_processes_is_the_same_to_the_last_byte(
    notes: Notes, store: SqliteStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some(notes)
    alone = await notes.indexer(store, HashingEmbedder()).sync()
    worth_processes(monkeypatch)
    other = await SqliteStore.open(tmp_path / "other.db", readings=readings)
    together = await notes.indexer(other, HashingEmbedder()).sync()
    assert together.collections == alone.collections
    assert await export(other, "handbook") == await export(store, "handbook")
    await other.close()


@pytest.mark.usefixtures("two_processors")
async def test_what_a_process_that_dies_had_is_read_here(notes: Notes) -> None:
    jobs = some(notes)
    with closing(Preparer(preparation(HereOnly()), len(jobs))) as preparer:
        outcomes = await asyncio.to_thread(preparer.run, jobs, {})
    assert list(kept(outcomes)) == list(kept(preparation(WordTokenizer()).run(jobs, {})))


@pytest.mark.usefixtures("two_processors")
def test_where_no_process_lives_long_enough_to_listen_all_is_read_here(
    notes: Notes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    jobs = some(notes)
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    with closing(Preparer(preparation(Heavy()), len(jobs))) as preparer:
        assert len(preparer.run(jobs, {})) == len(jobs)
        assert not preparer.processes


@pytest.mark.usefixtures("two_processors")
async def test_closing_ends_a_process_that_is_at_work(notes: Notes, tmp_path: Path) -> None:
    jobs = some(notes)
    asked = tmp_path / "asked"
    os.mkfifo(asked)
    preparer = Preparer(preparation(Endless(asked=asked)), len(jobs))
    running = asyncio.create_task(asyncio.to_thread(preparer.run, jobs, {}))
    await asyncio.to_thread(asked.read_text)
    preparer.close()
    assert await asyncio.wait_for(running, 60) == []


@pytest.mark.usefixtures("two_processors")
def test_a_missing_tokenizer_is_told_as_it_is_by_one_thread(notes: Notes) -> None:
    jobs = some(notes)
    with closing(Preparer(preparation(Missing()), len(jobs))) as preparer, pytest.raises(ModelMissing) as told:
        preparer.run(jobs, {})
    assert (str(told.value), told.value.hint) == ("There is no tokenizer.", "Put it there.")


@pytest.mark.usefixtures("two_processors")
def test_a_tokenizer_that_cannot_be_sent_is_used_where_it_is(notes: Notes) -> None:
    class Local(WordTokenizer):
        """Known to this function alone."""

    jobs = some(notes)
    with closing(Preparer(preparation(Local()), len(jobs))) as preparer:
        assert preparer.at_once == 1
        assert len(preparer.run(jobs, {})) == len(jobs)


@pytest.mark.promise("reading-processes-end-with-their-parent")
def test_a_process_ends_when_the_one_that_started_it_is_gone() -> None:
    command = [sys.executable, "-m", "knowledge.indexing.worker"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        process.stdin.close()  # as the system does for a process that was killed
        assert process.wait(60) == 0


def test_few_notes_start_no_process() -> None:
    assert Preparer(preparation(WordTokenizer()), workers.WORTH_PROCESSES - 1).at_once == 1
