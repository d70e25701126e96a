"""Stages find the trace that is open around them, in tasks and threads too, and do nothing where none is."""

from __future__ import annotations

import asyncio

import pytest

from knowledge.ports import Usage
from knowledge.traces import Origin, Outcome, asked_from, note, note_usage, recorded, stage, staged, tracing
from tests.knowledge.traces.traced import QUESTION, Kept


def names(step: object) -> list[str]:
    return [inner.name for inner in step.steps]  # type: ignore[attr-defined]


@pytest.mark.promise("traces-are-off-unless-asked-for")
def test_without_a_sink_nothing_is_recorded_and_the_stages_still_run() -> None:
    with recorded(QUESTION, None) as recording:
        with stage("dense", weight=1):
            note(found=3)
            note_usage("m", "answer", Usage(prompt_tokens=1))
            assert not tracing()
        recording.end(lambda: pytest.fail("an outcome was made that nobody keeps"))
    assert recording.id == ""


def test_stages_nest_in_order_with_their_figures_and_times() -> None:
    sink = Kept()
    with recorded(QUESTION, sink):
        with stage("search"):
            with stage("dense", weight=0.5):
                note(found=3)
            with stage("lexical"):
                pass
        note(gate="strong")
    root = sink.root
    assert (root.name, names(root), names(root.steps[0])) == ("ask", ["search"], ["dense", "lexical"])
    assert root.figures == {"gate": "strong"}
    dense, lexical = root.steps[0].steps
    assert dense.figures == {"weight": 0.5, "found": 3}
    assert 0 <= dense.at <= lexical.at
    assert dense.seconds + lexical.seconds <= root.steps[0].seconds <= root.seconds


async def test_stages_of_tasks_and_threads_belong_to_the_stage_that_started_them() -> None:
    sink = Kept()

    def in_a_thread() -> None:
        with stage("fuse"):
            note(found=2)

    async def list_of(name: str) -> None:
        with stage(name):
            await asyncio.sleep(0)
            await asyncio.to_thread(in_a_thread)

    with recorded(QUESTION, sink):
        async with asyncio.TaskGroup() as group:
            group.create_task(list_of("dense"))
            group.create_task(list_of("lexical"))
    assert sorted(names(sink.root)) == ["dense", "lexical"]
    assert [names(step) for step in sink.root.steps] == [["fuse"], ["fuse"]]


async def test_questions_at_the_same_time_keep_their_stages_apart() -> None:
    sink, both = Kept(), asyncio.Barrier(2)

    async def ask(name: str) -> None:
        with recorded(QUESTION, sink):
            await both.wait()
            with stage(name):
                await both.wait()

    await asyncio.gather(ask("one"), ask("two"))
    assert sorted(names(trace.root)[0] for trace in sink.traces) == ["one", "two"]
    assert len({trace.id for trace in sink.traces}) == 2


@pytest.mark.promise("each-question-leaves-one-trace")
def test_a_search_inside_a_question_is_a_stage_of_its_trace() -> None:
    sink = Kept()
    with recorded(QUESTION, sink) as whole, recorded(QUESTION, sink) as inner:
        inner.end(lambda: pytest.fail("only the outermost outcome counts"))
    assert (names(sink.root), inner.id) == (["ask"], "")
    assert sink.traces[0].id == whole.id


def test_what_is_raised_passes_through_and_is_named_by_its_type_alone() -> None:
    sink = Kept()

    def ask() -> None:
        with recorded(QUESTION, sink) as recording:
            recording.end(lambda: Outcome(mode="generated"))
            with stage("dense"):
                raise ZeroDivisionError("words of a note")

    with pytest.raises(ZeroDivisionError):
        ask()
    (trace,) = sink.traces
    assert (trace.outcome, trace.root.failed) == (Outcome(failed="ZeroDivisionError"), "ZeroDivisionError")
    assert trace.root.steps[0].failed == "ZeroDivisionError"
    assert "words" not in repr(trace.root)


async def test_a_cancelled_question_leaves_a_trace_that_says_so() -> None:
    sink, begun = Kept(), asyncio.Event()

    async def ask() -> None:
        with recorded(QUESTION, sink), stage("generate"):
            begun.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(ask())
    await begun.wait()
    task.cancel()
    await asyncio.wait([task])
    assert sink.traces[0].outcome.failed == "CancelledError"


def test_a_trace_carries_where_its_question_came_from() -> None:
    sink = Kept()
    with asked_from(Origin(id="r1", surface="slack", person="p1")), recorded(QUESTION, sink) as recording:
        pass
    with recorded(QUESTION, sink):
        pass
    first, second = sink.traces
    assert (first.id, recording.id, first.origin.surface) == ("r1", "r1", "slack")
    assert second.origin == Origin()
    assert second.id not in {"", "r1"}


async def test_a_model_call_belongs_to_the_stage_that_made_it() -> None:
    sink = Kept()

    @staged("generate")
    async def generate(word: str) -> str:
        note_usage("gpt", "answer", Usage(prompt_tokens=25, completion_tokens=5, dollars=0.002))
        return word

    with recorded(QUESTION, sink):
        assert await generate("done") == "done"
    (call,) = sink.root.steps[0].calls
    assert (call.task, call.model, call.prompt_tokens, call.completion_tokens) == ("answer", "gpt", 25, 5)
    assert sink.root.all_calls() == (call,)
