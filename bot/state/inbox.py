"""The durable inbox: who works on which request, and what has been delivered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import ValidationError

from bot.interrupts import told, withdrawn
from bot.limits import Full, Limits
from bot.requests import Kind, Request
from bot.state.askings import ending, full_by
from bot.state.claiming import REQUEST, claiming, of_its_thread
from bot.state.database import StateDatabase
from bot.state.engine import Rows, Statement
from bot.text import Sentence

_SLACK_SECONDS = 60.0  # by which leases of bots with other settings may be longer

# What another request leads ends with that one, and goes its own way only where that one is gone. A lease that ends
# later than any that is given now was given before the clock was put back.
_TAKE_OVER = """
    UPDATE requests SET owner = :owner, lease_until = :lease_until, led_by = '',
        attempts = attempts + CASE WHEN owner <> '' THEN 1 ELSE 0 END
    WHERE state = 'claimed' AND (lease_until < :now OR lease_until > :lease_until + :slack)
        AND led_by NOT IN (SELECT id FROM requests WHERE state = 'claimed')
    RETURNING payload, attempts
"""
_LEAD = """
    UPDATE requests SET led_by = :leader
    WHERE id IN (EACH(:ids)) AND owner = :owner AND state = 'claimed' AND led_by = ''
        AND EXISTS (SELECT 1 FROM requests WHERE id = :leader AND state = 'claimed')
"""
_LED = "SELECT payload FROM requests WHERE led_by <> '' AND led_by = :leader AND state = 'claimed'"
_FINISH = """
    UPDATE requests SET state = :state, payload = ''
    WHERE state = 'claimed' AND (id = :id OR led_by <> '' AND led_by = :id)
    RETURNING id
"""
# What others wait for with it is answered all the same.
_WITHDRAW = """
    UPDATE requests SET state = 'failed', payload = ''
    WHERE occasion = :occasion AND state = 'claimed'
        AND id NOT IN (SELECT led_by FROM requests WHERE led_by <> '' AND state = 'claimed')
    RETURNING id
"""
# By another bot that lives, in the same conversation.
_ELSEWHERE = """
    SELECT 1 FROM requests WHERE state = 'claimed' AND id <> :id AND owner <> '' AND owner <> :owner
        AND lease_until >= :now AND FIELD(payload, team) = :team
        AND FIELD(payload, channel) = :channel AND FIELD(payload, thread_ts) = :thread_ts
"""
_ASKED_ELSEWHERE = f"{_ELSEWHERE} AND FIELD(payload, kind) = '{Kind.QUESTION}'"
_EARLIER_ELSEWHERE = f"{_ELSEWHERE} AND (created_at < :created_at OR created_at = :created_at AND id < :id)"
_EXTEND = """
    UPDATE requests SET lease_until = :lease_until
    WHERE state = 'claimed' AND (owner = :owner AND id IN (EACH(:ids))
        OR led_by <> '' AND led_by IN (EACH(:ids)))
"""
_BEGIN_DELIVERY = """
    INSERT INTO deliveries (id, started_at) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET begun = deliveries.begun + 1
    RETURNING begun, finished_at, ts
