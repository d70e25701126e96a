"""What was asked, and whether each came to exactly one end, by what Slack shows and what the bot wrote down."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.endurance.ledger import rows_of
from tests.slack import LocalSlack
from tests.slack.delivery import Delivery
from tests.slack.state import Message

# Deliveries of one request have its id, or begin with it and a dash.
_REQUESTS = """
    SELECT occasion, requests.id, led_by, coalesce(sum(begun - 1), 0), state
    FROM requests LEFT JOIN deliveries ON deliveries.id = requests.id OR deliveries.id LIKE requests.id || '-%'
    GROUP BY requests.id
"""
_DIGESTS = "SELECT occasion, id FROM requests WHERE occasion LIKE '%/digest/%' AND state <> 'claimed'"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One thing that somebody wants of the bot. `occasion` is the name under which the bot writes it down."""

    kind: str
    occasion: str
    user: str
    channel: str
    delivery: Delivery | None = None  # of a command, a button, a modal; None: a message, which Slack repeats
    replies: int = 1  # private messages that make up the outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A request as the bot's state file has it."""

    id: str
    led_by: str  # the request together with which it was answered; empty: it was answered alone
    again: int  # how often a reply to it was begun once more
    state: str


@dataclass(slots=True)
class Verdict:
    """One sentence for each request that did not come to exactly one end, by what went wrong."""

    lost: list[str] = field(default_factory=list)  # acknowledged or repeated until it was, and without an outcome
    doubled: list[str] = field(default_factory=list)  # seen twice by others
    stray: list[str] = field(default_factory=list)  # messages that belong to no request, or are half of one
    repeated: list[str] = field(default_factory=list)  # private replies that came twice
    uncounted: list[str] = field(default_factory=list)  # of these, those that the bot did not know may come twice
    statuses: list[str] = field(default_factory=list)  # a status line that nobody took away
    unwritten: list[str] = field(default_factory=list)  # acknowledged, and not written down
    timed_out: int = 0  # commands and buttons that nobody acknowledged in time
    told: int = 0  # commands to which a bot said at once that it could not write them down
    once: int = 0


