"""Runs that are kept and read back."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from knowledge.evaluation import Dataset, KeptRuns, LabelledQuery, Run, run_key
from knowledge.evaluation.kept import MOST_KEPT, code_digest
from tests.knowledge.evaluation.samples import case, cited, run

CASES = (
    case(1, ["a", "b"], milliseconds=3.5, stages={"dense": 2.0}, answer=cited(right=1, verbatim=2)),
    case(2, ["b"], relevant=()),
)
DATASET = Dataset(name="tiny", queries=tuple(each.query for each in CASES))


class Bench:
    """Makes a run and counts how often it had to."""

    def __init__(self, made: Run) -> None:
        self.made = made
        self.runs = 0

    async def run(self) -> Run:
        self.runs += 1
        return self.made


@pytest.mark.promise("an-equal-evaluation-is-read-back")
async def test_an_equal_run_is_read_back_whole_and_says_so(tmp_path: Path) -> None:
    bench, kept = Bench(run(*CASES, hits=True)), KeptRuns(tmp_path)
    first = await kept.run("key", DATASET, bench.run)
    second = await kept.run("key", DATASET, bench.run)
    assert (bench.runs, first.cached) == (1, False)
    assert second == replace(first, cached=True, cases=second.cases)
    assert [replace(each, ranking=tuple(each.ranking)) for each in second.cases] == list(CASES)


@pytest.mark.promise("an-equal-evaluation-is-read-back")
async def test_refresh_runs_again_and_replaces_what_was_kept(tmp_path: Path) -> None:
    old, new = Bench(run(case(1, ["a"]))), Bench(run(case(1, ["b"])))
    dataset = Dataset(name="tiny", queries=(case(1).query,))
    await KeptRuns(tmp_path).run("key", dataset, old.run)
    assert not (await KeptRuns(tmp_path, refresh=True).run("key", dataset, new.run)).cached
    read = await KeptRuns(tmp_path).run("key", dataset, old.run)
    assert (read.cached, read.cases[0].ranking, old.runs, new.runs) == (True, ["b"], 1, 1)


@pytest.mark.promise("an-equal-evaluation-is-read-back")
def test_the_key_changes_with_mode_settings_questions_judgements_and_texts() -> None:
    query = LabelledQuery(id="1", text="days?", relevant={"a": 1})
    dataset = Dataset(name="tiny", queries=(query,))
    keys = {
        run_key(dataset, "hybrid", "settings"),
        run_key(dataset, "lexical", "settings"),
        run_key(dataset, "hybrid", "other settings"),
        run_key(replace(dataset, queries=(replace(query, text="weeks?"),)), "hybrid", "settings"),
        run_key(replace(dataset, queries=(replace(query, relevant={"a": 2}),)), "hybrid", "settings"),
        run_key(replace(dataset, corpus=()), "hybrid", "settings"),
    }
    assert len(keys) == 6
    assert run_key(dataset, "hybrid", "settings") in keys


@pytest.mark.promise("an-equal-evaluation-is-read-back")
def test_the_key_changes_with_any_line_of_code(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "one.py").write_text("LIMIT = 1\n", encoding="utf-8")
    before = code_digest(tmp_path)
    assert code_digest(tmp_path) == before
    (tmp_path / "room" / "one.py").write_text("LIMIT = 2\n", encoding="utf-8")
    assert code_digest(tmp_path) != before


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"mode":"hybrid","hits":true,"cases":[{}]}'])
async def test_a_kept_file_that_cannot_be_read_is_made_anew(tmp_path: Path, text: str) -> None:
    bench, kept = Bench(run(*CASES)), KeptRuns(tmp_path)
    (tmp_path / "key.json").write_text(text, encoding="utf-8")
    assert not (await kept.run("key", DATASET, bench.run)).cached
    assert (await kept.run("key", DATASET, bench.run)).cached


async def test_a_run_with_warnings_is_not_kept(tmp_path: Path) -> None:
    bench, kept = Bench(run(*CASES, warnings=("The model did not answer.",))), KeptRuns(tmp_path)
    for _ in range(2):
        assert not (await kept.run("key", DATASET, bench.run)).cached
    assert bench.runs == 2


async def test_a_folder_that_cannot_be_made_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    bench = Bench(run(*CASES))
    assert await KeptRuns(tmp_path / "file").run("key", DATASET, bench.run) == bench.made


@pytest.mark.skipif(sys.platform == "win32", reason="owners are told apart otherwise there")
async def test_kept_runs_are_their_owners_alone(tmp_path: Path) -> None:
    await KeptRuns(tmp_path / "runs").run("key", DATASET, Bench(run(*CASES)).run)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "runs", tmp_path / "runs" / "key.json")]
    assert modes == [0o700, 0o600]


def test_the_oldest_runs_are_forgotten(tmp_path: Path) -> None:
    for number in range(MOST_KEPT):
        (tmp_path / f"{number}.json").write_text("{}", encoding="utf-8")
        os.utime(tmp_path / f"{number}.json", (number, number))
    KeptRuns(tmp_path).save("new", run(*CASES))
    left = {path.stem for path in tmp_path.glob("*.json")}
    assert len(left) == MOST_KEPT
    assert "0" not in left
    assert {"1", "new"} <= left
