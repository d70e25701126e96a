"""A git server over HTTP on this machine, which lets in only who has the token."""

from __future__ import annotations

import asyncio
import base64
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web


@dataclass(slots=True)
class GitServer:
    """`async with GitServer(folder, token) as server`: `server.url/NAME` is the repository `folder/NAME`."""

    folder: Path
    token: str
    url: str = ""
    asked: list[web.Request] = field(default_factory=list)
    redirect: str = ""  # where everything is sent instead
    _runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        application = web.Application(client_max_size=10_000_000)
        application.router.add_route("*", "/{path:.*}", self._answer)
        self._runner = web.AppRunner(application, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _answer(self, request: web.Request) -> web.Response:
        self.asked.append(request)
        if self.redirect:
            raise web.HTTPFound(f"{self.redirect}{request.path_qs}")
        wanted = base64.b64encode(f"x-access-token:{self.token}".encode()).decode()
        if request.headers.get("Authorization") != f"Basic {wanted}":
            return web.Response(status=401, headers={"WWW-Authenticate": "Basic"})
        body = await request.read()
        done = await asyncio.to_thread(self._backend, request, body)
        head, _, content = done.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines())
        status = int(headers.pop("Status", "200").split()[0])
        return web.Response(status=status, headers=headers, body=content)

    def _backend(self, request: web.Request, body: bytes) -> bytes:
        environment = {
            **os.environ,
            "GIT_PROJECT_ROOT": str(self.folder),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": request.method,
            "PATH_INFO": request.path,
            "QUERY_STRING": request.query_string,
            "CONTENT_TYPE": request.headers.get("Content-Type", ""),
            "HTTP_CONTENT_ENCODING": "",  # aiohttp has unpacked it
            "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(["git", "http-backend"], env=environment, input=body, capture_output=True, check=True)
        return done.stdout
