"""The Home tab: what can be searched, questions to begin with, and what belongs to the person who looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.blocks.message import SECTION_LIMIT, Block, actions, button, context, plain_object, section
from bot.blocks.pages import how_to_ask
from bot.blocks.splitting import split
from bot.health import Check
from bot.home.page import DigestTimes, Figures, Page
from bot.state.overview import Counts
from bot.state.personal import PastQuestion
from bot.text import ENGLISH, Wording, plain, remark
from knowledge.ports import CollectionStatus

COLLECTIONS_SHOWN = 200
NAME_LIMIT = 100
LINE_LIMIT = 300


def home_view(page: Page, words: Wording = ENGLISH) -> Block:
    """The Home tab, far below the 100 blocks of a view.

    Buttons: `forget_me`, which asks whether one is sure.
    """
    return {
        "type": "home",
        "blocks": [
            {"type": "header", "text": plain_object(words.home_title)},
            *how_to_ask(page.ask, page.search, words),
            *_listed(words.try_these, [f"• {plain(question, LINE_LIMIT)}" for question in page.examples]),
            {"type": "divider"},
            *_collections(page.collections, words),
            *_listed(words.asked_last, [_asked(question, words) for question in page.recent]),
            *_digest(page.digest, words),
            *(_figures(page.figures, words) if page.figures else ()),
            {"type": "divider"},
            *_own_data(words),
        ],
    }


def _listed(heading: str, lines: Sequence[str]) -> Iterator[Block]:
    """Nothing where there is no line."""
    if lines:
        yield from map(section, split("\n".join([f"*{heading}*", *lines]), SECTION_LIMIT))


def _collections(collections: Sequence[CollectionStatus], words: Wording) -> Iterator[Block]:
    lines = [_collection(one, words) for one in collections[:COLLECTIONS_SHOWN]]
    if len(collections) > COLLECTIONS_SHOWN:
        lines.append(words.and_more.format(number=words.number(len(collections) - COLLECTIONS_SHOWN)))
    yield from _listed(words.can_search, lines or [words.no_notes_yet])


def _collection(one: CollectionStatus, words: Wording) -> str:
    notes = words.counted(words.notes, one.documents)
    read = f" · {words.up_to_date.format(moment=words.minute(one.last_scan))}" if one.last_scan else ""
    return f"• {plain(one.name, NAME_LIMIT)}: {notes}{read}"


def _asked(question: PastQuestion, words: Wording) -> str:
    return f"• {plain(question.text, LINE_LIMIT)} · {words.day(question.at)}"


def _digest(times: DigestTimes | None, words: Wording) -> Iterator[Block]:
    if times is not None:
        following = _slot(times.following, words.next_digest, words) or words.no_next_digest
        last = _slot(times.last, words.last_digest, words) or words.no_last_digest
        zone = plain(times.zone, NAME_LIMIT)
        yield context(words.digest_times.format(following=following, last=last, zone=zone))


def _figures(figures: Figures, words: Wording) -> Iterator[Block]:
    yield {"type": "divider"}
    yield {"type": "header", "text": plain_object(words.for_admins)}
    yield from _listed(words.health, [_check(name, check, words) for name, check in figures.health.items()])
    yield from _listed(words.usage, [f"• {line}" for line in _counts(figures.counts, words)])
    settings = [f"• `{plain(name, NAME_LIMIT)}`: {plain(value, LINE_LIMIT)}" for name, value in figures.settings]
    yield from _listed(words.settings, settings)


def _check(name: str, check: Check, words: Wording) -> str:
    sign = ":white_check_mark:" if check.ok else ":x:"
    return f"• {sign} {plain(name, NAME_LIMIT)}: {plain(remark(check.detail, words), LINE_LIMIT)}"


def _counts(counts: Counts | None, words: Wording) -> Iterator[str]:
    if counts is None:
        yield f":x: {words.no_counts}"
        return
    usage, verdicts, number = counts.usage, counts.verdicts, words.number
    yield words.questions_asked.format(
        questions=number(usage.questions), people=number(usage.people), without=number(usage.without_answer)
    )
    yield words.open_questions.format(number=number(counts.unanswered))
    yield words.verdicts.format(
        helpful=number(verdicts.helpful),
        not_helpful=number(verdicts.not_helpful),
        with_reason=number(verdicts.with_reason),
    )


def _own_data(words: Wording) -> list[Block]:
    confirm = {
        "title": plain_object(words.sure_to_delete),
        "text": plain_object(words.what_is_deleted),
        "confirm": plain_object(words.delete),
        "deny": plain_object(words.keep),
        "style": "danger",
    }
    return actions([{**button(words.delete_my_data, "forget_me", "me"), "style": "danger", "confirm": confirm}])


def _slot(name: str, form: str, words: Wording) -> str:
    """`2026-12-07T09:00` for people; empty where there is none."""
    return form.format(moment=words.minute(datetime.fromisoformat(name))) if name else ""
