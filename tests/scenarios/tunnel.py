"""A company's network: TLS with an authority of its own, and the world only through a proxy."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

CURVE = "prime256v1"
Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """Certificates for some hosts, and the file that makes them trusted."""

    file: Path
    context: ssl.SSLContext

    @classmethod
    def of(cls, hosts: tuple[str, ...], folder: Path) -> "Authority":
        """Made with the openssl command. Raises FileNotFoundError where there is none."""
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        names = ",".join(f"DNS:{host}" for host in hosts)
        subprocess.run(
            [
                shutil.which("openssl") or "openssl", "req", "-x509", "-newkey", "ec",
                "-pkeyopt", f"ec_paramgen_curve:{CURVE}", "-nodes", "-days", "2", "-subj", "/CN=Our own authority",
                "-addext", f"subjectAltName={names}", "-keyout", key, "-out", certificate,
            ],
            check=True, capture_output=True,
        )  # fmt: skip
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        return cls(file=certificate, context=context)


@dataclass(slots=True, kw_only=True)
class Tunnel:
    """A CONNECT proxy that knows hosts nobody else knows; behind it, TLS ends and plain servers answer."""

    url: str = ""
    asked: list[str] = field(default_factory=list)  # hosts, in order

    @classmethod
    @asynccontextmanager
    async def open(cls, authority: Authority, servers: Mapping[str, int]) -> AsyncIterator["Tunnel"]:
        """`servers` are ports on this machine by host."""
        tunnel, fronts = cls(), {}
        for host, port in servers.items():
            fronts[host] = await asyncio.start_server(_to(port), "127.0.0.1", 0, ssl=authority.context)
        ports = {host: front.sockets[0].getsockname()[1] for host, front in fronts.items()}
        proxy = await asyncio.start_server(tunnel._connecting(ports), "127.0.0.1", 0)
        tunnel.url = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
        try:
            yield tunnel
        finally:
            for server in (proxy, *fronts.values()):
                server.close()

    def _connecting(self, ports: Mapping[str, int]) -> Serve:
        async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            host = head.split()[1].rpartition(":")[0]
            self.asked.append(host)
            if not head.startswith("CONNECT") or host not in ports:
                writer.write(b"HTTP/1.1 502 Bad Gateway\r\n\r\n")
                writer.close()
                return
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await _to(ports[host])(reader, writer)

        return connect


def _to(port: int) -> Serve:
    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner_reader, inner_writer = await asyncio.open_connection("127.0.0.1", port)
        ways = [(reader, inner_writer), (inner_reader, writer)]
        await asyncio.gather(*(_pump(source, sink) for source, sink in ways))

    return pass_on


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await source.read(65536):
            sink.write(piece)
            await sink.drain()
    sink.close()
