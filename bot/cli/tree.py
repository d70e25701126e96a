"""How traces look in a terminal: one as a tree of its stages, several one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text
from rich.tree import Tree

from bot.cli.output import printable

if TYPE_CHECKING:
    from rich.console import Console

    from knowledge.traces.shapes import Json

SHOWN_PLACES = 5  # of a ranked list; `--json` has them all
SHOWN_CHARS = 80  # of a question in a list


def show_trace(console: Console, trace: Json) -> None:
    """The stages with their times, what they found, and how it ended."""
    tree = Tree(_line(f"{trace['kind']} {trace['id']}", f"{trace['started']}, {_seconds(trace['seconds'])}"))
    for line in _head(trace):
        tree.add(line)
    stages = tree.add(Text("stages", style="bold"))
    for stage in trace["stages"]:
        _add_stage(stages, stage)
    results = tree.add(Text("citations" if trace["kind"] == "ask" else "notes", style="bold"))
    for place in trace["results"]:
        results.add(_place(place))
    for line in _end(trace):
        tree.add(line)
    console.print(tree, soft_wrap=True)


def show_traces(console: Console, traces: Sequence[Json]) -> None:
    """Id, time, what and how it ended, what people thought, and the question where its words are kept."""
    if not traces:
        console.print("No trace is there yet.")
    for trace in traces:
        line = Text(trace["id"], style="bold cyan")
        line.append(f"  {trace['started']}  {trace['kind']:<6} {_seconds(trace['seconds']):>8}  {_ending(trace)}")
        line.append(_verdicts(trace))
        line.append(f"  {_words(trace['question'])}", style="dim")
        console.print(line, soft_wrap=True)


def _head(trace: Json) -> Iterator[Text]:
    yield _line("question", _words(trace["question"]))
    origin = " ".join(filter(None, (trace["surface"], trace["person"] and f"person {trace['person']}")))
    if origin:
        yield _line("from", origin)
    if trace["turns"]:
        yield _line("follow-up", f"after {trace['turns']} turns")
    for query in trace["queries"]:
        yield _line("searched", _words(query))


def _end(trace: Json) -> Iterator[Text]:
    for name, value in trace["figures"].items():
        yield _line(name, str(value))
    yield _line("outcome", _ending(trace))
    if trace["outcome"]["reason"]:
        yield _line("because", trace["outcome"]["reason"])
    if trace["answer"] and "text" in trace["answer"]:
        yield _line("answer", trace["answer"]["text"])
    tokens = trace["tokens"]
    yield _line("tokens", f"{tokens['prompt']:,} in, {tokens['completion']:,} out")
    yield _line("cost", f"${trace['dollars']:.6f}")
    yield _line("feedback", _verdicts(trace).strip() or "none")


def _add_stage(tree: Tree, stage: Json) -> None:
    figures = stage["figures"]
    simple = " ".join(f"{name} {shown}" for name, value in figures.items() if (shown := _figure(value)))
    failed = f"failed: {stage['failed']}" if stage["failed"] else ""
    times = f"{_seconds(stage['seconds'])} (from {_seconds(stage['at'])})"
    branch = tree.add(_line(stage["name"], "  ".join(filter(None, (times, simple, failed)))))
    for call in stage["calls"]:
        branch.add(_line(f"call {call['task']}", _call(call)))
    for places in (value for value in figures.values() if isinstance(value, list)):
        for place in places[:SHOWN_PLACES]:
            branch.add(_place(place))
        if len(places) > SHOWN_PLACES:
            branch.add(Text(f"and {len(places) - SHOWN_PLACES} more", style="dim"))
    for inner in stage["stages"]:
        _add_stage(branch, inner)


def _figure(value: Any) -> str:  # noqa: ANN401 - figures are what stages make of them
    """A figure on its stage's own line; empty for lists, which get lines of their own, and for what says nothing."""
    if isinstance(value, list):
        return ""
    if isinstance(value, dict) and "chars" in value:
        return _words(value) if value["chars"] else ""
    return str(value)


def _call(call: Json) -> str:
    return f"{call['model']}, {call['prompt_tokens']:,} in, {call['completion_tokens']:,} out, ${call['dollars']:.6f}"


def _place(place: Any) -> Text:  # noqa: ANN401 - a figure's list may hold anything
    """A rank or marker, the note with its lines, and the score."""
    if not isinstance(place, dict) or "file" not in place:
        return Text(printable(_figure(place)))
    lines = f":{place['lines'][0]}-{place['lines'][1]}" if "lines" in place else ""
    number = place.get("marker") or f"{place.get('rank', '')}."
    score = f"  {place['score']:.4f}" if "score" in place else ""
    return Text(printable(f"{number} {place['collection']}/{place['file']}{lines}{score}"))


def _ending(trace: Json) -> str:
    outcome = trace["outcome"]
    if outcome["failed"]:
        return f"failed: {outcome['failed']}"
    degraded = "degraded" if outcome["degraded"] else ""
    return " ".join(filter(None, (outcome["mode"], outcome["confidence"], degraded)))


def _verdicts(trace: Json) -> str:
    counts = {name.replace("_", " "): count for name, count in trace["feedback"].items() if count}
    return "".join(f"  {name}: {count}" for name, count in counts.items())


def _words(text: Json) -> str:
    """The words where they are kept, else how many characters they had and their hash."""
    if "text" in text:
        line = " ".join(printable(str(text["text"])).split())
        return line if len(line) <= SHOWN_CHARS else f"{line[:SHOWN_CHARS].rstrip()} …"
    return f"({text['chars']} characters, {text['sha256']})"


def _seconds(seconds: float) -> str:
    return f"{seconds * 1_000:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def _line(name: str, rest: str) -> Text:
    return Text(printable(name), style="bold").append(f"  {printable(rest)}", style="not bold")
