"""The stand-in's inside, shared by the Web API, the response URLs and the people of a test."""

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.slack import events
from tests.slack.clock import Clock
from tests.slack.delivery import Delivery, Dispatcher
from tests.slack.errors import SlackError
from tests.slack.events import Event
from tests.slack.faults import Faults
from tests.slack.journal import Journal
from tests.slack.limits import RESPONSE_URL_SECONDS, RESPONSE_URL_USES, TRIGGER_SECONDS
from tests.slack.socket_mode import SocketMode
from tests.slack.state import Channel, Ephemeral, Message, ResponseUrl, Status, Trigger
from tests.slack.workspace import Workspace

# What is left of a message that had replies when it was deleted.
_TOMBSTONE = {
    "subtype": "tombstone",
    "user": "USLACKBOT",
    "text": "This message was deleted.",
    "blocks": [],
    "attachments": [],
    "bot_id": None,
    "app_id": None,
    "metadata": None,
}
_URL = re.compile(r"https?://([^\s/>|]+)[^\s>|]*")


@dataclass(slots=True, kw_only=True)
class Backend:
    """Everything that a request handler needs, in one hand."""

    workspace: Workspace
    clock: Clock
    journal: Journal
    faults: Faults
    dispatcher: Dispatcher
    sockets: SocketMode
    scopes: Sequence[str]
    unfurl_domains: Sequence[str]
    base_url: str = field(default="")

    async def emit(self, event: Event) -> Delivery:
        payload = events.envelope(self.workspace, event)
        return await self.dispatcher.deliver(Delivery(kind="events_api", payload=payload))

    async def post(self, message: Message) -> Message:
        """Puts a message into its channel and tells the app what it would hear of it."""
        channel = self.workspace.channels[message.channel]
        channel.messages[message.ts] = message
        if message.bot_id == self.workspace.identity.bot_id:
            self._clear_status(message)
        self.journal.notify()
        for event in events.events_about(self.workspace, channel, message):
            await self.emit(event)
        await self._emit_links(channel, message)
        return message

    async def change(self, message: Message, **changes: Any) -> Message:
        """Changes a message in place; the app hears of it as `message_changed`."""
        channel = self.workspace.channels[message.channel]
        old = copy.deepcopy(events.message_body(message))
        for name, value in changes.items():
            setattr(message, name, value)
        self.journal.notify()
        await self._emit_changed(channel, events.message_body(message), old)
        return message

    async def announce_change(self, message: Message, extra: Event) -> None:
        """A `message_changed` whose text is the same: an unfurl, a reply count."""
        channel = self.workspace.channels[message.channel]
        old = copy.deepcopy(events.message_body(message))
        await self._emit_changed(channel, old | extra, old)

    async def remove(self, message: Message) -> None:
        """Delete it; of one that has replies a tombstone is left, under which the thread goes on."""
        channel = self.workspace.channels[message.channel]
        if len(self.workspace.thread(channel, message.ts)) > 1:
            await self.change(message, **_TOMBSTONE)
            return
        del channel.messages[message.ts]
        self.journal.notify()
        if self.workspace.has_bot(channel):
            body = events.message_body(message)
            await self.emit(events.deleted_event(channel, body, self.workspace.new_ts()))

    def whisper(self, ephemeral: Ephemeral) -> Ephemeral:
        self.workspace.ephemerals.append(ephemeral)
        self.journal.notify()
        return ephemeral

    def bot_message(self, channel: Channel, **content: Any) -> Message:
        """A new message of the app, not yet posted."""
        identity = self.workspace.identity
        return Message(
            channel=channel.id,
            ts=self.workspace.new_ts(),
            user=identity.bot_user_id,
            bot_id=identity.bot_id,
            app_id=identity.app_id,
            **content,
        )

    def issue_trigger(self, user: str) -> str:
        trigger = f"{self.workspace.new_id('')}.{self.workspace.new_id('')}.{'0' * 8}"
        self.workspace.triggers[trigger] = Trigger(user=user, issued=self.clock.now())
        return trigger

    def exchange_trigger(self, trigger_id: str) -> str:
        """The person behind a trigger. It works once, and for three seconds."""
        trigger = self.workspace.triggers.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self.clock.now() - trigger.issued > TRIGGER_SECONDS:
            raise SlackError("expired_trigger_id")
        trigger.used = True
        return trigger.user

    def issue_response_url(self, channel: str, user: str, original: Message | Ephemeral | None) -> ResponseUrl:
        url_id = self.workspace.new_id("R")
        issued = ResponseUrl(id=url_id, channel=channel, user=user, issued=self.clock.now(), original=original)
        self.workspace.response_urls[url_id] = issued
        return issued

    def use_response_url(self, url_id: str) -> ResponseUrl:
        """Counts one use. Five are granted, in thirty minutes."""
        found = self.workspace.response_urls.get(url_id)
        if found is None:
            raise SlackError("invalid_url")
        if self.clock.now() - found.issued > RESPONSE_URL_SECONDS:
            raise SlackError("expired_url")
        if found.uses >= RESPONSE_URL_USES:
            raise SlackError("used_url")
        found.uses += 1
        return found

    def response_address(self, issued: ResponseUrl) -> str:
        return f"{self.base_url}/response/{issued.id}"

    async def _emit_changed(self, channel: Channel, new: Event, old: Event) -> None:
        if self.workspace.has_bot(channel):
            ts = self.workspace.new_ts()
            await self.emit(events.changed_event(channel, new, old, ts))

    def links_in(self, message: Message) -> list[dict[str, str]]:
        """The links of a message that the app registered for, as they stand there: escaped."""
        return [
            {"url": found.group(0), "domain": found.group(1)}
            for found in _URL.finditer(message.text)
            if any(f".{found.group(1)}".endswith(f".{domain}") for domain in self.unfurl_domains)
        ]

    async def _emit_links(self, channel: Channel, message: Message) -> None:
        """Told of any channel, member or not; never of the app's own messages."""
        links = self.links_in(message)
        if links and message.bot_id != self.workspace.identity.bot_id:
            member = self.workspace.has_bot(channel)
            await self.emit(events.link_shared_event(channel, message, links, member=member))

    def _clear_status(self, message: Message) -> None:
        """Slack takes a thread's status away when the app answers there."""
        thread = message.thread_ts or message.ts
        if self.workspace.status(message.channel, thread):
            cleared = Status(
                channel=message.channel, thread_ts=thread, text="", loading_messages=[], set_at=self.clock.now()
            )
            self.workspace.statuses.append(cleared)
