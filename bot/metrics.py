"""Figures for Prometheus: counts and times, no text and no names."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_ACK_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 3.0)
_WORK_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)


class Metrics:
    """One registry of its own, so that several bots can live in one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.claims = Counter(
            "footnote_claims", "Requests seen, by kind and whether new.", ["kind", "result"], registry=self.registry
        )
        self.claim_seconds = Histogram(
            "footnote_claim_seconds", "Time to write a request down.", buckets=_ACK_SECONDS, registry=self.registry
        )
        self.requests = Counter(
            "footnote_requests", "Requests ended, by kind and outcome.", ["kind", "outcome"], registry=self.registry
        )
        self.work_seconds = Histogram(
            "footnote_request_seconds",
            "Time from the claim to the end of a request.",
            ["kind"],
            buckets=_WORK_SECONDS,
            registry=self.registry,
        )
        self.answers = Counter("footnote_answers", "Answers given, by mode.", ["mode"], registry=self.registry)
        self.streams = Counter(
            "footnote_streams", "Answers as streams: started, finished, failed.", ["outcome"], registry=self.registry
        )
        self.stream_failures = Counter(
            "footnote_stream_failures",
            "Calls for growing answers that failed, by Slack's name for it.",
            ["reason"],
            registry=self.registry,
        )
        self.feedback = Counter("footnote_feedback", "Feedback given.", ["value"], registry=self.registry)
        self.refused = Counter(
            "footnote_requests_refused",
            "Requests not taken on, by whose limit was reached: person, team, queue.",
            ["limit"],
            registry=self.registry,
        )
        self.in_progress = Gauge("footnote_requests_in_progress", "Requests open here.", registry=self.registry)
        self.taken_over = Counter(
            "footnote_requests_taken_over", "Requests that another run had left open.", registry=self.registry
        )
        self.private_repeated = Counter(
            "footnote_private_replies_repeated",
            "Private replies sent again, since a crash left unknown whether they had arrived.",
            registry=self.registry,
        )
        self.ready = Gauge("footnote_ready", "1 while the bot can answer.", registry=self.registry)

    def render(self) -> bytes:
        """The exposition text."""
        return generate_latest(self.registry)