@dataclass(slots=True, kw_only=True)
class Book:
    """Everything that was asked in one workspace of bots that share a state, in a file or on a server."""

    slack: LocalSlack
    state: Path | str
    news: str = ""  # the channel in which digests are posted, and nothing else
    asked: list[Asked] = field(default_factory=list)
    # Occasions of questions that were deleted: they may go unanswered.
    withdrawn: set[str] = field(default_factory=set)

    def open_requests(self) -> int:
        """How many requests the bot has taken and not ended."""
        return int(self._fetch("SELECT count(*) FROM requests WHERE state = 'claimed'")[0][0])

    def judge(self) -> Verdict:
        """Look at everything, once nothing is under way any more."""
        verdict, rows = Verdict(timed_out=len(self.slack.timed_out)), self._rows()
        known = {row.id: one.user for one in self.asked if (row := rows.get(one.occasion))}
        visible = _by_request(self._messages(known, verdict))
        missing, excused = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
        for one in self.asked:
            wanted = excused if one.occasion in self.withdrawn else missing
            row = rows.get(one.occasion)
            if row and known.get(row.led_by) == one.user:
                verdict.once += 1  # it ends as the request of the same person that leads it
            else:
                self._judge(one, row, visible, wanted, verdict)
        self._judge_whispers(missing, excused, verdict)
        for channel, thread in {(one.channel, one.thread_ts) for one in self.slack.statuses}:
            there = thread in self.slack.backend.workspace.channels[channel].messages
            if there and (status := self.slack.status(channel, thread)):
                verdict.statuses.append(f"{channel} {thread}: {status}")
        return verdict

    def judge_digests(self) -> dict[str, int]:
        """How often each slot that is done was posted."""
        posted = Counter(
            str((one.metadata or {}).get("event_payload", {}).get("request_id", ""))
            for one in self.slack.bot_messages(self.news)
            if one.thread_ts in {None, one.ts}
        )
        return {occasion.rpartition("/")[2]: posted[id_] for occasion, id_ in self._fetch(_DIGESTS)}

    def _judge(
        self,
        asked: Asked,
        row: Row | None,
        visible: Mapping[str, Sequence[Message]],
        missing: defaultdict[str, list[str]],
        verdict: Verdict,
    ) -> None:
        name = f"{asked.kind} {asked.occasion}"
        if row is None:
            self._judge_unwritten(asked, name, verdict)
            return
        seen = sum(len(visible.get(id_, ())) for id_ in {row.id, row.led_by} - {""})
        private = len(self.slack.response_url(asked.delivery).bodies) if _has_url(asked.delivery) else 0
        if seen > 1:
            verdict.doubled.append(f"{name} ({row.id}): {seen} visible messages")
        elif seen + private > asked.replies:
            verdict.repeated.append(f"{name} ({row.id}): {private} private messages")
            if seen + private - asked.replies > min(1, row.again):
                verdict.uncounted.append(verdict.repeated[-1])
        elif seen + private < (asked.replies if private else 1):
            missing[asked.user] += [f"{name} ({row.id}, {row.state})"] * (asked.replies - private)
        else:
            verdict.once += 1

    def _judge_unwritten(self, asked: Asked, name: str, verdict: Verdict) -> None:
        if asked.delivery is None:
            verdict.lost.append(f"{name}: never written down")
        elif (asked.delivery.response or {}).get("text"):
            verdict.told += 1
            verdict.once += 1
        elif asked.delivery.acked:
            verdict.unwritten.append(name)

    def _judge_whispers(
        self, missing: Mapping[str, list[str]], excused: Mapping[str, list[str]], verdict: Verdict
    ) -> None:
        """Private messages without a response_url do not say what they answer: they are counted by person."""
        whispers = Counter(
            one.user for one in self.slack.backend.workspace.ephemerals if one.via == "chat.postEphemeral"
        )
        whispers += Counter(self._direct_words())
        for user in missing.keys() | whispers.keys():
            names = missing.get(user, [])
            wanted, given = len(names), whispers[user]
            verdict.once += min(wanted, given)
            if given < wanted:
                verdict.lost.append(f"{user}: {wanted - given} without a reply, of {', '.join(names)}")
            if given > wanted + len(excused.get(user, [])):
                verdict.repeated.append(f"{user}: {given - wanted} more private messages than requests")

    def _direct_words(self) -> Iterator[str]:
        """Whoever was told something directly, the last way when no other one leads to a person."""
        for channel in self.slack.backend.workspace.channels.values():
            if channel.kind == "im":
                (user,) = channel.members - {self.slack.identity.bot_user_id}
                yield from (user for one in self.slack.bot_messages(channel.id) if not one.metadata)

    def _messages(self, known: Container[str], verdict: Verdict) -> Iterator[tuple[str, Message]]:
        """Each visible message of the bot with the request that it answers."""
        for channel in set(self.slack.backend.workspace.channels) - {self.news}:
            direct = self.slack.backend.workspace.channels[channel].kind == "im"
            for message in self.slack.bot_messages(channel):
                payload = (message.metadata or {}).get("event_payload", {})
                carried = str(payload.get("request_id", ""))
                answered = carried.removesuffix("-sentence")
                belongs = answered in known or carried.startswith("share-") or (direct and not payload)
                if payload.get("part") or not belongs:
                    verdict.stray.append(f"{channel} {message.ts} in {message.thread_ts}: {message.text[:60]!r}")
                yield answered, message

    def _rows(self) -> dict[str, Row]:
        found = self._fetch(_REQUESTS)
        return {
            occasion: Row(id=id_, led_by=led_by, again=again, state=state)
            for occasion, id_, led_by, again, state in found
        }

    def _fetch(self, sql: str) -> list[Any]:
        return rows_of(self.state, sql)


def _by_request(messages: Iterable[tuple[str, Message]]) -> Mapping[str, Sequence[Message]]:
    found: defaultdict[str, list[Message]] = defaultdict(list)
    for request_id, message in messages:
        found[request_id].append(message)
    return found


def _has_url(delivery: Delivery | None) -> bool:
    return delivery is not None and bool(delivery.payload.get("response_url"))
