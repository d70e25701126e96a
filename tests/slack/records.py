"""What the app did, as a test reads it."""

from collections.abc import Callable
from typing import TypeVar

from tests.slack.backend import Backend
from tests.slack.delivery import Delivery
from tests.slack.journal import Call, Violation
from tests.slack.state import Ephemeral, Message, ResponseUrl, Status, Stream, View

T = TypeVar("T")
WAIT_SECONDS = 10.0


class Records:
    """Reading only: nothing here changes the workspace."""

    backend: Backend

    def messages(self, channel: str, thread_ts: str | None = None) -> list[Message]:
        """All messages of a channel, or of one thread with its parent, oldest first."""
        place = self.backend.workspace.channels[channel]
        if thread_ts is None:
            return list(place.messages.values())
        return self.backend.workspace.thread(place, thread_ts)

    def bot_messages(self, channel: str, thread_ts: str | None = None) -> list[Message]:
        """Those of them that the app under test wrote."""
        own = self.backend.workspace.identity.bot_id
        return [one for one in self.messages(channel, thread_ts) if one.bot_id == own]

    def ephemerals(self, user: str, channel: str | None = None) -> list[Ephemeral]:
        """What only `user` sees and has not lost again, oldest first, as it looks now."""
        return [
            one
            for one in self.backend.workspace.ephemerals
            if one.user == user and not one.deleted and channel in (None, one.channel)
        ]

    def calls(self, method: str | None = None) -> list[Call]:
        """Calls of the Web API; those of response URLs are under `response_url`."""
        return [one for one in self.backend.journal.calls if method in (None, one.method)]

    @property
    def violations(self) -> list[Violation]:
        """Payloads that Slack would have refused. A test asserts that there are none."""
        return self.backend.journal.violations

    @property
    def deliveries(self) -> list[Delivery]:
        """Every payload sent to the app, with its attempts."""
        return self.backend.dispatcher.deliveries

    @property
    def timed_out(self) -> list[Delivery]:
        """Commands and interactions that nobody acknowledged in time: an error on the person's screen."""
        return self.backend.dispatcher.timed_out

    def events(self, event_type: str) -> list[Delivery]:
        return [one for one in self.deliveries if one.event.get("type") == event_type]

    def response_url(self, delivery: Delivery) -> ResponseUrl:
        """The uses and bodies of the response URL that came with a delivery."""
        url_id = delivery.payload["response_url"].rsplit("/", 1)[-1]
        return self.backend.workspace.response_urls[url_id]

    def status(self, channel: str, thread_ts: str) -> str:
        """The status line under a thread now; empty when there is none."""
        return self.backend.workspace.status(channel, thread_ts)

    @property
    def statuses(self) -> list[Status]:
        return self.backend.workspace.statuses

    def streams(self, channel: str | None = None) -> list[Stream]:
        """Streamed messages with their parts; `text` joins them."""
        streams = self.backend.workspace.streams.values()
        return [one for one in streams if channel in (None, one.message.channel)]

    def homes(self, user: str) -> list[View]:
        """Every Home tab published for `user`, oldest first."""
        return self.backend.workspace.homes.get(user, [])

    def views(self, user: str) -> list[View]:
        """The open modals of `user`, the top one last."""
        return [one for one in self.backend.workspace.views.values() if one.user == user and not one.closed]

    async def wait_for(self, predicate: Callable[[], T], *, timeout_seconds: float = WAIT_SECONDS) -> T:
        """The first true value of `predicate`, asked again whenever something happens.

        Raises:
            TimeoutError: after `timeout_seconds`, with the latest calls in its text.
        """
        return await self.backend.journal.wait_for(predicate, timeout_seconds=timeout_seconds)

    async def wait_for_ack(self, delivery: Delivery, *, timeout_seconds: float = WAIT_SECONDS) -> Delivery:
        await self.wait_for(lambda: delivery.acked, timeout_seconds=timeout_seconds)
        return delivery

    async def wait_for_connections(self, count: int = 1, *, timeout_seconds: float = WAIT_SECONDS) -> None:
        """Until `count` sockets of the app are open."""
        await self.wait_for(lambda: len(self.backend.sockets.connections) >= count, timeout_seconds=timeout_seconds)