"""
# Of what is written piece by piece, each message has a row of its own beside that of the whole.
_PARTS = """
    SELECT ts, finished_at FROM deliveries WHERE id BETWEEN ? || '-part-' AND ? || '-part-:'
    ORDER BY length(id), id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A request that was written down as this bot's. `full`: the minute in which it is asked too much."""

    request: Request
    full: Full | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A request that another bot, or this one before a crash, did not finish."""

    request: Request
    attempts: int  # 1: nobody died over it, it was put back on purpose
    refusal: Sentence | None = None  # what to say in place of an answer
    behind: tuple[Taken, ...] = ()  # those of the same conversation whose turn has not come


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """What was known of a delivery when it was begun. "unknown": begun before, and it may have reached Slack."""

    state: Literal["new", "unknown", "done"]
    ts: str = ""  # done and posted: the first message's


class Inbox:
    """Requests on disk. Times are seconds since the epoch by this machine's clock.

    Every method raises StateUnavailable.
    """

    def __init__(self, database: StateDatabase) -> None:
        self._database = database

    async def claim(
        self, request: Request, *, owner: str, lease_until: float, limits: Limits | None = None
    ) -> Claimed | None:
        """Write a request down; None where somebody had claimed it before.

        `limits`: how much may be asked in a minute; what is asked beyond is written down and not counted.
        """
        before, now = of_its_thread(request), self._database.shared(request.created_at)
        until = self._database.shared(lease_until)
        claim = claiming(request, owner=owner, lease_until=until, limits=limits, now=now)
        results = await self._database.write(*before, *claim, urgent=True)
        won = results[len(before)]
        return Claimed(request=request, full=full_by(*won[0], now=now)) if won else None

    async def check(self) -> None:
        """Raises where no request could be written down."""
        await self._database.check()

    async def owns(self, owner: str, request_id: str) -> bool:
        """Whether this owner is still the one to work on it."""
        rows = await self._database.fetch(
            "SELECT 1 FROM requests WHERE id = ? AND owner = ? AND state = 'claimed' AND led_by = ''",
            (request_id, owner),
        )
        return bool(rows)

    async def extend(self, owner: str, request_ids: Sequence[str], lease_until: float) -> None:
        """The owner lives, and still works on these and what they lead."""
        until, ids = self._database.shared(lease_until), json.dumps(list(request_ids))
        await self._database.execute(_EXTEND, {"lease_until": until, "owner": owner, "ids": ids})

    async def take_over(self, owner: str, *, now: float, lease_until: float) -> list[Taken]:
        """Everything open whose lease has run out, oldest first, now this owner's. Clocks may jump either way.

        What was counted of minutes that are over goes with it, as that costs no transaction of its own.
        """
        shared = {"now": self._database.shared(now), "lease_until": self._database.shared(lease_until)}
        take = Statement(sql=_TAKE_OVER, parameters={"owner": owner, "slack": _SLACK_SECONDS, **shared})
        # A lease that waited for the database would be an old one.
        rows, _ = await self._database.write(take, ending(shared["now"]), urgent=True)
        taken = [Taken(request=request, attempts=row[1]) for row in rows if (request := _read(row[0]))]
        return sorted(taken, key=lambda one: one.request.created_at)

    async def put_back(self, request_id: str, *, until: float) -> None:
        """Nobody's until that time; then anybody may take it."""
        await self._database.execute(
            "UPDATE requests SET owner = '', lease_until = ? WHERE id = ? AND state = 'claimed'",
            (self._database.shared(until), request_id),
        )

    async def lead(self, leader: str, request_ids: Sequence[str], *, owner: str) -> tuple[Request, ...]:
        """From now on these end with the leader, together with those that it led before; returns all, oldest first.

        What is not this owner's any more is left out, and everything where the leader was withdrawn meanwhile.
        """
        values = {"leader": leader, "ids": json.dumps(list(request_ids)), "owner": owner}
        _, rows = await self._database.write(
            Statement(sql=_LEAD, parameters=values), Statement(sql=_LED, parameters={"leader": leader})
        )
        return _in_order(rows)

    async def led(self, leader: str) -> tuple[Request, ...]:
        """What that request leads, oldest first."""
        return _in_order(await self._database.fetch(_LED, {"leader": leader}))

    async def finish(self, request_id: str, state: Literal["delivered", "failed"]) -> frozenset[str]:
        """Done, with all that it leads: the texts are forgotten, the keys stay to recognise a late redelivery.

        Returns the ids of those that were open.
        """
        rows = await self._database.execute(_FINISH, {"id": request_id, "state": state})
        return frozenset(row[0] for row in rows)

    async def withdraw(self, occasion: str) -> bool:
        """Whoever asked wants no answer any more; False where there is one, or others wait for the same."""
        return bool(await self._database.execute(_WITHDRAW, {"occasion": occasion}))

    async def stop_elsewhere(self, request: Request, *, owner: str, now: float) -> bool:
        """End the answer that another bot writes in the request's conversation; False where none does."""
        there = await self._database.fetch(_ASKED_ELSEWHERE, self._beside(request, owner, now))
        return bool(there) and await self._database.tell(told(request.team, request.conversation))

    async def is_behind(self, request: Request, *, owner: str, now: float) -> bool:
        """Whether a bot on another machine works on an earlier request of the same conversation."""
        if not self._database.several:
            return False
        values = {**self._beside(request, owner, now), "created_at": request.created_at}
        return bool(await self._database.fetch(_EARLIER_ELSEWHERE, values))

    async def tell_withdrawn(self, team: str, occasion: str) -> None:
        """Let other bots know, of which one may be writing the answer."""
        await self._database.tell(told(team, withdrawn(occasion)))

    async def begin_delivery(self, delivery_id: str, *, now: float) -> Begun:
        """Note that something is about to be sent, and say what was known of it."""
        ((begun, finished_at, ts),) = await self._database.execute(_BEGIN_DELIVERY, (delivery_id, now))
        if finished_at is not None:
            return Begun(state="done", ts=ts)
        return Begun(state="new" if begun == 1 else "unknown")

    async def delivery(self, delivery_id: str) -> Literal["none", "unknown", "done"]:
        """How far a delivery has come."""
        rows = await self._database.fetch("SELECT finished_at FROM deliveries WHERE id = ?", (delivery_id,))
        if not rows:
            return "none"
        return "unknown" if rows[0][0] is None else "done"

    async def parts(self, delivery_id: str) -> list[str | None]:
        """Timestamps of the messages begun for a delivery as `<its id>-part-<n>`, in order.

        None: it may have reached Slack, nobody knows as what; empty: it did not.
        """
        rows = await self._database.fetch(_PARTS, (delivery_id, delivery_id))
        return [None if row[1] is None else str(row[0]) for row in rows]

    async def posted(self, delivery_id: str) -> str:
        """The timestamp of what was delivered under that id; empty where nothing visible was."""
        rows = await self._database.fetch("SELECT ts FROM deliveries WHERE id = ?", (delivery_id,))
        return str(rows[0][0]) if rows else ""

    async def finish_delivery(self, delivery_id: str, *, ts: str = "", now: float) -> None:
        """Note that it reached Slack."""
        await self._database.execute(
            "UPDATE deliveries SET finished_at = ?, ts = ? WHERE id = ?", (now, ts, delivery_id)
        )

    async def prune(self, before: float) -> None:
        """Forget finished requests and their deliveries that are older than that."""
        await self._database.write(
            Statement(sql="DELETE FROM requests WHERE state <> 'claimed' AND created_at < ?", parameters=(before,)),
            Statement(sql="DELETE FROM deliveries WHERE finished_at < ?", parameters=(before,)),
        )

    def _beside(self, request: Request, owner: str, now: float) -> dict[str, object]:
        place = {"team": request.team, "channel": request.channel, "thread_ts": request.thread_ts}
        return {"id": request.id, "owner": owner, "now": self._database.shared(now), **place}


def _in_order(rows: Rows) -> tuple[Request, ...]:
    found = [request for row in rows if (request := _read(row[0]))]
    return tuple(sorted(found, key=lambda one: one.sent_at))


def _read(payload: str) -> Request | None:
    """A stored request; None where another version of this program wrote what this one does not know."""
    try:
        return REQUEST.validate_json(payload)
    except ValidationError:
        return None
