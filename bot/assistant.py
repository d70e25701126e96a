"""The use cases, without Slack's shapes: ask, search, related, may this be shown there. Any front can call them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.conversations import Conversations
from knowledge.ports import CollectionStatus, IndexStatus
from knowledge.types import Answer, Hit, NoteRef, Query, SearchResult, Turn, Viewer

PAGE_SIZE = 5
OnText = Callable[[str], Awaitable[None]]


class Knowledge(Protocol):
    """What the bot asks of the library. Every method raises KnowledgeError."""

    def parse(
        self, text: str, viewer: Viewer, *, collections: Sequence[str] = (), history: Sequence[Turn] = ()
    ) -> Query:
        """A typed text, with its filters taken out."""
        ...

    async def search(self, query: Query, *, limit: int = 10, plus: bool = False) -> SearchResult:
        """At most `limit` notes, best first."""
        ...

    async def ask(self, query: Query, *, on_text: OnText | None = None) -> Answer:
        """One cited answer."""
        ...

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        """Notes near one."""
        ...

    async def status(self) -> IndexStatus:
        """What the index holds."""
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
    """What people can ask for. Every method raises KnowledgeError where the library does."""

    def __init__(self, knowledge: Knowledge, conversations: Conversations) -> None:
        self._knowledge = knowledge
        self._conversations = conversations

    async def ask(
        self,
        text: str,
        viewer: Viewer,
        *,
        conversation: str = "",
        earlier: Callable[[], Awaitable[tuple[Turn, ...]]] | None = None,
        on_text: OnText | None = None,
    ) -> Answer:
        """One cited answer, understood from the conversation so far; `on_text` gets its pieces as they come.

        `earlier` tells what was said before the conversation began, and is asked only at its start.
        """
        history = await self._conversations.history(conversation)
        if not history and earlier is not None:
            history = await earlier()
        query = self._knowledge.parse(text, viewer, history=history)
        return await self._knowledge.ask(query, on_text=on_text)

    async def remember(self, conversation: str, exchange: str, *, question: str, answer: Answer) -> None:
        """Keep an exchange that was shown, under an id of its own, for the questions that follow."""
        await self._conversations.remember(conversation, exchange, question=question, answer=answer.text)

    async def search(self, text: str, viewer: Viewer, *, page: int = 1, plus: bool = False) -> Page:
        """One page of ranked notes."""
        query = self._knowledge.parse(text, viewer)
        result = await self._knowledge.search(query, limit=page * PAGE_SIZE + 1, plus=plus)
        hits = result.hits[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]
        return Page(result=replace(result, hits=hits), number=page, more=len(result.hits) > page * PAGE_SIZE)

    async def related(self, ref: NoteRef, viewer: Viewer) -> tuple[Hit, ...]:
        """Notes near one, the note itself left out."""
        return await self._knowledge.related(ref, viewer)

    def hidden(self, refs: Iterable[NoteRef], viewer: Viewer) -> tuple[NoteRef, ...]:
        """Which of these notes a reply to this viewer must not show, in order, each once."""
        return tuple(dict.fromkeys(ref for ref in refs if not self._knowledge.may_see(ref.collection, viewer)))

    async def known(self, viewer: Viewer) -> tuple[CollectionStatus, ...]:
        """What the index holds of the collections that this viewer may see."""
        status = await self._knowledge.status()
        return tuple(one for one in status.collections if self._knowledge.may_see(one.name, viewer))
