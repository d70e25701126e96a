"""`footnote trace`: what was recorded of a question, and that nothing is unless it is asked for."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.state.database import StateDatabase
from bot.state.records import Records, Verdict
from tests.bot.cli.command import footnote
from tests.model_server import ModelServer

QUESTION = "at how many degrees is tea brewed?"
PASTED = "xoxb-" + "1234567890-abcdefghij"  # made up


def add(config: Path, text: str) -> None:
    config.write_text(f"{config.read_text(encoding='utf-8')}\n{text}\n", encoding="utf-8")


@pytest.fixture
def indexed(small: Path) -> Path:
    assert footnote("index", "--config", small).code == 0
    return small


@pytest.fixture
def traced(indexed: Path) -> Path:
    add(indexed, "[traces]\nenabled = true")
    return indexed


def ask(config: Path, question: str = QUESTION) -> dict[str, Any]:
    outcome = footnote("ask", question, "--json", "--config", config)
    assert outcome.code == 0, outcome.err
    answer: dict[str, Any] = outcome.json
    return answer


def kept(config: Path) -> bytes:
    """Everything in the trace database's files."""
    return b"".join(file.read_bytes() for file in sorted((config.parent / "data").glob("traces.db*")))


@pytest.mark.promise("traces-are-off-unless-asked-for")
def test_without_the_setting_nothing_is_recorded_and_the_command_says_how_to_change_that(indexed: Path) -> None:
    assert ask(indexed)["trace_id"] is None
    assert kept(indexed) == b""
    outcome = footnote("trace", "--config", indexed)
    assert (outcome.code, outcome.out, len(outcome.err.splitlines())) == (2, "", 1)
    assert "`enabled = true` under [traces]" in outcome.err


@pytest.mark.promise("a-trace-shows-what-a-question-ran")
def test_a_trace_holds_stages_ranks_evidence_citations_and_outcome(traced: Path) -> None:
    answer = ask(traced)
    trace = footnote("trace", answer["trace_id"], "--json", "--config", traced).json
    stages = {stage["name"]: stage for stage in trace["stages"]}
    assert {"condense", "dense", "lexical", "fuse", "evidence", "extract"} <= set(stages)
    assert all(0 <= stage["at"] <= trace["seconds"] for stage in trace["stages"])
    first = stages["lexical"]["figures"]["list"][0]
    assert (first["rank"], first["file"], first["lines"]) == (1, "tea.md", [3, 3])
    assert stages["evidence"]["figures"]["excerpts"][0]["marker"] == "[1]"
    places = [(source["marker"], source["file"], source["lines"]) for source in answer["citations"]]
    assert [(source["marker"], source["file"], source["lines"]) for source in trace["results"]] == places
    outcome = trace["outcome"]
    assert (outcome["mode"], outcome["confidence"], outcome["degraded"]) == (
        "extractive",
        answer["confidence"],
        False,
    )
    assert (trace["kind"], trace["surface"]) == ("ask", "cli")


@pytest.mark.promise("traces-keep-no-words-unless-asked-for")
def test_the_file_holds_no_word_of_the_question_or_the_notes(traced: Path) -> None:
    ask(traced)
    assert b"tea.md" in kept(traced)
    assert not [word for word in (b"brewed", b"degrees") if word in kept(traced)]


@pytest.mark.promise("secrets-are-masked-in-traces")
def test_with_raw_text_the_words_are_kept_but_no_secret_among_them(traced: Path) -> None:
    add(traced, "raw_text = true")
    trace_id = ask(traced, f"{QUESTION} {PASTED}")["trace_id"]
    trace = footnote("trace", trace_id, "--json", "--config", traced).json
    assert trace["question"]["text"] == f"{QUESTION} [masked]"
    assert "80 degrees" in trace["answer"]["text"]
    assert PASTED.encode() not in kept(traced)


@pytest.mark.promise("a-trace-shows-what-a-question-ran")
def test_people_read_a_tree_of_one_trace_and_a_line_for_each_of_several(traced: Path) -> None:
    trace_id = ask(traced)["trace_id"]
    footnote("search", "coffee", "--config", traced)
    tree = footnote("trace", trace_id, "--config", traced).err
    for part in (
        "lexical",
        "1. handbook/tea.md:3-3",
        "[1] handbook/tea.md",
        "tokens",
        "cost",
        "extractive",
        "feedback",
    ):
        assert part in tree
    search, question = footnote("trace", "--config", traced).err.splitlines()
    assert ("search" in search, "ask" in question, trace_id in question) == (True, True, True)


