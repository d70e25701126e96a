"""What a digest needs of the notes and of the state, behind one door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.digest.composing import Digest, Past, compose
from bot.digest.memory import Aside, Memory, Reported
from bot.digest.questions import Questions
from knowledge.duplicates import Audit, AuditOptions, Comparison
from knowledge.ports import Matrix
from knowledge.types import NoteRef, Viewer

SNOOZE_SECONDS = 30 * 24 * 3600.0


class AuditedNotes(Protocol):
    """What a digest asks of the library. Every method raises KnowledgeError."""

    async def audit(self, options: AuditOptions, *, viewer: Viewer) -> Audit:
        """Which notes that the viewer may see repeat each other."""
        ...

    async def compare(self, left: NoteRef, right: NoteRef, viewer: Viewer) -> Comparison:
        """Two notes side by side."""
        ...

    def may_see(self, collection: str, viewer: Viewer) -> bool:
        """Whether a reply to this viewer may use that collection."""
        ...

    async def vectors(self, texts: Sequence[str]) -> Matrix:
        """A unit vector for each text."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Digests:
    """Composes digests and does what their buttons ask. Methods raise KnowledgeError and StateUnavailable.

    `post_empty`: a digest without news is posted too.
    """

    notes: AuditedNotes
    memory: Memory
    questions: Questions
    options: AuditOptions
    post_empty: bool = False

    async def compose(self, slot: str, channel: str, viewer: Viewer, *, now: float) -> Digest:
        """The digest of a slot, out of what everyone in the channel may see."""
        told = await self.memory.reported(channel)
        seen = {name: pair for name, pair in told.items() if self._may_see(pair, viewer)}
        past = Past(reported=seen, asides=await self.memory.asides())
        audit = await self.notes.audit(self.options, viewer=viewer)
        unanswered = await self.questions.open(self.notes.vectors)
        digest = compose(audit, past, slot=slot, channel=channel, now=now, unanswered=unanswered)
        return replace(digest, withheld=tuple(pair for name, pair in told.items() if name not in seen))

    def _may_see(self, pair: Reported, viewer: Viewer) -> bool:
        return all(self.notes.may_see(ref.collection, viewer) for ref in pair.members)

    async def told(self, digest: Digest) -> None:
        """The digest was posted, or had nothing to say: the next one goes on from it."""
        await self.memory.report(digest.channel, digest.reported())
        await self.questions.told([name for one in digest.unanswered for name in one.members])

    async def pair(self, channel: str, pair_id: str) -> Reported | None:
        """A pair that a digest told of in the channel; None where it is forgotten."""
        return await self.memory.find(channel, pair_id)

    async def compare(self, pair: Reported, viewer: Viewer) -> Comparison:
        """Both notes side by side, for somebody who may see them. Raises NoteNotFound."""
        return await self.notes.compare(*pair.members, viewer)

    async def set_aside(self, pair: Reported, *, user: str, now: float, snooze: bool) -> None:
        """Leave the pair out of digests while its notes say the same; with `snooze` for 30 days at most."""
        until = now + SNOOZE_SECONDS if snooze else None
        await self.memory.set_aside(Aside(id=pair.id, contents=pair.contents, until=until), user=user, now=now)
