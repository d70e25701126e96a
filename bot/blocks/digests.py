"""A digest as messages, and two notes side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.blocks.message import Block, Message, actions, button, context, mrkdwn_object, pack, plain_object, section
from bot.blocks.notes import named
from bot.digest.composing import Digest, Pair, Unanswered
from bot.digest.memory import Reported
from bot.text import ENGLISH, Sentence, Wording, plain, remark
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
_KINDS: Mapping[Kind, Sentence] = {
    Kind.COPY: lambda words: words.digest.copy,
    Kind.OVERLAP: lambda words: words.digest.overlap,
    Kind.VERSION: lambda words: words.digest.version,
    Kind.TEMPLATE: lambda words: words.digest.template,
    Kind.STUB: lambda words: words.digest.stub,
}


def digest_messages(digest: Digest, *, late: bool, words: Wording = ENGLISH) -> tuple[Message, ...]:
    """The message for the channel first, then those for its thread. `late`: its time had passed already.

    Buttons: `duplicate_compare`, `duplicate_dismiss` and `duplicate_snooze` with the pair's id as value,
    `question_resolved` with the question's.
    """
    headline = _headline(digest, words)
    pairs = [
        *(_row(pair, words, new=True) for pair in digest.new),
        *(_row(pair, words, new=False) for pair in digest.open),
    ]
    head: list[Block] = [section(f"*{headline}*"), *_remarks(digest, words, late=late)]
    first = [*head, *_flat(pairs[:FIRST_PAIRS]), *_more(len(pairs) - FIRST_PAIRS, words)]
    rest = [pairs[at : at + PAIRS_A_MESSAGE] for at in range(FIRST_PAIRS, len(pairs), PAIRS_A_MESSAGE)]
    tail = [*_resolved(digest.resolved, words), *_unanswered(digest.unanswered, words)]
    threads = [part for each in rest for part in pack(_flat(each))] + pack(tail)
    start, *overflow = pack(first)
    return (
        Message(text=headline, blocks=start),
        *(
            Message(text=words.digest.continued.format(headline=headline), blocks=part)
            for part in (*overflow, *threads)
        ),
    )


def comparison_view(compared: Comparison, words: Wording = ENGLISH) -> Block:
    """A modal with two notes side by side: where they differ, then how each begins."""
    return {
        "type": "modal",
        "title": plain_object(words.digest.what_differs),
        "close": plain_object(words.close),
        "blocks": list(_comparison(compared, words)),
    }


def comparison_message(compared: Comparison, words: Wording = ENGLISH) -> tuple[Message, ...]:
    """The same as messages, for where no modal can be opened."""
    return tuple(Message(text=words.digest.what_differs, blocks=part) for part in pack(_comparison(compared, words)))


def _comparison(compared: Comparison, words: Wording) -> Iterator[Block]:
    sides, drift = (compared.left, compared.right), compared.drift
    yield section("\n".join(named(side.title, side.ref, side.url, side.updated, words) for side in sides))
    for change in drift.changes[:CHANGES]:
        yield _beside(
            change.left or words.digest.only_in_other, change.right or words.digest.only_in_other, SENTENCE_LIMIT
        )
    yield from _rest(len(drift.changes) - CHANGES, words)
    if drift.changes:
        yield context(words.digest.how_they_begin)
        yield _beside(compared.left.beginning, compared.right.beginning, BEGINNING_LIMIT)
    else:
        yield section(words.digest.word_for_word)


def what_differs(drift: Drift, words: Wording = ENGLISH) -> str:
    """The exchanged numbers, dates and names of two notes, else the first sentence that differs; mrkdwn."""
    if drift.values:
        named_values = [
            words.digest.against.format(left=plain(value.left, VALUE_LIMIT), right=plain(value.right, VALUE_LIMIT))
            for value in drift.values[:VALUES]
        ]
        more = len(drift.values) - VALUES
        listed = ", ".join(named_values)
        return words.digest.and_so_many.format(values=listed, number=words.number(more)) if more > 0 else listed
    if drift.changes:
        return _first_difference(drift.changes[0], words)
    return words.digest.nothing_differs


def _headline(digest: Digest, words: Wording) -> str:
    counted = [(words.digest.new_count, len(digest.new)), (words.digest.open_count, len(digest.open))]
    counted += [(words.digest.resolved_count, len(digest.resolved))] if digest.resolved else []
    counts = ", ".join(form.format(number=words.number(pairs)) for form, pairs in counted)
    pairs = words.digest.duplicates.format(counts=counts) if digest.new or digest.open or digest.resolved else ""
    asked = words.counted(words.digest.unanswered_count, len(digest.unanswered)) if digest.unanswered else ""
    return ". ".join(part for part in (pairs, asked) if part) or words.digest.no_duplicates


def _remarks(digest: Digest, words: Wording, *, late: bool) -> Iterator[Block]:
    if late:
        yield context(words.digest.late.format(slot=digest.slot.replace("T", ", ")))
    if digest.alike:
        yield context(words.counted(words.digest.not_listed, digest.alike))
    yield from (context(f":warning: {plain(remark(warning, words), SENTENCE_LIMIT)}") for warning in digest.warnings)


def _row(pair: Pair, words: Wording, *, new: bool) -> list[Block]:
    cluster = pair.cluster
    day = plain(pair.since.partition("T")[0], VALUE_LIMIT)
    state = words.digest.new if new else words.digest.open_since.format(date=day)
    lines = [f"*{state}* · {_KINDS[cluster.kind](words)}", *(_member(member, words) for member in cluster.members)]
    lines.append(words.digest.differs.format(what=what_differs(pair.drift, words)))
    remarks = [context(plain(remark(pair.came_back, words), SENTENCE_LIMIT))] if pair.came_back else []
    if pair.family and pair.family.clusters > 1:
        notes = words.number(len(pair.family.members))
        remarks.append(context(words.digest.family.format(pairs=words.number(pair.family.clusters), notes=notes)))
    buttons = [
        button(words.digest.compare, "duplicate_compare", cluster.id),
        button(words.digest.dismiss, "duplicate_dismiss", cluster.id),
        button(words.digest.snooze, "duplicate_snooze", cluster.id),
    ]
    return [section("\n".join(lines)), *remarks, *actions(buttons)]


def _member(member: Member, words: Wording) -> str:
    return named(member.title, member.ref, member.url, member.updated, words)


def _more(count: int, words: Wording) -> Iterator[Block]:
    if count > 0:
        yield context(words.digest.more_in_thread.format(number=words.number(count)))


def _resolved(pairs: Sequence[Reported], words: Wording) -> Iterator[Block]:
    if pairs:
        yield section(f"*{words.digest.resolved_since}*")
        yield from (context(_places(pair, words)) for pair in pairs[:RESOLVED_SHOWN])
        yield from _rest(len(pairs) - RESOLVED_SHOWN, words)


def _rest(count: int, words: Wording) -> Iterator[Block]:
    if count > 0:
        yield context(words.and_more.format(number=words.number(count)))


def _unanswered(questions: Sequence[Unanswered], words: Wording) -> Iterator[Block]:
    if questions:
        yield section(f"*{words.digest.unanswered}*")
    for one in questions:
        asked = plain(one.question, SENTENCE_LIMIT)
        yield section(words.digest.asked_by.format(question=asked, people=words.number(one.count)))
        yield from actions([button(words.resolve, "question_resolved", one.id)])


def _places(pair: Reported, words: Wording) -> str:
    first, second = map(_place, pair.members)
    return words.digest.both.format(first=first, second=second)


def _place(ref: NoteRef) -> str:
    return plain(f"{ref.collection}/{ref.path}", SENTENCE_LIMIT)


def _first_difference(change: Change, words: Wording) -> str:
    if change.left and change.right:
        left, right = (plain(text, VALUE_LIMIT * 2) for text in (change.left, change.right))
        return words.digest.against.format(left=left, right=right)
    return words.digest.only_one_has.format(text=plain(change.left or change.right, VALUE_LIMIT * 2))


def _beside(left: str, right: str, limit: int) -> Block:
    fields = [mrkdwn_object(plain(text, limit) or " ") for text in (left, right)]
    return {"type": "section", "fields": fields}


def _flat(rows: Sequence[Sequence[Block]]) -> list[Block]:
    return [block for row in rows for block in row]
