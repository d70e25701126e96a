"""What fifty people do in twenty channels: each act is noted in the book if it wants something of the bot."""

from __future__ import annotations

import json
import random
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress

from tests.bench.questions import SAMPLE
from tests.endurance.book import Asked, Book
from tests.slack import LocalSlack
from tests.slack.delivery import Delivery
from tests.slack.errors import SlackError
from tests.slack.state import Ephemeral, Message, View

PEOPLE, CHANNELS, MEMBERS = 50, 20, 15
BUTTONS = frozenset(
    {"feedback", "answer_share", "search_more", "search_deeper", "search_ask", "search_share", "search_related"}
    | {"search_explain"}
)
RECENT = 30  # of what was said: what people still react to
_ODD = (
    "{} <!channel>",
    "*{}* > `{}` &amp; <https://example.com/a_(b)|link>",
    "{}\n```\nSELECT 1;\n```",
    "in:nowhere tag:x {}",
    "{} " * 60,
    "¿{}? 🙈 \u202e{}",
)


class People:
    """Everybody, and their acts by name. Choices are drawn by a seed."""

    def __init__(self, slack: LocalSlack, book: Book, chance: random.Random) -> None:
        self._slack, self._book, self._chance = slack, book, chance
        self._everyone = [slack.add_user(f"person-{number}") for number in range(PEOPLE)]
        self._robot = slack.add_bot("robot")
        self._members = {
            slack.add_channel(f"channel-{number}", members=members): members
            for number in range(CHANNELS)
            for members in [chance.sample(self._everyone, MEMBERS)]
        }
        self._threads: list[tuple[str, str, Delivery]] = []  # channel, question, and how the bot heard of it
        self._chatter: list[tuple[str, str]] = []
        self._number = 0
        self.homes_opened = 0
        self.acts: Mapping[str, Callable[[], Awaitable[None]]] = {
            "mention": self.mention,
            "ask": self.ask,
            "search": self.search,
            "follow-up": self.follow_up,
            "direct message": self.direct_message,
            "button": self.press,
            "modal": self.send_reason,
            "shortcut": self.use_shortcut,
            "mention without words": self.call,
            "edit that adds a mention": self.add_mention,
            "chatter": self.chat,
            "edit": self.edit,
            "deletion": self.delete,
            "unfurl": self.unfurl,
            "bot": self.robot,
            "reaction": self.react,
            "home": self.open_home,
            "redelivery": self.redeliver,
        }

    async def mention(self) -> None:
        await self._mention(self._question())

    async def call(self) -> None:
        await self._mention("")

    async def ask(self) -> None:
        await self._command("/ask")

    async def search(self) -> None:
        await self._command("/search")

    async def follow_up(self) -> None:
        """Without a mention, in a thread that the bot has heard of; to others also in the channel, now and then."""
        heard = [(channel, ts) for channel, ts, delivery in self._threads[-RECENT:] if delivery.acked]
        there = [(channel, ts) for channel, ts in heard if self._exists(channel, ts)]
        if not there:
            return await self.mention()
        channel, ts = self._chance.choice(there)
        user = self._chance.choice(self._members[channel])
        said = await self._slack.message(user, channel, self._question(), ts, broadcast=self._chance.random() < 0.1)
        self._note("follow-up", f"{channel}/{said}", user, channel)
        return None

    async def direct_message(self) -> None:
        user = self._chance.choice(self._everyone)
        ts = await self._slack.direct_message(user, self._question())
        channel = self._slack.direct_channel(user)
        self._note("direct message", f"{channel}/{ts}", user, channel)

    async def press(self) -> None:
        """A button of what the bot said lately, privately or for all."""
        offers = list(self._controls())
        if not offers:
            return await self.mention()
        shown, action, user = self._chance.choice(offers)
        verdict = self._chance.choice(["helpful", "not_helpful"]) if action.startswith("feedback") else None
        delivery = await self._slack.press(shown, action, user, value=verdict)
        self._note_pressed("button", "action", delivery, user, shown.channel)
        return None

    async def send_reason(self) -> None:
        """The modal that somebody has open; where nobody has one, a button first."""
        views = [view for user in self._everyone for view in self._slack.views(user)]
        if not views:
            return await self.press()
        view = self._chance.choice(views)
        view.closed = True  # nobody sends the same modal twice
        chosen = {"selected_option": {"value": "outdated"}}
        values = {"reason": {"reason": chosen}, "comment": {"comment": {"value": self._question()}}}
        delivery = await self._slack.submit_view(view, values)
        self._note("modal", f"view/{view.id}", view.user, _place(view), delivery)
        return None

    async def use_shortcut(self) -> None:
        said = [(channel, ts) for channel, ts in self._chatter[-RECENT:] if self._exists(channel, ts)]
        if not said:
            return await self.chat()
        channel, ts = self._chance.choice(said)
        user = self._chance.choice(self._members[channel])
        name = self._chance.choice(["find_related", "answer_this"])
        delivery = await self._slack.use_shortcut(user, channel, ts, name)
        self._note_pressed(name, "shortcut", delivery, user, channel, replies=2 if name == "answer_this" else 1)
        return None

    async def add_mention(self) -> None:
        user, channel = self._somebody()
        text = self._question()
        ts = await self._slack.message(user, channel, text)
        mention = f"<@{self._slack.identity.bot_user_id}> {text}"
        await self._slack.edit(channel, ts, mention, mention_event=self._chance.random() < 0.5)
        self._note("edit that adds a mention", f"{channel}/{ts}", user, channel)

    async def chat(self) -> None:
        user, channel = self._somebody()
        ts = await self._slack.message(user, channel, self._question())
        self._chatter.append((channel, ts))

    async def edit(self) -> None:
        """Of something that was said, without a mention or with the one that it has."""
        for channel, ts in self._said():
            text = self._message(channel, ts).text
            await self._slack.edit(channel, ts, f"{text} (edited)")

    async def delete(self) -> None:
        for channel, ts in self._said():
            self._book.withdrawn.add(f"{self._slack.identity.team_id}/{channel}/{ts}")
            await self._slack.delete(channel, ts)

    async def unfurl(self) -> None:
        for channel, ts in self._said():
            await self._slack.unfurl(channel, ts)
            await self._slack.count_replies(channel, ts)

    async def robot(self) -> None:
        """Another bot mentions this one, or replies in one of its threads."""
        _, channel = self._somebody()
        threads = [ts for place, ts, _ in self._threads if place == channel and self._exists(place, ts)]
        await self._slack.mention(self._robot, channel, self._question(), threads[-1] if threads else None)

    async def react(self) -> None:
        user, channel = self._somebody()
        item = {"type": "message", "channel": channel, "ts": "1.1"}
        await self._slack.send_event({"type": "reaction_added", "user": user, "item": item, "reaction": "eyes"})

    async def open_home(self) -> None:
        tab = self._chance.choice(["home", "messages"])
        self.homes_opened += tab == "home"
        await self._slack.open_home(self._chance.choice(self._everyone), tab)

    async def redeliver(self) -> None:
        """Slack repeats what it told lately, with retry headers, whether acknowledged or not."""
        delivery = self._chance.choice(self._slack.deliveries[-RECENT:] or [None])
        if delivery is not None and delivery.kind == "events_api":
            await self._slack.redeliver(delivery, reason=self._chance.choice(["timeout", "http_error"]))

    async def _mention(self, text: str) -> None:
        user, channel = self._somebody()
        ts = await self._slack.mention(user, channel, text)
        told = next(one for one in reversed(self._slack.deliveries) if one.event.get("ts") == ts)
        self._threads.append((channel, ts, told))
        self._note("mention", f"{channel}/{ts}", user, channel)

    async def _command(self, command: str) -> None:
        user, channel = self._somebody()
        delivery = await self._slack.slash(user, channel, command, self._question())
        self._note_pressed(command, "command", delivery, user, channel)

    def _note(self, kind: str, name: str, user: str, channel: str, delivery: Delivery | None = None) -> None:
        occasion = f"{self._slack.identity.team_id}/{name}"
        self._book.asked.append(Asked(kind=kind, occasion=occasion, user=user, channel=channel, delivery=delivery))

    def _note_pressed(
        self, kind: str, way: str, delivery: Delivery, user: str, channel: str, *, replies: int = 1
    ) -> None:
        occasion = f"{self._slack.identity.team_id}/{way}/{delivery.payload['trigger_id']}"
        asked = Asked(kind=kind, occasion=occasion, user=user, channel=channel, delivery=delivery, replies=replies)
        self._book.asked.append(asked)

    def _somebody(self) -> tuple[str, str]:
        channel = self._chance.choice(list(self._members))
        return self._chance.choice(self._members[channel]), channel

    def _question(self) -> str:
        self._number += 1
        text = f"{self._chance.choice(SAMPLE)} ({self._number})"
        return self._chance.choice(_ODD).replace("{}", text) if self._chance.random() < 0.1 else text

    def _said(self) -> Iterator[tuple[str, str]]:
        """One thing that a person said lately and that is still there, if there is one."""
        asked = [(channel, ts) for channel, ts, _ in self._threads[-RECENT:]]
        there = [place for place in [*asked, *self._chatter[-RECENT:]] if self._exists(*place)]
        if there:
            yield self._chance.choice(there)

    def _controls(self) -> Iterator[tuple[Message | Ephemeral, str, str]]:
        """Buttons of the latest messages, each with somebody who may press it."""
        workspace = self._slack.backend.workspace
        shown: list[tuple[Message | Ephemeral, list[str]]] = [
            (one, [one.user]) for one in workspace.ephemerals[-RECENT:] if not one.deleted
        ]
        for channel, ts, _ in self._threads[-RECENT:]:
            with suppress(SlackError):
                replies = self._slack.bot_messages(channel, ts)
                shown += [(one, self._members[channel]) for one in replies]
        for one, people in shown:
            for action in _actions(one):
                yield one, action, self._chance.choice(people)

    def _exists(self, channel: str, ts: str) -> bool:
        message = self._slack.backend.workspace.channels[channel].messages.get(ts)
        return message is not None and message.subtype != "tombstone"

    def _message(self, channel: str, ts: str) -> Message:
        return self._slack.backend.workspace.channels[channel].messages[ts]


def _actions(shown: Message | Ephemeral) -> Iterator[str]:
    for block in shown.blocks:
        for element in [*block.get("elements", []), block.get("accessory") or {}]:
            action = str(element.get("action_id", ""))
            if action.partition(":")[0] in BUTTONS:
                yield action


def _place(view: View) -> str:
    """The channel in which the modal was opened, as the bot keeps it in the modal."""
    found: dict[str, str] = json.loads(view.content["private_metadata"])
    return found["channel"]
