"""A trace as people read it."""

from __future__ import annotations

import io
from dataclasses import replace

from rich.console import Console

from bot.cli.tree import show_trace, show_traces
from knowledge.traces import ModelCall, Outcome, Text
from knowledge.traces.shapes import Json, Privacy, trace_json
from tests.knowledge.traces.traced import trace_of

FEEDBACK = {"feedback": {"helpful": 0, "not_helpful": 0}}


def lines_of(*traces: Json, whole: bool = False) -> list[str]:
    console = Console(file=io.StringIO(), width=200)
    if whole:
        show_trace(console, traces[0])
    else:
        show_traces(console, traces)
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    return [line.strip("│├─└ ") for line in printed.splitlines()]


def test_a_stage_shows_its_time_its_figures_and_the_beginning_of_its_list() -> None:
    places = [
        {"rank": rank, "collection": "hr", "file": "a.md", "lines": [1, 4], "score": 0.5} for rank in range(1, 8)
    ]
    trace = trace_of(found=7, list=places, rewrite=Text("holiday"), fallback="", parts=[Text("how many")])
    lines = lines_of({**trace_json(trace, Privacy(raw_text=True)), **FEEDBACK}, whole=True)
    (stage,) = [line for line in lines if line.startswith("dense")]
    assert stage == "dense  250.0 ms (from 1.0 ms)  found 7 rewrite holiday"
    assert [line for line in lines if "hr/a.md" in line] == [f"{rank}. hr/a.md:1-4  0.5000" for rank in range(1, 6)]
    assert {"and 2 more", "how many", "outcome  extractive strong", "answer  30 days [1]"} <= set(lines)


def test_a_model_call_shows_its_tokens_and_dollars() -> None:
    trace = trace_of()
    call = ModelCall(task="answer", model="gpt", prompt_tokens=1_200, completion_tokens=30, dollars=0.0125)
    root = replace(trace.root, steps=(replace(trace.root.steps[0], calls=(call,)),))
    lines = lines_of({**trace_json(replace(trace, root=root), Privacy()), **FEEDBACK}, whole=True)
    assert "call answer  gpt, 1,200 in, 30 out, $0.012500" in lines
    assert {"tokens  1,200 in, 30 out", "cost  $0.012500"} <= set(lines)


def test_a_failed_question_says_with_what_it_failed() -> None:
    trace = replace(trace_of(), outcome=Outcome(failed="IndexBusy"))
    (line,) = lines_of({**trace_json(trace, Privacy()), **FEEDBACK})
    assert "failed: IndexBusy" in line


def test_no_word_of_a_question_can_move_the_cursor_or_be_read_as_markup() -> None:
    trace = trace_of(words="[red]\x1b[2Jtea[/red]")
    (line,) = lines_of({**trace_json(trace, Privacy(raw_text=True)), **FEEDBACK})
    assert line.endswith("[red][2Jtea[/red]")


def test_a_long_question_is_shortened_in_the_list() -> None:
    (line,) = lines_of({**trace_json(trace_of(words="tea " * 100), Privacy(raw_text=True)), **FEEDBACK})
    assert line.endswith("tea …")
    assert len(line) < 200
