"""`footnote eval`: own notes, own texts, other settings, time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from knowledge.base import KnowledgeBase
from knowledge.types import Answer, Query
from tests.bot.cli.command import footnote

QUESTIONS = (
    {"query": "At how many degrees is tea brewed?", "answers": ["tea.md"]},
    {"query": "How hot is coffee brewed?", "answers": ["coffee.md"]},
    {"query": "Who is the king of Spain?", "answers": []},
)
CORPUS = ({"_id": "t", "title": "Tea", "text": "Brewed at 80."}, {"_id": "c", "title": "Coffee", "text": "At 94."})
QUERIES = ({"_id": "1", "text": "tea", "lang": "en"}, {"_id": "2", "text": "coffee", "lang": "fr"})
KEYWORDS = ("--mode", "lexical")  # need no model


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def write_lines(file: Path, *rows: Any) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return file


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "mine.jsonl", *QUESTIONS)


@pytest.fixture
def beir(tmp_path: Path) -> Path:
    write_lines(tmp_path / "set" / "corpus.jsonl", *CORPUS)
    write_lines(tmp_path / "set" / "queries.jsonl", *QUERIES)
    (tmp_path / "set" / "qrels.tsv").write_text("1\tt\t1\n2\tc\t1\n", encoding="utf-8")
    return tmp_path / "set"


def variant(config: Path, name: str, extra: str) -> Path:
    """The same settings with one more section."""
    other = config.with_name(name)
    other.write_text(f"{config.read_text(encoding='utf-8')}\n{extra}\n", encoding="utf-8")
    return other


@pytest.mark.promise("own-questions-measure-own-notes")
def test_own_questions_measure_hits_citations_and_refusals_over_own_notes(small: Path, questions: Path) -> None:
    footnote("index", "--config", small)
    outcome = footnote("eval", questions, "--json", "--config", small)
    found = outcome.json
    assert (found["dataset"], found["mode"], found["queries"], found["cached"]) == ("mine", "hybrid", 3, False)
    assert (found["hit@1"], found["hit@5"], found["hit@10"], found["mrr@10"]) == (1.0, 1.0, 1.0, 1.0)
    assert found["refused"] == {"unanswerable": 1.0, "answerable": 0.0}
    assert (found["citation_relevant"], found["citation_correct"], found["answers_sound"]) == (1.0, 1.0, 1.0)
    assert found["confidence"]["unanswerable"]["none"] == 1.0
    assert {"min", "p50", "p95", "max", "stages"} == set(found["latency_ms"])


@pytest.mark.promise("own-questions-measure-own-notes")
def test_an_answer_that_is_no_file_of_the_notes_is_named(small: Path, tmp_path: Path) -> None:
    footnote("index", "--config", small)
    wrong = write_lines(tmp_path / "wrong.jsonl", QUESTIONS[0], {"query": "milk?", "answers": ["milk.md"]})
    (warning,) = footnote("eval", wrong, "--json", *KEYWORDS, "--config", small).json["warnings"]
    assert "'milk.md' in line 2" in warning
    assert warning in footnote("eval", wrong, *KEYWORDS, "--config", small).err


def test_questions_over_notes_that_are_not_indexed_name_the_next_step(small: Path, questions: Path) -> None:
    outcome = footnote("eval", questions, "--config", small)
    assert (outcome.code, outcome.out) == (1, "")
    assert "footnote index" in outcome.err


@pytest.mark.promise("an-equal-evaluation-is-read-back")
def test_an_equal_run_is_cached_until_settings_or_notes_change_or_refresh_is_asked_for(
    small: Path, questions: Path
) -> None:
    footnote("index", "--config", small)

    def cached(config: Path, *flags: str) -> bool:
        return footnote("eval", questions, "--json", *KEYWORDS, *flags, "--config", config).json["cached"]

    assert [cached(small), cached(small), cached(small, "--refresh"), cached(small)] == [False, True, False, True]
    assert not cached(variant(small, "other.toml", "[retrieval]\nlimit = 3"))
    (small.parent / "notes" / "tea.md").write_text("# Tea\n\nTea is brewed at 85 degrees.\n", encoding="utf-8")
    assert not cached(small)
    footnote("index", "--config", small)
    assert not cached(small)
    assert "--refresh" in footnote("eval", questions, *KEYWORDS, "--config", small).err


@pytest.mark.promise("an-equal-evaluation-is-read-back")
def test_a_set_with_texts_of_its_own_is_cached_with_its_languages(small: Path, beir: Path) -> None:
    first, second = (footnote("eval", beir, "--json", *KEYWORDS, "--config", small).json for _ in range(2))
    assert (first.pop("cached"), second.pop("cached")) == (False, True)
    assert first == second
    assert {language: part["ndcg@10"] for language, part in first["by"]["lang"].items()} == {"en": 1.0, "fr": 1.0}


@pytest.mark.promise("two-settings-are-compared-question-by-question")
def test_two_settings_files_are_compared_on_questions_over_notes(small: Path, questions: Path) -> None:
    other = variant(small, "other.toml", '[index]\ndatabase = "other.db"\nexclude_status = ["draft"]')
    tea = small.parent / "notes" / "tea.md"
    tea.write_text(f"---\nstatus: draft\n---\n{tea.read_text(encoding='utf-8')}", encoding="utf-8")
    for config in (small, other):
        footnote("index", "--config", config)
    outcome = footnote("eval", questions, "--compare", small, other, *KEYWORDS, "--json")
    found = outcome.json
    assert (found["dataset"], found["mode"], found["queries"]) == ("mine", "lexical", 3)
    assert (found["a"]["config"], found["b"]["config"]) == (str(small), str(other))
    assert (found["a"]["hit@10"], found["b"]["hit@10"]) == (1.0, 0.5)
    metric = found["metrics"]["hit@10"]
    assert (metric["wins"], metric["losses"], metric["ties"], metric["mean_difference"]) == (0, 1, 1, -0.5)
    assert metric["interval"] == [-1.0, 0.0]
    assert set(found["change"]) == {"overlap@10", "jaccard@10", "mean_displacement@10"}
    people = footnote("eval", questions, "--compare", small, other, *KEYWORDS)
    assert "hit@10" in people.err
    assert "-1.0000 to +0.0000" in people.err


@pytest.mark.promise("two-settings-are-compared-question-by-question")
def test_two_settings_files_are_compared_on_a_set_with_texts_of_its_own(small: Path, beir: Path) -> None:
    other = variant(small, "other.toml", "[index]\nchunk_tokens = 64")
    found = footnote("eval", beir, "--compare", small, other, *KEYWORDS, "--json").json
    assert found["metrics"]["ndcg@10"]["ties"] == 2
    assert found["change"] == {"overlap@10": 1.0, "jaccard@10": 1.0, "mean_displacement@10": 0.0}
    assert set(found["by"]["lang"]) == {"en", "fr"}


@pytest.mark.promise("two-settings-are-compared-question-by-question")
def test_what_is_wrong_with_one_of_two_settings_files_names_that_file(small: Path, questions: Path) -> None:
    footnote("index", "--config", small)
    unindexed = variant(small, "unindexed.toml", '[index]\ndatabase = "none.db"')
    broken = variant(small, "broken.toml", "[retrieval]\nlimt = 3")
    for config, code, fix in (
        (unindexed, 1, "footnote index"),
        (broken, 2, "limt"),
        (small / "no", 2, "footnote init"),
    ):
        outcome = footnote("eval", questions, "--compare", small, config, *KEYWORDS)
        assert (outcome.code, outcome.out) == (code, "")
        assert str(config) in outcome.err
        assert fix in outcome.err
    both = footnote("eval", questions, "--compare", small, small, "--config", small)
    assert (both.code, both.err) == (2, "--compare names both settings files; leave --config out.\n")


@pytest.mark.promise("a-slow-search-fails-the-latency-limit")
def test_a_search_above_the_latency_limit_is_exit_code_1_and_one_sentence(small: Path, beir: Path) -> None:
    slow = footnote("eval", beir, "--json", *KEYWORDS, "--config", small, "--max-p95-ms", 0)
    assert slow.code == 1
    assert slow.json["latency_ms"]["p95"] > 0  # the figures are printed all the same
    assert slow.err.startswith("The search took ")
    assert slow.err.endswith(" ms at p95; --max-p95-ms allows 0.\n")
    again = footnote("eval", beir, "--json", *KEYWORDS, "--config", small, "--max-p95-ms", 0)
    assert "in an earlier, equal run (--refresh measures again)" in again.err
    assert footnote("eval", beir, *KEYWORDS, "--config", small, "--max-p95-ms", 600_000).code == 0


def test_people_read_one_figure_a_line(small: Path, beir: Path) -> None:
    shown = footnote("eval", beir, *KEYWORDS, "--config", small).err.splitlines()
    assert any(line.split() == ["ndcg@10", "1.0000"] for line in shown)
    assert any(line.startswith("latency_ms  ") and " p95 " in line for line in shown)
    assert any(line.split()[:2] == ["fr", "1"] for line in shown)


def test_mode_plus_looks_for_the_parts_of_a_question_and_needs_a_plan(small: Path, beir: Path) -> None:
    write_lines(beir / "queries.jsonl", {"_id": "1", "text": "how is tea brewed, and how is coffee brewed?"})
    found = footnote("eval", beir, "--mode", "plus", "--json", "--config", small).json
    assert (found["mode"], found["queries"], found["recall@10"]) == ("plus", 1, 1.0)
    off = variant(small, "off.toml", '[retrieval]\nplan = "off"')
    outcome = footnote("eval", beir, "--mode", "plus", "--config", off)
    assert (outcome.code, outcome.err) == (2, f"{off}: retrieval.plan is off; mode plus needs auto or always.\n")


def test_an_evaluation_leaves_no_traces(small: Path, questions: Path) -> None:
    footnote("index", "--config", small)
    traced = variant(small, "traced.toml", '[traces]\nenabled = true\ndatabase = "traces.db"')
    assert footnote("eval", questions, "--json", "--config", traced).code == 0
    assert not (small.parent / "traces.db").exists()


def test_answers_that_were_made_a_simpler_way_are_told_and_not_kept(
    small: Path, questions: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def without_model(base: KnowledgeBase, query: Query) -> Answer:
        return Answer(text="", mode="none", confidence="none", degraded="The chat model did not answer.")

    footnote("index", "--config", small)
    monkeypatch.setattr(KnowledgeBase, "ask", without_model)
    for _ in range(2):
        found = footnote("eval", questions, "--json", "--config", small).json
        assert found["warnings"] == [
            "3 searches or answers ran in part, most of them for this reason: The chat model did not answer."
        ]
        assert not found["cached"]
