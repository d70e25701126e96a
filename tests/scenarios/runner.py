"""The bot as a process: everything real but the notes, which are asked over HTTP (see notes.py)."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aiohttp
from pydantic import SecretStr, TypeAdapter
from slack_sdk.web.async_client import AsyncWebClient

from bot.assistant import OnRead, OnText
from bot.beside import beside
from bot.building import Parts, build_bot, channels_of
from bot.client import slack_client
from bot.errors import BotError
from bot.health import Check
from bot.limits import Limits
from bot.logs import log_to_stderr
from bot.rules import ChannelRules
from bot.server import Front, serve
from bot.services import Behaviour
from bot.state.database import StateDatabase
from bot.viewers import Viewers
from config.addresses import is_server_address
from knowledge import errors
from knowledge.answering.answerer import BROKE_OFF
from knowledge.filters import Term
from knowledge.ports import CollectionStatus, IndexStatus
from knowledge.remarks import Remark
from knowledge.topics import Topic
from knowledge.types import Answer, Citation, Hit, NoteRef, Query, SearchResult, Turn, Viewer
from tests.scenarios.digests import digests, timetable

PRIVATE = "private"  # a collection that only one person may see
OFFER = Remark(  # said to who may see all of them
    "There is no collection “{name}”. {offer}",
    name="x",
    offer=Remark("Use one of: {names}.", names=f"handbook, {PRIVATE}"),
)
HITS = 12


class RemoteNotes:
    """`bot.assistant.Knowledge` whose answers come from the test."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url

    def parse(
        self, text: str, viewer: Viewer, *, collections: Sequence[str] = (), history: Sequence[Turn] = ()
    ) -> Query:
        return Query(text=text, viewer=viewer, collections=tuple(collections), history=tuple(history))

    async def ask(self, query: Query, *, on_text: OnText | None = None, on_read: OnRead | None = None) -> Answer:
        question = {
            "text": query.text,
            "within": query.filter.value if isinstance(query.filter, Term) else "",
            "user": query.viewer.user,
            "shared": query.viewer.shared,
            "channels": sorted(query.viewer.channels),
            "groups": sorted(query.viewer.groups),
            "history": [turn.text for turn in query.history],
            "collections": list(query.collections),
            "instructions": query.instructions,
        }
        given = await self._answer(question, on_text, on_read)
        if "error" in given:
            raise getattr(errors, given["error"])("The model's server does not answer.", hint="Try again later.")
        if "crash" in given:
            raise ZeroDivisionError(given["crash"])
        return Answer(
            text=given["text"],
            mode="generated",
            confidence="strong",
            citations=(citation(given.get("collection", "handbook")),),
            notices=() if query.viewer.shared else (OFFER,),
            degraded=given.get("degraded", ""),
        )

    async def _answer(
        self, question: dict[str, Any], on_text: OnText | None, on_read: OnRead | None
    ) -> dict[str, Any]:
        """The answer, whole or written piece by piece; where nobody wants more of it, with what there is."""
        text = ""
        async with self._session.post(f"{self._url}/ask", json=question) as response:
            async for line in response.content:
                given: dict[str, Any] = json.loads(line)
                if "notes" in given and on_read:
                    on_read(given["notes"])
                elif "piece" in given:
                    text += given["piece"]
                    try:
                        await on_text(given["piece"]) if on_text else None
                    except errors.ModelError:
                        return {"text": text, "degraded": BROKE_OFF}
                elif "notes" not in given:
                    return given
        raise ConnectionError("the answer broke off")

    async def search(self, query: Query, *, limit: int = 10, plus: bool = False) -> SearchResult:
        kind = "deep" if plus else "plain"
        collection = PRIVATE if query.text == "secrets" else "handbook"
        hits = tuple(hit(collection, f"{kind} {number} on {query.text}") for number in range(1, HITS + 1))
        notices = () if query.viewer.shared else (OFFER,)
        return SearchResult(hits=hits[:limit], mode="plus" if plus else "hybrid", notices=notices)

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        return (hit("handbook", f"near {ref.path}"),)

    async def status(self) -> IndexStatus:
        one = CollectionStatus(name="handbook", documents=7, chunks=20, embedded=20, last_scan=None, errors=0)
        return IndexStatus(collections=(one,), model="fake", dimension=3, generation=1)

    async def topics(
        self, viewer: Viewer, *, day: str, limit: int = 4, collections: Sequence[str] = ()
    ) -> tuple[Topic, ...]:
        collection, path = ("handbook", "vacation.md")
        return (Topic(ref=NoteRef(collection=collection, path=path), title="Vacation", heading="Days", english=True),)

    async def owners(self, ref: NoteRef) -> tuple[str, ...]:
        return ("Ann Lee",)

    def may_see(self, collection: str, viewer: Viewer) -> bool:
        return collection != PRIVATE or not viewer.shared


def citation(collection: str) -> Citation:
    return Citation(
        number=1,
        ref=NoteRef(collection=collection, path="vacation.md"),
        title="Vacation",
        heading="Days",
        lines=(3, 4),
        url=None,
        quote="30 days",
    )


def hit(collection: str, title: str) -> Hit:
    ref = NoteRef(collection=collection, path=f"{title.replace(' ', '-')}.md")
    return Hit(ref=ref, title=title, url=None, score=1.0, updated=None, matched=())


def digest_of(wanted: dict[str, str] | None, client: AsyncWebClient, database: StateDatabase) -> dict[str, Any]:
    """What the bot needs for digests, where a scenario wants them."""
    if wanted is None:
        return {}
    return {"digests": digests(database), "timetable": timetable(wanted, client, database)}


async def run(config: dict[str, Any]) -> None:
    async def index() -> Check:
        return Check(ok=True, detail="7 notes")

    state = config["state"]
    database = await StateDatabase.open(SecretStr(state) if is_server_address(state) else Path(state))
    try:
        async with (
            aiohttp.ClientSession() as session,
            slack_client(os.environ["SLACK_BOT_TOKEN"], api_url=os.environ["SLACK_API_URL"]) as client,
        ):
            viewers = Viewers(client, groups=frozenset(config["groups"]), by_channel=True)
            behaviour = Behaviour(
                **config["behaviour"], lease_seconds=config["lease_seconds"], at_once=config["at_once"]
            )
            tables = TypeAdapter(dict[str, ChannelRules]).validate_python(config["channels"])
            channels = channels_of(tables, behaviour, client=client, viewers=viewers, database=database)
            parts = Parts(
                client=client,
                knowledge=RemoteNotes(session, config["notes"]),
                database=database,
                viewers=viewers,
                behaviour=behaviour,
                **digest_of(config["digest"], client, database),
                channels=channels,
                limits=Limits(**config["limits"]) if config["limits"] else None,
            )
            front = Front(
                mode=config["mode"],
                port=config["port"],
                drain_seconds=config["drain_seconds"],
                app_token=os.environ["SLACK_APP_TOKEN"],
                signing_secret=os.environ["SLACK_SIGNING_SECRET"],
            )
            async with beside(channels.keep_known()):
                await serve(
                    build_bot(parts),
                    front,
                    probes={"index": index},
                    grace_seconds=config["grace_seconds"],
                    token_seconds=config["token_seconds"],
                )
    finally:
        await database.close()


def main() -> int:
    config = json.loads(sys.argv[1])
    log_to_stderr(config["lines"])
    try:
        asyncio.run(run(config))
    except BotError as error:
        sys.stderr.write(f"{error} {error.hint}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
