"""The use cases, without Slack's shapes: ask, search, related, may this be shown there. Any front can call them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.conversations import Conversations
from knowledge.collections import names_collection
from knowledge.errors import KnowledgeError
from knowledge.filters import AllOf, FilterKind, Term
from knowledge.ports import CollectionStatus, IndexStatus
from knowledge.topics import Topic
from knowledge.types import Answer, Hit, NoteRef, Query, SearchResult, Turn, Viewer

PAGE_SIZE = 5
OnText = Callable[[str], Awaitable[None]]
OnRead = Callable[[int], None]


class Voice(Protocol):
    """What searches and answers. Every method raises KnowledgeError."""

    async def search(self, query: Query, *, limit: int = 10, plus: bool = False) -> SearchResult:
        """At most `limit` notes, best first."""
        ...

    async def ask(self, query: Query, *, on_text: OnText | None = None, on_read: OnRead | None = None) -> Answer:
        """One cited answer; `on_text` and `on_read` hear how it comes about."""
        ...


class Knowledge(Voice, Protocol):
    """What the bot asks of the library. Every method raises KnowledgeError."""

    def parse(
        self, text: str, viewer: Viewer, *, collections: Sequence[str] = (), history: Sequence[Turn] = ()
    ) -> Query:
        """A typed text, with its filters taken out."""
        ...

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """Notes near one."""
        ...

    async def linked(self, url: str, viewer: Viewer) -> Hit | None:
        """The note at a shared address, where this viewer may see one there."""
        ...

    async def status(self) -> IndexStatus:
        """What the index holds."""
        ...

    async def topics(
        self, viewer: Viewer, *, day: str, limit: int = 4, collections: Sequence[str] = ()
    ) -> tuple[Topic, ...]:
        """What the notes speak of; the same for the same day, notes and rights. No name means all collections."""
        ...

    async def owners(self, ref: NoteRef) -> tuple[str, ...]:
        """Names and addresses of those who answer for a note, the surest first."""
        ...

    def may_see(self, collection: str, viewer: Viewer) -> bool:
        """Whether a reply to this viewer may use that collection."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """At most PAGE_SIZE hits of a search. `number` counts from 1."""

    result: SearchResult
    number: int
    more: bool  # whether others follow


class Assistant:
    """What people can ask for. Every method raises KnowledgeError where the library does.

    `voice` searches and answers in place of `knowledge`.
    """

    def __init__(self, knowledge: Knowledge, conversations: Conversations, *, voice: Voice | None = None) -> None:
        self._knowledge = knowledge
        self._voice = voice or knowledge
        self._conversations = conversations

    async def ask(
        self,
        text: str,
        viewer: Viewer,
        *,
        conversation: str = "",
        earlier: Callable[[], Awaitable[tuple[Turn, ...]]] | None = None,
        on_text: OnText | None = None,
        on_read: OnRead | None = None,
        within: NoteRef | None = None,
        collections: Sequence[str] = (),
        instructions: str = "",
    ) -> Answer:
        """One cited answer, understood from the conversation so far; `on_text` gets its pieces as they come.

        `on_read` is told how many notes a chat model is given to read, once that is known.
        `earlier` tells what was said before the conversation began, and is asked only at its start. `within`: the
        note that alone may answer. Raises CollectionNotFound where this viewer may not see it. `collections` are
        searched where the question names none, as far as this viewer may see them; `instructions` are the operator's
        for the chat model.
        """
        history = await self._conversations.history(conversation)
        if not history and earlier is not None:
            history = await earlier()
        named = (within.collection,) if within else ()
        query = self._knowledge.parse(text, viewer, collections=named, history=history)
        query = replace(_by_default(query, collections), instructions=instructions)
        if within:
            alone = Term(kind=FilterKind.PATH, value=within.path)
            query = replace(query, filter=AllOf(operands=(query.filter, alone)) if query.filter else alone)
        return await self._voice.ask(query, on_text=on_text, on_read=on_read)

    def is_plain(self, text: str, viewer: Viewer) -> bool:
        """Whether it can be asked as it is, with no filter in it."""
        try:
            return self._knowledge.parse(text, viewer).filter is None
        except KnowledgeError:
            return False

    async def remember(self, conversation: str, exchange: str, *, question: str, answer: Answer) -> None:
        """Keep an exchange that was shown, under an id of its own, for the questions that follow."""
        await self._conversations.remember(conversation, exchange, question=question, answer=answer.text)

    async def search(
        self, text: str, viewer: Viewer, *, page: int = 1, plus: bool = False, collections: Sequence[str] = ()
    ) -> Page:
        """One page of ranked notes. `collections` are searched where the text names none."""
        query = _by_default(self._knowledge.parse(text, viewer), collections)
        result = await self._voice.search(query, limit=page * PAGE_SIZE + 1, plus=plus)
        hits = result.hits[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        return Page(result=replace(result, hits=hits), number=page, more=len(result.hits) > page * PAGE_SIZE)

    async def related(self, ref: NoteRef, viewer: Viewer) -> tuple[Hit, ...]:
        """Notes near one, the note itself left out."""
        return await self._knowledge.related(ref, viewer)

    async def linked(self, url: str, viewer: Viewer) -> Hit | None:
        """The note at a shared address, where this viewer may see one there."""
        return await self._knowledge.linked(url, viewer)

    async def topics(
        self, viewer: Viewer, *, day: str, limit: int = 4, collections: Sequence[str] = ()
    ) -> tuple[Topic, ...]:
        """What the notes that this viewer may see speak of, the same all day. No name means all collections."""
        return await self._knowledge.topics(viewer, day=day, limit=limit, collections=collections)

    async def owners(self, ref: NoteRef) -> tuple[str, ...]:
        """Names and addresses of those who answer for a note, the surest first."""
        return await self._knowledge.owners(ref)

    def hidden(self, refs: Iterable[NoteRef], viewer: Viewer) -> tuple[NoteRef, ...]:
        """Which of these notes a reply to this viewer must not show, in order, each once."""
        return tuple(dict.fromkeys(ref for ref in refs if not self._knowledge.may_see(ref.collection, viewer)))

    async def known(self, viewer: Viewer) -> tuple[CollectionStatus, ...]:
        """What the index holds of the collections that this viewer may see."""
        status = await self._knowledge.status()
        return tuple(one for one in status.collections if self._knowledge.may_see(one.name, viewer))


def _by_default(query: Query, collections: Sequence[str]) -> Query:
    """The query over these collections, unless it names others; what its viewer may not see of them stays out."""
    if not collections or query.collections or names_collection(query):
        return query
    return replace(query, collections=tuple(collections))
