"""From a payload to an acknowledgement: attempts, deadlines, redelivery, whatever the transport."""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tests.slack.errors import SlackError
from tests.slack.journal import Journal, Violation
from tests.slack.limits import ACK_SECONDS

Kind = Literal["events_api", "slash_commands", "interactive"]
# Seconds after a missed deadline until the next attempt.
RETRY_DELAYS_SECONDS = (0.0, 60.0, 300.0)


@dataclass(slots=True, kw_only=True)
class Attempt:
    """One try to hand a payload to the app."""

    number: int
    reason: str | None
    sent_at: float | None = None
    acked_at: float | None = None
    failure: str | None = None
    envelope_id: str = field(default_factory=lambda: str(uuid.uuid4()))

    @property
    def ack_seconds(self) -> float | None:
        """Time from the send to the acknowledgement; None while there is none."""
        return None if self.sent_at is None or self.acked_at is None else self.acked_at - self.sent_at


@dataclass(slots=True, kw_only=True, eq=False)
class Delivery:
    """A payload on its way to the app. `response` is what the acknowledgement carried, if anything."""

    kind: Kind
    payload: dict[str, Any]
    attempts: list[Attempt] = field(default_factory=list)
    response: dict[str, Any] | None = None

    @property
    def acked(self) -> bool:
        return any(attempt.acked_at is not None for attempt in self.attempts)

    @property
    def ack_seconds(self) -> float | None:
        """Latency of the first attempt that was acknowledged."""
        return next((one.ack_seconds for one in self.attempts if one.ack_seconds is not None), None)

    @property
    def event(self) -> dict[str, Any]:
        event: dict[str, Any] = self.payload.get("event", {})
        return event


AckResponse = Callable[[Delivery, dict[str, Any]], Awaitable[None]]


class Transport(Protocol):
    """A way to the app: Socket Mode, or signed HTTP requests."""

    async def send(self, delivery: Delivery, attempt: Attempt) -> bool:
        """Starts one attempt; False where nobody is there to take it."""
        ...


class Dispatcher:
    """Sends payloads and watches over them, as patient and as strict as Slack.

    Events that nobody acknowledges within the deadline come again, at most three times. Commands and
    interactions never do: the person sees an error instead, and the delivery stays in `timed_out`.
    """

    def __init__(self, journal: Journal, on_response: AckResponse, *, ack_seconds: float = ACK_SECONDS) -> None:
        self.deliveries: list[Delivery] = []
        self.timed_out: list[Delivery] = []
        self.transport: Transport | None = None
        self.ack_seconds = ack_seconds
        self._journal = journal
        self._on_response = on_response
        self._waiting: list[tuple[Delivery, Attempt]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def deliver(self, delivery: Delivery) -> Delivery:
        self.deliveries.append(delivery)
        await self._attempt(delivery, reason=None)
        return delivery

    async def redeliver(self, delivery: Delivery, *, reason: str = "timeout") -> None:
        """Sends the same payload again at once, with the next retry number."""
        await self._attempt(delivery, reason=reason)

    async def send_waiting(self) -> None:
        """Hands over the events that found nobody there, oldest first."""
        waiting, self._waiting = self._waiting, []
        for delivery, attempt in waiting:
            await self._hand_over(delivery, attempt)

    async def lost(self, delivery: Delivery) -> None:
        """The connection that carried this ended before an acknowledgement."""
        if delivery.kind == "events_api" and not delivery.acked:
            await self._attempt(delivery, reason="timeout")

    async def acknowledge(self, delivery: Delivery, attempt: Attempt, response: dict[str, Any] | None) -> None:
        if attempt.acked_at is None:
            attempt.acked_at = time.perf_counter()
            delivery.response = delivery.response or response
        if delivery.kind != "events_api":
            await self._apply(delivery, response or {})
        self._journal.notify()

    def fail(self, attempt: Attempt, failure: str) -> None:
        """The app answered, and not with a success: worth the next attempt at the deadline."""
        attempt.failure = failure
        self._journal.notify()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _apply(self, delivery: Delivery, response: dict[str, Any]) -> None:
        try:
            await self._on_response(delivery, response)
        except SlackError as error:
            refused = Violation(
                method="acknowledgement", error=error.code, messages=error.messages, arguments=response
            )
            self._journal.refuse(refused)

    async def _attempt(self, delivery: Delivery, *, reason: str | None) -> None:
        attempt = Attempt(number=len(delivery.attempts), reason=reason)
        delivery.attempts.append(attempt)
        await self._hand_over(delivery, attempt)

    async def _hand_over(self, delivery: Delivery, attempt: Attempt) -> None:
        if self.transport is not None and await self.transport.send(delivery, attempt):
            self._watch(delivery, attempt)
        elif delivery.kind == "events_api":
            self._waiting.append((delivery, attempt))
        else:
            attempt.failure = "dispatch_failed"
            self.timed_out.append(delivery)
        self._journal.notify()

    def _watch(self, delivery: Delivery, attempt: Attempt) -> None:
        task = asyncio.create_task(self._deadline(delivery, attempt))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deadline(self, delivery: Delivery, attempt: Attempt) -> None:
        await asyncio.sleep(self.ack_seconds)
        if delivery.acked or attempt is not delivery.attempts[-1]:
            return
        if delivery.kind != "events_api":
            self.timed_out.append(delivery)
            self._journal.notify()
        elif attempt.number < len(RETRY_DELAYS_SECONDS):
            await asyncio.sleep(RETRY_DELAYS_SECONDS[attempt.number])
            await self._attempt(delivery, reason=attempt.failure or "timeout")
