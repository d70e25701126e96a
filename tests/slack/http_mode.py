"""Request URLs: payloads as signed HTTP requests, and what the app answers to them."""

import asyncio
import hashlib
import hmac
import json
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import aiohttp

from tests.slack.delivery import Attempt, Delivery, Dispatcher

_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgery:
    """How a request lies about where and when it comes from."""

    wrong_signature: bool = False
    age_seconds: float = 0.0


class HttpMode:
    """A `Transport` that posts each payload to one address; the answer is its acknowledgement."""

    def __init__(self, url: str, signing_secret: str, dispatcher: Dispatcher) -> None:
        self._url = url
        self._secret = signing_secret
        self._dispatcher = dispatcher
        self._session = aiohttp.ClientSession()
        self._tasks: set[asyncio.Task[None]] = set()

    async def send(self, delivery: Delivery, attempt: Attempt) -> bool:
        task = asyncio.create_task(self._post(delivery, attempt))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def verify_url(self) -> bool:
        """Slack's handshake: the app must give the challenge back."""
        challenge = {"type": "url_verification", "token": "unused", "challenge": "prove-it"}
        status, body = await self.request(json.dumps(challenge), "application/json")
        answer = json.loads(body).get("challenge") if body.startswith("{") else body
        return status == 200 and answer == "prove-it"

    async def request(
        self,
        body: str,
        content_type: str,
        *,
        headers: dict[str, str] | None = None,
        forgery: Forgery | None = None,
    ) -> tuple[int, str]:
        """One signed request; (status, body). The signature's scheme is Slack's v0."""
        signed = sign(body, self._secret, forgery or Forgery())
        everything = {"content-type": content_type, **signed, **(headers or {})}
        timeout = aiohttp.ClientTimeout(total=self._dispatcher.ack_seconds)
        async with self._session.post(self._url, data=body.encode(), headers=everything, timeout=timeout) as answer:
            return answer.status, await answer.text()

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._session.close()

    async def _post(self, delivery: Delivery, attempt: Attempt) -> None:
        if self._session.closed:  # a repetition that was planned before the end
            return
        body, content_type = encode(delivery)
        attempt.sent_at = time.perf_counter()
        try:
            status, answer = await self.request(body, content_type, headers=_retry_headers(attempt))
        except TimeoutError:
            self._dispatcher.fail(attempt, "http_timeout")
        except aiohttp.ClientError:
            self._dispatcher.fail(attempt, "connection_failed")
        else:
            await self._answered(delivery, attempt, status, answer)

    async def _answered(self, delivery: Delivery, attempt: Attempt, status: int, answer: str) -> None:
        if not 200 <= status < 300:
            self._dispatcher.fail(attempt, "http_error")
            return
        await self._dispatcher.acknowledge(delivery, attempt, _response_payload(delivery, answer))


def encode(delivery: Delivery) -> tuple[str, str]:
    """The body of a payload and its content type: events are JSON, the others forms."""
    if delivery.kind == "events_api":
        return json.dumps(delivery.payload), "application/json"
    if delivery.kind == "interactive":
        return urlencode({"payload": json.dumps(delivery.payload)}), _FORM
    return urlencode(delivery.payload), _FORM


def sign(body: str, secret: str, forgery: Forgery) -> dict[str, str]:
    """Headers of scheme v0: HMAC-SHA256 over "v0:timestamp:body"."""
    timestamp = str(int(time.time() - forgery.age_seconds))
    key = "somebody-else" if forgery.wrong_signature else secret
    digest = hmac.new(key.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
    return {"x-slack-request-timestamp": timestamp, "x-slack-signature": f"v0={digest}"}


def _retry_headers(attempt: Attempt) -> dict[str, str]:
    if attempt.number == 0:
        return {}
    return {"x-slack-retry-num": str(attempt.number), "x-slack-retry-reason": attempt.reason or "http_timeout"}


def _response_payload(delivery: Delivery, answer: str) -> dict[str, Any] | None:
    if delivery.kind == "events_api" or not answer:
        return None
    payload = json.loads(answer) if answer.startswith("{") else {"text": answer}
    return payload or None
