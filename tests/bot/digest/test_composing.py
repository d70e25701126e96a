"""What a digest says, after what was said before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.digest.composing import Digest, Past, compose, contents_of
from bot.digest.memory import Aside, Reported
from knowledge.duplicates import Audit, Family, Kind
from knowledge.types import NoteRef
from tests.bot.digest.values import LEFT, RIGHT, audit, pair

NOTHING = Past(reported={}, asides={})
CHANGED = RIGHT.replace("25", "24")


def composed(found: Audit, past: Past = NOTHING, *, slot: str = "2026-01-19T09:00", now: float = 1_000.0) -> Digest:
    return compose(found, past, slot=slot, channel="C1", now=now)


def after(digest: Digest, *asides: Aside) -> Past:
    """The past of the next digest."""
    reported = {one.id: one for one in digest.reported()}
    return Past(reported=reported, asides={aside.id: aside for aside in asides})


def dismissed(told: Reported, until: float | None = None) -> Aside:
    return Aside(id=told.id, contents=told.contents, until=until)


def ids(pairs: tuple[object, ...]) -> list[str]:
    return [getattr(one, "cluster", one).id for one in pairs]


@pytest.mark.promise("a-digest-tells-new-open-and-resolved")
def test_a_pair_is_new_once_then_open_then_resolved() -> None:
    first = composed(audit(pair("leave"), pair("travel")), slot="2026-01-12T09:00")
    second = composed(audit(pair("leave")), after(first))
    third = composed(audit(), after(second))
    assert (ids(first.new), ids(first.open), ids(first.resolved)) == (["leave", "travel"], [], [])
    assert (ids(second.new), ids(second.open), ids(second.resolved)) == ([], ["leave"], ["travel"])
    assert second.open[0].since == "2026-01-12T09:00"
    assert (ids(third.new), ids(third.open), ids(third.resolved)) == ([], [], ["leave"])


@pytest.mark.promise("a-digest-tells-new-open-and-resolved")
def test_nothing_is_called_resolved_while_notes_could_not_be_compared() -> None:
    first = composed(audit(pair("leave")))
    assert composed(audit(unembedded_chunks=3), after(first)).resolved == ()


def test_what_may_not_be_seen_there_now_is_kept_and_not_told() -> None:
    first = composed(audit(pair("leave")))
    hidden = replace(composed(audit()), withheld=tuple(first.reported()))
    assert hidden.resolved == ()
    assert ids(tuple(hidden.reported())) == ["leave"]


def test_open_pairs_alone_are_no_news() -> None:
    first = composed(audit(pair("leave")))
    assert first.has_news
    assert not composed(audit(pair("leave")), after(first)).has_news


def test_pages_of_one_pattern_are_counted_and_stubs_are_left_out() -> None:
    kinds = (Kind.OVERLAP, Kind.VERSION, Kind.TEMPLATE, Kind.STUB)
    digest = composed(audit(*(pair(kind.value, kind=kind) for kind in kinds)))
    assert (ids(digest.new), digest.alike) == (["overlap", "version"], 1)


@pytest.mark.promise("a-dismissed-pair-returns-when-its-notes-change")
def test_a_dismissed_pair_stays_away_until_one_of_its_notes_changes() -> None:
    first = composed(audit(pair("leave")))
    aside = dismissed(first.reported()[0])
    second = composed(audit(pair("leave")), after(first, aside))
    assert (second.new, second.open, second.resolved) == ((), (), ())
    third = composed(audit(pair("leave", right=CHANGED)), after(second, aside))
    assert ids(third.new) == ["leave"]
    assert "changed" in third.new[0].came_back
    fourth = composed(audit(pair("leave", right=CHANGED)), after(third, aside))
    assert (ids(fourth.open), fourth.open[0].came_back) == (["leave"], "")


@pytest.mark.promise("a-dismissed-pair-returns-when-its-notes-change")
def test_a_change_before_the_next_digest_brings_it_back_too() -> None:
    first = composed(audit(pair("leave")))
    aside = dismissed(first.reported()[0])
    second = composed(audit(pair("leave", right=CHANGED)), after(first, aside))
    assert ids(second.new) == ["leave"]


def test_a_snoozed_pair_returns_when_its_time_is_over() -> None:
    first = composed(audit(pair("leave")))
    aside = dismissed(first.reported()[0], until=2_000.0)
    assert composed(audit(pair("leave")), after(first, aside), now=1_999.0).new == ()
    back = composed(audit(pair("leave")), Past(reported={}, asides={"leave": aside}), now=2_000.0)
    assert "over" in back.new[0].came_back


def test_what_changes_no_word_brings_nothing_back() -> None:
    assert contents_of([LEFT, RIGHT]) == contents_of([f"\n\n{LEFT.upper()}", RIGHT.replace(" ", "  ")])
    assert contents_of([LEFT, RIGHT]) != contents_of([LEFT, CHANGED])


def family(*members: str) -> Family:
    refs = tuple(NoteRef(collection="handbook", path=path) for path in members)
    return Family(name="leave", kind=Kind.VERSION, members=refs, clusters=len(members) - 1)


def editions(*names: str, strongest: str) -> Audit:
    """Pairs of one family, the strongest first; each pair brings one edition."""
    ordered = sorted(names, key=lambda name: name != strongest)
    found = audit(*(pair(name, kind=Kind.VERSION) for name in ordered))
    clusters = tuple(replace(cluster, family="leave") for cluster in found.clusters)
    return replace(found, clusters=clusters, families=(family("leave.md", *names),))


@pytest.mark.promise("a-digest-tells-new-open-and-resolved")
def test_a_family_stays_open_when_another_of_its_pairs_becomes_the_strongest() -> None:
    first = composed(editions("a", "b", strongest="a"))
    second = composed(editions("a", "b", strongest="b"), after(first))
    assert (ids(first.new), ids(second.new), ids(second.open)) == (["a"], [], ["a"])


@pytest.mark.promise("a-dismissed-pair-returns-when-its-notes-change")
def test_a_dismissed_family_returns_when_a_note_joins_it() -> None:
    first = composed(editions("a", "b", strongest="a"))
    aside = dismissed(first.reported()[0])
    assert composed(editions("a", "b", strongest="b"), after(first, aside)).new == ()
    assert ids(composed(editions("a", "b", "c", strongest="c"), after(first, aside)).new) == ["a"]
