"""Topics and pages for the tests of the Home tab."""

from datetime import UTC, datetime
from typing import Any

from bot.health import Check
from bot.home.page import DigestTimes, Figures, Page
from bot.state.overview import Counts, Usage, Verdicts
from bot.state.personal import PastQuestion
from knowledge.ports import CollectionStatus
from knowledge.topics import Topic
from knowledge.types import NoteRef

SCANNED = datetime(2026, 11, 3, 14, 5, tzinfo=UTC)


def topic(title: str, heading: str, *, english: bool = True) -> Topic:
    return Topic(
        ref=NoteRef(collection="handbook", path=f"{title}.md"), title=title, heading=heading, english=english
    )


def collection(name: str = "handbook", documents: int = 1_204, **changes: Any) -> CollectionStatus:
    fields: dict[str, Any] = {"chunks": 1, "embedded": 1, "last_scan": SCANNED, "errors": 0}
    return CollectionStatus(name=name, documents=documents, **fields | changes)


def page(**changes: Any) -> Page:
    fields: dict[str, Any] = {
        "ask": "/ask",
        "search": "/search",
        "collections": (collection(),),
        "examples": ("What does Vacation say about Carrying over?",),
        "recent": (PastQuestion(text="how many <!here> days?", at=SCANNED),),
        "digest": DigestTimes(following="2026-12-07T09:00", last="2026-11-30T09:00", zone="Europe/Berlin"),
    }
    return Page(**fields | changes)


def figures(counts: Counts | None = None) -> Figures:
    return Figures(
        health={"index": Check(ok=True, detail="7 notes"), "model": Check(ok=False, detail="no answer within 2 s")},
        counts=counts,
        settings=(("chat.model", "none: answers are quoted from the notes"),),
    )


COUNTS = Counts(
    usage=Usage(questions=1_200, people=31, without_answer=17),
    verdicts=Verdicts(helpful=90, not_helpful=12, with_reason=5),
    unanswered=4,
)
