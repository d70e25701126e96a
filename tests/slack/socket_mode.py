"""Socket Mode's server side: tickets, hello, envelopes, acknowledgements, and sockets that go wrong."""

import asyncio
import contextlib
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMessage, WSMsgType, web

from tests.slack.delivery import Attempt, Delivery, Dispatcher
from tests.slack.journal import Journal, Violation
from tests.slack.limits import SOCKET_CONNECTIONS

PING_SECONDS = 10.0
DEBUG_INFO = {"host": "applink-local", "build_number": 1, "approximate_connection_time": 18_060}


@dataclass(slots=True, kw_only=True, eq=False)
class Connection:
    """One WebSocket of the app. Deaf: open, but nothing goes in or out."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport
    deaf: bool = False
    pongs: bool = True
    in_flight: dict[str, tuple[Delivery, Attempt]] = field(default_factory=dict)

    async def send(self, frame: dict[str, Any]) -> None:
        if self.deaf or self.socket.closed:
            return
        # A socket that breaks right now: its handler gives what was in flight to another one.
        with contextlib.suppress(ConnectionError):
            await self.socket.send_json(frame)


class SocketMode:
    """A `Transport` over the app's own WebSockets: each payload goes to one of them, in turn."""

    def __init__(self, app_id: str, dispatcher: Dispatcher, journal: Journal) -> None:
        self.connections: list[Connection] = []
        self.refused = 0
        self._app_id = app_id
        self._dispatcher = dispatcher
        self._journal = journal
        self._tickets: set[str] = set()
        self._turn = 0
        self._gone: set[str] = set()  # envelopes of connections that ended

    def issue_url(self, base_url: str) -> str:
        ticket = secrets.token_hex(8)
        self._tickets.add(ticket)
        return f"{base_url.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={self._app_id}"

    async def send(self, delivery: Delivery, attempt: Attempt) -> bool:
        if not self.connections:
            return False
        self._turn += 1
        connection = self.connections[self._turn % len(self.connections)]
        connection.in_flight[attempt.envelope_id] = (delivery, attempt)
        attempt.sent_at = time.perf_counter()
        await connection.send(_envelope(delivery, attempt))
        return True

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket endpoint. A ticket opens one connection, once."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=403, text="invalid ticket")
        self._tickets.discard(ticket)
        socket = web.WebSocketResponse(autoping=False)
        await socket.prepare(request)
        if len(self.connections) >= SOCKET_CONNECTIONS:
            return await self._refuse(socket)
        assert isinstance(request.transport, asyncio.Transport)
        connection = Connection(socket=socket, transport=request.transport)
        await self._serve(connection)
        return socket

    async def _refuse(self, socket: web.WebSocketResponse) -> web.WebSocketResponse:
        self.refused += 1
        await socket.send_json(_disconnect("too_many_websockets"))
        await socket.close()
        self._journal.notify()
        return socket

    async def _serve(self, connection: Connection) -> None:
        self.connections.append(connection)
        await connection.send(self._hello())
        pinging = asyncio.create_task(_ping(connection))
        self._journal.notify()
        try:
            await self._dispatcher.send_waiting()
            async for message in connection.socket:
                await self._receive(connection, message)
        finally:
            pinging.cancel()
            await self._forget(connection)

    async def _forget(self, connection: Connection) -> None:
        """Events that this connection took with it go to another one, or wait for the next."""
        if connection in self.connections:
            self.connections.remove(connection)
        self._journal.notify()
        self._gone |= connection.in_flight.keys()
        for delivery, _ in list(connection.in_flight.values()):
            await self._dispatcher.lost(delivery)

    async def _receive(self, connection: Connection, message: WSMessage) -> None:
        if message.type == WSMsgType.PING and connection.pongs:
            await connection.socket.pong(message.data)
        elif message.type == WSMsgType.TEXT and not connection.deaf:
            await self._acknowledged(connection, message.json())

    async def _acknowledged(self, connection: Connection, frame: dict[str, Any]) -> None:
        delivery, attempt = connection.in_flight.pop(frame.get("envelope_id", ""), (None, None))
        if frame.get("envelope_id") in self._gone:
            return  # late, on another connection: the payload has gone that way again
        if delivery is None or attempt is None:
            violation = Violation(method="socket", error="unknown_envelope", messages=(), arguments=frame)
            self._journal.refuse(violation)
            return
        await self._dispatcher.acknowledge(delivery, attempt, frame.get("payload"))

    def _hello(self) -> dict[str, Any]:
        return {
            "type": "hello",
            "num_connections": len(self.connections),
            "debug_info": DEBUG_INFO,
            "connection_info": {"app_id": self._app_id},
        }

    async def announce_disconnect(self, reason: str) -> None:
        """`warning`: soon. `refresh_requested`, `link_disabled`: now. The app is to close and come back."""
        for connection in list(self.connections):
            await connection.send(_disconnect(reason))

    def drop(self) -> None:
        """Every connection ends without a close frame, as when a network does."""
        for connection in list(self.connections):
            connection.transport.abort()

    def go_silent(self, *, pongs: bool = True) -> None:
        """Today's connections stay open and carry nothing; with `pongs` they still answer pings."""
        for connection in self.connections:
            connection.deaf, connection.pongs = True, pongs

    async def close(self) -> None:
        for connection in list(self.connections):
            await connection.socket.close()


def _envelope(delivery: Delivery, attempt: Attempt) -> dict[str, Any]:
    envelope: dict[str, Any] = {
        "envelope_id": attempt.envelope_id,
        "type": delivery.kind,
        "payload": delivery.payload,
        "accepts_response_payload": delivery.kind != "events_api",
    }
    if delivery.kind == "events_api":
        envelope |= {"retry_attempt": attempt.number, "retry_reason": attempt.reason or ""}
    return envelope


def _disconnect(reason: str) -> dict[str, Any]:
    return {"type": "disconnect", "reason": reason, "debug_info": {"host": DEBUG_INFO["host"]}}


async def _ping(connection: Connection) -> None:
    with contextlib.suppress(ConnectionError):
        while not connection.socket.closed:
            if not connection.deaf:
                await connection.socket.ping(b"Ping from applink-local")
            await asyncio.sleep(PING_SECONDS)