@pytest.mark.promise("each-question-leaves-one-trace")
def test_each_question_and_each_search_leaves_one_trace(traced: Path) -> None:
    first = ask(traced)["trace_id"]
    footnote("search", "coffee", "--config", traced)
    second = ask(traced)["trace_id"]
    listed = footnote("trace", "--json", "--config", traced).json
    assert [(each["kind"], each["id"]) for each in listed if each["kind"] == "ask"] == [
        ("ask", second),
        ("ask", first),
    ]
    assert [each["kind"] for each in listed] == ["ask", "search", "ask"]
    assert [each["id"] for each in footnote("trace", "-n", "1", "--json", "--config", traced).json] == [second]


def test_an_unknown_id_is_one_sentence(traced: Path) -> None:
    for when in ("before any question", "after one"):
        outcome = footnote("trace", "nobody", "--json", "--config", traced)
        assert (outcome.code, outcome.out, len(outcome.err.splitlines())) == (2, "", 1), when
        assert "There is no trace 'nobody'" in outcome.err
        ask(traced)


def test_before_the_first_question_the_list_is_empty(traced: Path) -> None:
    assert footnote("trace", "--json", "--config", traced).json == []
    assert "No trace" in footnote("trace", "--config", traced).err


@pytest.mark.promise("feedback-is-joined-to-its-trace")
def test_what_people_thought_stands_beside_the_trace_with_the_same_id(traced: Path) -> None:
    good, bad = ask(traced)["trace_id"], ask(traced, "at how many degrees is coffee brewed?")["trace_id"]
    verdicts: list[tuple[str, str, Verdict]] = [
        (good, "U1", "helpful"),
        (bad, "U1", "not_helpful"),
        (bad, "U2", "not_helpful"),
        (bad, "U3", "helpful"),
    ]

    async def press() -> None:
        database = await StateDatabase.open(traced.parent / "data" / "state.db")
        for answer, user, verdict in verdicts:
            await Records(database).judge(answer, user, verdict, now=1.0)
        await database.close()

    asyncio.run(press())
    trace = footnote("trace", bad, "--json", "--config", traced).json
    assert trace["feedback"] == {"helpful": 1, "not_helpful": 2}
    assert "not helpful: 2" in footnote("trace", bad, "--config", traced).err
    disliked = footnote("trace", "--not-helpful", "--json", "--config", traced).json
    assert [(each["id"], each["feedback"]["not_helpful"]) for each in disliked] == [(bad, 2)]


@pytest.mark.promise("a-failing-trace-database-breaks-no-answer")
def test_an_answer_comes_out_though_its_trace_cannot_be_written(
    indexed: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (indexed.parent / "file").write_text("no folder", encoding="utf-8")
    add(indexed, '[traces]\nenabled = true\ndatabase = "file/traces.db"')
    assert "80 degrees" in ask(indexed)["answer"]
    (warning,) = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert "traces.db cannot be used" in warning


@pytest.mark.promise("traces-have-a-file-of-their-own")
@pytest.mark.parametrize("other", ["index", "state"])
def test_a_trace_database_in_the_file_of_another_is_refused_in_one_line(indexed: Path, other: str) -> None:
    add(indexed, f'[traces]\nenabled = true\ndatabase = "data/../data/{other}.db"')
    outcome = footnote("ask", QUESTION, "--config", indexed)
    assert (outcome.code, len(outcome.err.splitlines())) == (2, 1)
    assert "traces.database" in outcome.err


@pytest.mark.promise("a-trace-shows-what-a-question-ran")
def test_tokens_and_cost_of_a_model_are_in_the_trace_and_its_key_is_not(
    traced: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "sk-" + "made-up-and-looked-for-1234"
    monkeypatch.setenv("OPENAI_API_KEY", key)
    with ModelServer() as server:
        server.reply("Tea is brewed at 80 degrees [1].", task="answer", times=None)
        add(
            traced, f'[chat]\nmodel = "openai/gpt-4o-mini"\napi_base = "{server.base_url}"\n[retrieval]\nplan = "off"'
        )
        answer = ask(traced)
    trace = footnote("trace", answer["trace_id"], "--json", "--config", traced).json
    (generate,) = [stage for stage in trace["stages"] if stage["name"] == "generate"]
    (call,) = generate["calls"]
    assert (answer["mode"], call["task"], call["model"]) == ("generated", "answer", "openai/gpt-4o-mini")
    assert trace["tokens"] == {"prompt": call["prompt_tokens"], "completion": call["completion_tokens"]}
    assert min(*trace["tokens"].values(), trace["dollars"]) > 0
    assert key.encode() not in kept(traced)
