"""A digest as messages, and two notes side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.blocks.message import Block, Message, actions, button, context, pack, section
from bot.blocks.notes import named
from bot.digest.composing import Digest, Pair, Unanswered
from bot.digest.memory import Reported
from bot.text import plain
from knowledge.duplicates import Change, Comparison, Drift, Kind, Member
from knowledge.types import NoteRef

FIRST_PAIRS = 8  # in the channel; the others follow in the thread
PAIRS_A_MESSAGE = 15
VALUES = 3  # exchanged numbers, dates and names that a row names
VALUE_LIMIT = 60
RESOLVED_SHOWN = 20
SENTENCE_LIMIT = 600  # characters of each sentence side by side
CHANGES = 30  # places where two notes differ that a modal shows
BEGINNING_LIMIT = 1_200  # characters of each whole text
MODAL_TITLE = "What differs"
_KINDS = {
    Kind.COPY: "One text in two places",
    Kind.OVERLAP: "Much the same content",
    Kind.VERSION: "Two versions of one page",
    Kind.TEMPLATE: "Two pages of one pattern",
    Kind.STUB: "Hardly any text",
}


def digest_messages(digest: Digest, *, late: bool) -> tuple[Message, ...]:
    """The message for the channel first, then those for its thread. `late`: its time had passed already.

    Buttons: `duplicate_compare`, `duplicate_dismiss` and `duplicate_snooze` with the pair's id as value,
    `question_resolved` with the question's.
    """
    headline = _headline(digest)
    pairs = [*(_row(pair, new=True) for pair in digest.new), *(_row(pair, new=False) for pair in digest.open)]
    head: list[Block] = [section(f"*{headline}*"), *_remarks(digest, late=late)]
    first = [*head, *_flat(pairs[:FIRST_PAIRS]), *_more(len(pairs) - FIRST_PAIRS)]
    rest = [pairs[at : at + PAIRS_A_MESSAGE] for at in range(FIRST_PAIRS, len(pairs), PAIRS_A_MESSAGE)]
    tail = [*_resolved(digest.resolved), *_unanswered(digest.unanswered)]
    threads = [part for each in rest for part in pack(_flat(each))] + pack(tail)
    start, *overflow = pack(first)
    return (
        Message(text=headline, blocks=start),
        *(Message(text=f"{headline}, continued", blocks=part) for part in (*overflow, *threads)),
    )


def comparison_view(compared: Comparison) -> Block:
    """A modal with two notes side by side: where they differ, then how each begins."""
    return {
        "type": "modal",
        "title": {"type": "plain_text", "text": MODAL_TITLE},
        "close": {"type": "plain_text", "text": "Close"},
        "blocks": list(_comparison(compared)),
    }


def comparison_message(compared: Comparison) -> tuple[Message, ...]:
    """The same as messages, for where no modal can be opened."""
    return tuple(Message(text=MODAL_TITLE, blocks=part) for part in pack(_comparison(compared)))


def _comparison(compared: Comparison) -> Iterator[Block]:
    sides, drift = (compared.left, compared.right), compared.drift
    yield section("\n".join(named(side.title, side.ref, side.url, side.updated) for side in sides))
    for change in drift.changes[:CHANGES]:
        yield _beside(change.left or "(only in the other)", change.right or "(only in the other)", SENTENCE_LIMIT)
    yield from _rest(len(drift.changes) - CHANGES)
    if drift.changes:
        yield context("How they begin:")
        yield _beside(compared.left.beginning, compared.right.beginning, BEGINNING_LIMIT)
    else:
        yield section("Both say the same, word for word.")


def what_differs(drift: Drift) -> str:
    """The exchanged numbers, dates and names of two notes, else the first sentence that differs; mrkdwn."""
    if drift.values:
        named_values = [
            f"“{plain(value.left, VALUE_LIMIT)}” against “{plain(value.right, VALUE_LIMIT)}”"
            for value in drift.values[:VALUES]
        ]
        more = len(drift.values) - VALUES
        return ", ".join(named_values) + (f" and {more} more" if more > 0 else "")
    if drift.changes:
        return _first_difference(drift.changes[0])
    return "nothing: word for word the same"


def _headline(digest: Digest) -> str:
    counts = [f"{len(digest.new)} new", f"{len(digest.open)} still open"]
    counts += [f"{len(digest.resolved)} resolved"] if digest.resolved else []
    duplicates = f"Duplicate notes: {', '.join(counts)}" if digest.new or digest.open or digest.resolved else ""
    questions = len(digest.unanswered)
    asked = f"{questions} {'question' if questions == 1 else 'questions'} without an answer" if questions else ""
    return ". ".join(part for part in (duplicates, asked) if part) or "No duplicate notes"


def _remarks(digest: Digest, *, late: bool) -> Iterator[Block]:
    if late:
        yield context(f"This is the digest of {digest.slot.replace('T', ', ')}. I was not running then.")
    if digest.alike:
        yield context(
            f"Not listed: {digest.alike} "
            f"{'group' if digest.alike == 1 else 'groups'} of pages that follow one pattern."
        )
    yield from (context(f":warning: {plain(warning, SENTENCE_LIMIT)}") for warning in digest.warnings)


def _row(pair: Pair, *, new: bool) -> list[Block]:
    cluster = pair.cluster
    state = "New" if new else f"Open since {plain(pair.since.partition('T')[0], VALUE_LIMIT)}"
    lines = [f"*{state}* · {_KINDS[cluster.kind].lower()}", *(_member(member) for member in cluster.members)]
    lines.append(f"What differs: {what_differs(pair.drift)}")
    remark = [context(plain(pair.came_back, SENTENCE_LIMIT))] if pair.came_back else []
    if pair.family and pair.family.clusters > 1:
        remark.append(
            context(f"Stands for {pair.family.clusters} such pairs among {len(pair.family.members)} notes.")
        )
    buttons = [
        button("Compare", "duplicate_compare", cluster.id),
        button("Dismiss", "duplicate_dismiss", cluster.id),
        button("Snooze 30 days", "duplicate_snooze", cluster.id),
    ]
    return [section("\n".join(lines)), *remark, *actions(buttons)]


def _member(member: Member) -> str:
    return named(member.title, member.ref, member.url, member.updated)


def _more(count: int) -> Iterator[Block]:
    if count > 0:
        yield context(f"{count} more in the thread.")


def _resolved(pairs: Sequence[Reported]) -> Iterator[Block]:
    if pairs:
        yield section("*Resolved since the last digest*")
        yield from (context(" and ".join(map(_place, pair.members))) for pair in pairs[:RESOLVED_SHOWN])
        yield from _rest(len(pairs) - RESOLVED_SHOWN)


def _rest(count: int) -> Iterator[Block]:
    if count > 0:
        yield context(f"... and {count} more.")


def _unanswered(questions: Sequence[Unanswered]) -> Iterator[Block]:
    if questions:
        yield section("*Asked, and the notes do not answer it*")
    for one in questions:
        yield section(f"“{plain(one.question, SENTENCE_LIMIT)}”, asked by {one.count} people")
        yield from actions([button("Resolved", "question_resolved", one.id)])


def _place(ref: NoteRef) -> str:
    return plain(f"{ref.collection}/{ref.path}", SENTENCE_LIMIT)


def _first_difference(change: Change) -> str:
    if change.left and change.right:
        return f"“{plain(change.left, VALUE_LIMIT * 2)}” against “{plain(change.right, VALUE_LIMIT * 2)}”"
    return f"only one has “{plain(change.left or change.right, VALUE_LIMIT * 2)}”"


def _beside(left: str, right: str, limit: int) -> Block:
    fields = [{"type": "mrkdwn", "text": plain(text, limit) or " ", "verbatim": True} for text in (left, right)]
    return {"type": "section", "fields": fields}


def _flat(rows: Sequence[Sequence[Block]]) -> list[Block]:
    return [block for row in rows for block in row]
