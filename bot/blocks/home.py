"""The Home tab: what can be searched, questions to begin with, and what belongs to the person who looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.blocks.message import SECTION_LIMIT, Block, actions, button, context, section
from bot.blocks.pages import how_to_ask
from bot.blocks.splitting import split
from bot.health import Check
from bot.home.page import DigestTimes, Figures, Page
from bot.state.overview import Counts
from bot.state.personal import PastQuestion
from bot.text import plain
from knowledge.ports import CollectionStatus

COLLECTIONS_SHOWN = 200
NAME_LIMIT = 100
LINE_LIMIT = 300


def home_view(page: Page) -> Block:
    """The Home tab, far below the 100 blocks of a view.

    Buttons: `forget_me`, which asks whether one is sure.
    """
    return {
        "type": "home",
        "blocks": [
            {"type": "header", "text": {"type": "plain_text", "text": "Answers from your team's notes"}},
            *how_to_ask(page.ask, page.search),
            *_listed("Try one of these", [f"• {plain(question, LINE_LIMIT)}" for question in page.examples]),
            {"type": "divider"},
            *_collections(page.collections),
            *_listed("What you asked last", [_asked(question) for question in page.recent]),
            *_digest(page.digest),
            *(_figures(page.figures) if page.figures else ()),
            {"type": "divider"},
            *_own_data(),
        ],
    }


def _listed(heading: str, lines: Sequence[str]) -> Iterator[Block]:
    """Nothing where there is no line."""
    if lines:
        yield from map(section, split("\n".join([f"*{heading}*", *lines]), SECTION_LIMIT))


def _collections(collections: Sequence[CollectionStatus]) -> Iterator[Block]:
    lines = [_collection(one) for one in collections[:COLLECTIONS_SHOWN]]
    if len(collections) > COLLECTIONS_SHOWN:
        lines.append(f"... and {len(collections) - COLLECTIONS_SHOWN} more.")
    nothing = ["No notes yet. Ask your admin to run `footnote index`."]
    yield from _listed("What I can search for you", lines or nothing)


def _collection(one: CollectionStatus) -> str:
    notes = "1 note" if one.documents == 1 else f"{one.documents:,} notes"
    read = f" · up to date as of {_moment(one.last_scan)}" if one.last_scan else ""
    return f"• {plain(one.name, NAME_LIMIT)}: {notes}{read}"


def _asked(question: PastQuestion) -> str:
    return f"• {plain(question.text, LINE_LIMIT)} · {question.at.day} {question.at:%b %Y}"


def _digest(times: DigestTimes | None) -> Iterator[Block]:
    if times is not None:
        following = f"next on {_slot(times.following)}" if times.following else "no next one"
        last = f"the last one was for {_slot(times.last)}" if times.last else "none so far"
        yield context(f"Digest of duplicate notes: {following}, {last} ({plain(times.zone, NAME_LIMIT)})")


def _figures(figures: Figures) -> Iterator[Block]:
    yield {"type": "divider"}
    yield {"type": "header", "text": {"type": "plain_text", "text": "For admins"}}
    yield from _listed("Health", [_check(name, check) for name, check in figures.health.items()])
    yield from _listed("Last 7 days and feedback", list(_counts(figures.counts)))
    settings = [f"• `{plain(name, NAME_LIMIT)}`: {plain(value, LINE_LIMIT)}" for name, value in figures.settings]
    yield from _listed("Settings", settings)


def _check(name: str, check: Check) -> str:
    sign = ":white_check_mark:" if check.ok else ":x:"
    return f"• {sign} {plain(name, NAME_LIMIT)}: {plain(check.detail, LINE_LIMIT)}"


def _counts(counts: Counts | None) -> Iterator[str]:
    if counts is None:
        yield "• :x: The state database cannot be read now. Run `footnote doctor`."
        return
    usage, verdicts = counts.usage, counts.verdicts
    yield f"• questions: {usage.questions:,} from {usage.people:,} people, {usage.without_answer:,} without an answer"
    yield f"• open questions for the digest: {counts.unanswered:,}"
    yield (
        f"• feedback: {verdicts.helpful:,} helpful, {verdicts.not_helpful:,} not helpful, "
        f"{verdicts.with_reason:,} with a reason"
    )


def _own_data() -> list[Block]:
    confirm = {
        "title": {"type": "plain_text", "text": "Delete your data?"},
        "text": {
            "type": "plain_text",
            "text": "Your questions, their answers, searches, feedback and what I remember of our conversations are "
            "deleted. Messages in Slack stay. This cannot be undone.",
        },
        "confirm": {"type": "plain_text", "text": "Delete"},
        "deny": {"type": "plain_text", "text": "Keep"},
        "style": "danger",
    }
    return actions([{**button("Delete my data", "forget_me", "me"), "style": "danger", "confirm": confirm}])


def _moment(moment: datetime) -> str:
    return f"{moment.day} {moment:%b %Y, %H:%M} UTC"


def _slot(name: str) -> str:
    """`2026-12-07T09:00` for people."""
    moment = datetime.fromisoformat(name)
    return f"{moment.day} {moment:%b %Y, %H:%M}"
