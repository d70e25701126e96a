"""Figures for Prometheus: counts, times and ages, no text and no names of people."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.health import Report
from knowledge.ports import CollectionStatus, Task, Usage
from knowledge.traces import Step, Trace

_ACK_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0)
_STAGE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
_WORK_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
# "part 2, dense" and "step 3" are stages like any other of their kind.
_NUMBERED = re.compile(r"^part \d+, | \d+$")


class Metrics:
    """One registry of its own, so that several bots can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.claims = self._count("claims", "Requests seen, by kind and whether new.", "kind", "result")
        self.claim_seconds = self._time("claim_seconds", "Time to write a request down.", _ACK_SECONDS)
        self.requests = self._count(
            "requests", "Requests ended, by kind, where they came from, and outcome.", "kind", "surface", "outcome"
        )
        self.work_seconds = self._time(
            "request_seconds", "Time from the claim to the end of a request.", _WORK_SECONDS, "kind"
        )
        self.stage_seconds = self._time(
            "stage_seconds", "Time of one stage of a question or a search.", _STAGE_SECONDS, "stage"
        )
        self.answers = self._count(
            "answers", "Answers given, by where they were asked for and mode.", "surface", "mode"
        )
        self.streams = self._count("streams", "Answers as streams: started, finished, failed.", "outcome")
        self.stream_failures = self._count(
            "stream_failures", "Calls for growing answers that failed, by Slack's name for it.", "reason"
        )
        self.feedback = self._count("feedback", "Feedback given.", "value")
        self.refused = self._count(
            "requests_refused", "Requests not taken on, by whose limit was reached: person, team, queue.", "limit"
        )
        self.in_progress = self._level("requests_in_progress", "Requests open here.")
        self.waiting = self._level("requests_waiting", "Requests of these that wait for a free hand.")
        self.taken_over = self._count("requests_taken_over", "Requests that another run had left open.")
        self.private_repeated = self._count(
            "private_replies_repeated", "Private replies sent again, since a crash left unknown whether they arrived."
        )
        self.model_calls = self._count("model_calls", "Calls of remote models that ended well, by task.", "task")
        self.model_tokens = self._count(
            "model_tokens", "Tokens that remote models read (prompt) and wrote (completion).", "task", "direction"
        )
        self.model_dollars = self._count("model_dollars", "What their calls cost, where the price is known.", "task")
        self.ready = self._level("ready", "1 while the bot can answer.")
        self.check = self._level("check", "1 while this part of being ready is fine.", "name")
        self.socket_connections = self._count("socket_connections", "Connections to Slack that were opened.")
        self.socket_age = self._level("socket_age_seconds", "Age of the connection to Slack; 0: there is none.")
        self.socket_silence = self._level(
            "socket_silence_seconds", "Since Slack's last word over that connection; 0: there is none."
        )
        self.index_age = self._level(
            "index_age_seconds", "Since a collection was last looked through for changes.", "collection"
        )
        self.index_notes = self._level("index_notes", "Notes of a collection in the index.", "collection")
        self.index_errors = self._level("index_errors", "Notes of a collection that failed.", "collection")

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block as a stage."""
        with self.stage_seconds.labels(name).time():
            yield

    def keep(self, trace: Trace) -> None:
        """Take the times of a trace's stages, and nothing else of it (`knowledge.traces.TraceSink`)."""
        for step in _steps(trace.root):
            self.stage_seconds.labels(_NUMBERED.sub("", step.name)).observe(step.seconds)

    def spent(self, task: Task, usage: Usage) -> None:
        """Count a call of a remote model."""
        self.model_calls.labels(task).inc()
        self.model_tokens.labels(task, "prompt").inc(usage.prompt_tokens)
        self.model_tokens.labels(task, "completion").inc(usage.completion_tokens)
        self.model_dollars.labels(task).inc(usage.dollars or 0.0)

    def saw_index(self, collections: Sequence[CollectionStatus]) -> None:
        """How the index is now."""
        for one in collections:
            self.index_notes.labels(one.name).set(one.documents)
            self.index_errors.labels(one.name).set(one.errors)
            if one.last_scan is not None:
                age = (datetime.now(UTC) - one.last_scan).total_seconds()
                self.index_age.labels(one.name).set(max(0.0, age))

    def saw_health(self, report: Report) -> None:
        """Whether the bot can answer now, and what it lacks."""
        self.ready.set(report.ready)
        for name, check in report.checks.items():
            self.check.labels(name).set(check.ok)

    def watch_socket(self, ages: Callable[[], tuple[float, float]]) -> None:
        """Ask for the connection's age and silence, in seconds, whenever the figures are read."""
        self.socket_age.set_function(lambda: ages()[0])
        self.socket_silence.set_function(lambda: ages()[1])

    def render(self) -> bytes:
        """The exposition text."""
        return generate_latest(self.registry)

    def _count(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"footnote_{name}", meaning, labels, registry=self.registry)

    def _level(self, name: str, meaning: str, *labels: str) -> Gauge:
        return Gauge(f"footnote_{name}", meaning, labels, registry=self.registry)

    def _time(self, name: str, meaning: str, buckets: Sequence[float], *labels: str) -> Histogram:
        return Histogram(f"footnote_{name}", meaning, labels, buckets=buckets, registry=self.registry)


def _steps(step: Step) -> Iterator[Step]:
    """A stage and every one inside it."""
    yield step
    for inner in step.steps:
        yield from _steps(inner)
