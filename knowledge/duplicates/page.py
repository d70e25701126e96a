"""An audit as one HTML file that needs nothing beside it: differences side by side, no script, nothing loaded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from html import escape
from importlib.resources import files

from knowledge.duplicates.report import Row, Showing, drift_of, patterns, rows, strongest
from knowledge.duplicates.values import Audit, Change, Cluster, Drift, Family, Kind, Member
from knowledge.types import NoteRef

CHANGES_OPEN = 12  # shown at once; the others on a click
CHANGES = 200
VALUES = 12
_SAFE_LINKS = ("https://", "http://")


def page(audit: Audit, showing: Showing) -> str:
    """The whole report; `limit` counts rows. Every text of a note is escaped."""
    found = rows(audit)
    shown = found[: showing.limit]
    parts = [
        f"<h1>{_headline(len(found))}</h1>",
        f'<p class="soft">{_compared(audit)} {_counted(len(shown), len(found))}</p>',
        *_warnings(audit),
        *(_article(number, row, audit, showing) for number, row in enumerate(shown, start=1)),
        *_built_alike(patterns(audit), showing.limit),
        *_stubs(audit),
        f"<footer>{_settings(audit)} These are leads for people: nothing was changed.</footer>",
    ]
    css = files("knowledge.duplicates").joinpath("page.css").read_text(encoding="utf-8")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{_headline(len(found))}</title>\n<style>\n{css}</style>\n</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    )


def _headline(count: int) -> str:
    return (
        "No duplicates found" if not count else "1 lead to look at" if count == 1 else f"{count:,} leads to look at"
    )


def _compared(audit: Audit) -> str:
    return (
        f"{audit.documents:,} notes and {audit.chunks:,} passages were compared; {audit.pairs:,} pairs of passages "
        "are alike."
    )


def _counted(shown: int, found: int) -> str:
    return f"Showing {shown:,} of {found:,}." if found else ""


def _settings(audit: Audit) -> str:
    options = audit.options
    return f"Similarity from {options.threshold:g}, coverage of both notes from {options.coverage:.0%}."


def _warnings(audit: Audit) -> Iterator[str]:
    if audit.warnings:
        first = ["Nothing was found, but the result is inconclusive."] if audit.inconclusive else []
        yield f'<div class="warnings">{_paragraphs([*first, *audit.warnings])}</div>'


def _paragraphs(lines: Iterable[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def _article(number: int, row: Row, audit: Audit, showing: Showing) -> str:
    cluster = row.cluster
    left, right = cluster.members
    drift = drift_of(audit, cluster)
    kind = f'<span class="kind">{cluster.kind.value}</span>'
    parts = [
        f'<header><span class="number">{number}</span> {kind} <span>{escape(cluster.reason)}</span></header>',
        *_family(row.family),
        f'<div class="pair members">{_member(left, right)}{_member(right, left)}</div>',
        *_values(drift),
        *_changes(drift),
        *_evidence(cluster, audit, showing),
    ]
    return f'<article id="{cluster.id}">\n' + "\n".join(parts) + "\n</article>"


def _family(family: Family | None) -> Iterator[str]:
    if family:
        what = "editions of one page" if family.kind is Kind.VERSION else "notes of one pattern"
        names = "".join(f"<li><code>{escape(_place(ref))}</code></li>" for ref in family.members)
        yield (
            f"<details><summary>{len(family.members):,} {what}; the strongest pair is shown</summary>"
            f'<ul class="notes">{names}</ul></details>'
        )


def _member(member: Member, other: Member) -> str:
    later = bool(member.updated and other.updated and member.updated > other.updated)
    changed = f"last changed {_day(member.updated)}{', the later one' if later else ''}" if member.updated else ""
    mark = ' class="later"' if later else ""
    return (
        f"<div><h3>{_link(member.title, member.url)}</h3><code>{escape(_place(member.ref))}</code>"
        f"<small{mark}>{changed}</small>"
        f"<small>{member.char_coverage:.0%} of its text is in the other note "
        f"({member.matched_chunks} of {member.total_chunks} passages)</small></div>"
    )


def _link(title: str, url: str | None) -> str:
    if url and url.startswith(_SAFE_LINKS):
        return f'<a href="{escape(url)}" rel="noreferrer">{escape(title)}</a>'
    return escape(title)


def _place(ref: NoteRef) -> str:
    return f"{ref.collection}/{ref.path}"


def _day(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d}"


def _values(drift: Drift) -> Iterator[str]:
    if drift.values:
        told = "".join(f"<li>{escape(one.left)} ↔ {escape(one.right)}</li>" for one in drift.values[:VALUES])
        rest = len(drift.values) - VALUES
        yield f'<ul class="values">{told}{f"<li>and {rest:,} more</li>" if rest > 0 else ""}</ul>'


def _changes(drift: Drift) -> Iterator[str]:
    if not drift.changes:
        yield '<p class="soft">No sentence differs.</p>'
        return
    yield from map(_change, drift.changes[:CHANGES_OPEN])
    more = drift.changes[CHANGES_OPEN:CHANGES]
    if more:
        yield f"<details><summary>{len(drift.changes) - CHANGES_OPEN:,} more differences</summary>"
        yield from map(_change, more)
        left_out = len(drift.changes) - CHANGES
        yield (f"<p>and {left_out:,} more</p>" if left_out > 0 else "") + "</details>"


def _change(change: Change) -> str:
    values = {value.left for value in change.values}, {value.right for value in change.values}
    left = _side(change.left, change.left_marks, values[0], "left", only=not change.right)
    right = _side(change.right, change.right_marks, values[1], "right", only=not change.left)
    return f'<div class="pair change">{left}{right}</div>'


def _side(text: str, marks: Sequence[tuple[int, int]], values: set[str], name: str, *, only: bool) -> str:
    if not text:
        return '<div class="side none">not in this note</div>'
    if only:
        return f'<div class="side {name}">{escape(text)}</div>'
    pieces: list[str] = []
    told = 0
    for start, end in marks:
        told_apart = ' class="value"' if any(value.find(text[start:end]) >= 0 for value in values) else ""
        pieces.append(f"{escape(text[told:start])}<mark{told_apart}>{escape(text[start:end])}</mark>")
        told = end
    return f'<div class="side {name}">{"".join(pieces)}{escape(text[told:])}</div>'


def _evidence(cluster: Cluster, audit: Audit, showing: Showing) -> Iterator[str]:
    told = [
        f'<p class="soft">{"the same words" if match.similarity is None else f"similarity {match.similarity:.4f}"}: '
        f"passage {match.left + 1} and passage {match.right + 1}</p>"
        f'<div class="pair"><div class="side">{escape(left)}</div><div class="side">{escape(right)}</div></div>'
        for match, left, right in strongest(cluster, audit.notes, showing)
    ]
    if told:
        yield f"<details><summary>The strongest passages</summary>{''.join(told)}</details>"


def _built_alike(found: Sequence[Row], limit: int) -> Iterator[str]:
    if found:
        yield "<h2>Built alike about different subjects</h2>"
        yield '<p class="soft">Notes that follow one pattern repeat words and are no duplicates.</p>'
        lines = "".join(f"<li>{_pattern(row)}</li>" for row in found[:limit])
        rest = len(found) - limit
        yield f'<ul class="notes">{lines}{f"<li>and {rest:,} more</li>" if rest > 0 else ""}</ul>'


def _pattern(row: Row) -> str:
    refs = row.family.members if row.family else tuple(member.ref for member in row.cluster.members)
    names = "".join(f"<li><code>{escape(_place(ref))}</code></li>" for ref in refs)
    return f'{escape(row.cluster.reason)} <small>{len(refs):,} notes</small><ul class="notes">{names}</ul>'


def _stubs(audit: Audit) -> Iterator[str]:
    count = sum(cluster.kind is Kind.STUB for cluster in audit.clusters)
    if count:
        pairs = "1 pair of notes that hold" if count == 1 else f"{count:,} pairs of notes that hold"
        yield f'<p class="soft">Hidden: {pairs} hardly more than headings. The JSON report has them.</p>'
