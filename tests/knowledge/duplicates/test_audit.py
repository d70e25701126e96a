"""The audit over a real index: what is found, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.duplicates import AuditOptions, Auditor, Kind
from knowledge.errors import CollectionNotFound, QueryError
from knowledge.store import SqliteStore
from knowledge.types import Viewer
from tests.knowledge.duplicates.auditing import alike, audit, pairs
from tests.knowledge.duplicates.builders import at_cosine, direction, library, passage, put, ref


@pytest.mark.promise("two-notes-that-repeat-each-other-are-found")
async def test_two_notes_are_found_whose_passages_are_alike_in_any_order(store: SqliteStore, tmp_path: Path) -> None:
    await put(store, "a.md", [passage(1), passage(2)], [direction(1), direction(2)])
    await put(store, "b.md", [passage(3), passage(4)], [at_cosine(2, 0.98), at_cosine(1, 0.96)])
    await put(store, "c.md", [passage(5)], [direction(5)])
    found = await audit(store, tmp_path)
    assert (found.documents, found.chunks, found.pairs, pairs(found)) == (3, 5, 2, [("a.md", "b.md")])
    (cluster,) = found.clusters
    assert [(match.left, match.right) for match in cluster.matches] == [(1, 0), (0, 1)]
    assert cluster.min_similarity == pytest.approx(0.96, abs=1e-6)
    assert cluster.mean_similarity == pytest.approx(0.97, abs=1e-6)
    assert [member.char_coverage for member in cluster.members] == [1, 1]


@pytest.mark.promise("two-notes-that-repeat-each-other-are-found")
async def test_notes_of_two_collections_are_compared(store: SqliteStore, tmp_path: Path) -> None:
    await put(store, "a.md", [passage(1)], [direction(1)])
    await put(store, "a.md", [passage(2)], [at_cosine(1, 0.97)], collection="wiki")
    found = await audit(store, tmp_path, "handbook", "wiki")
    assert pairs(found) == [("a.md", "a.md")]
    assert found.clusters[0].members[1].ref == ref("a.md", "wiki")
    assert found.clusters[0].members[1].url == "https://notes.example/a.md#L1"
    assert pairs(await audit(store, tmp_path, "handbook", "wiki", collections=("wiki",))) == []


@pytest.mark.promise("both-notes-must-be-covered")
async def test_a_quotation_inside_a_long_note_is_no_duplicate(store: SqliteStore, tmp_path: Path) -> None:
    await put(store, "short.md", [passage(1)], [direction(1)])
    await put(
        store, "long.md", [passage(seed) for seed in (11, 12, 13)], [at_cosine(1, 0.99), direction(12), direction(13)]
    )
    found = await audit(store, tmp_path)
    assert (found.pairs, found.clusters) == (1, ())


@pytest.mark.promise("both-notes-must-be-covered")
async def test_matched_characters_count_as_well_as_matched_passages(store: SqliteStore, tmp_path: Path) -> None:
    seeds = range(1, 6)
    long_own = [passage(seed, 10) for seed in range(1, 5)] + [passage(5, 400)]
    await put(store, "a.md", long_own, [direction(seed) for seed in seeds])
    vectors = [*(at_cosine(seed, 0.97) for seed in range(1, 5)), direction(99)]
    await put(store, "b.md", [passage(seed + 500, 10) for seed in seeds], vectors)
    found = await audit(store, tmp_path)
    assert found.pairs == 4  # of five passages, but a small part of the text of a.md
    assert found.clusters == ()


@pytest.mark.promise("both-notes-must-be-covered")
async def test_exactly_the_coverage_is_enough(store: SqliteStore, tmp_path: Path) -> None:
    seeds = range(1, 6)
    await put(store, "a.md", [f"{seed}" * 100 for seed in seeds], [direction(seed) for seed in seeds])
    vectors = [*(at_cosine(seed, 0.97) for seed in range(1, 5)), direction(99)]
    await put(store, "b.md", [f"{seed + 5}"[-1] * 99 + "x" for seed in seeds], vectors)
    assert pairs(await audit(store, tmp_path, coverage=0.8)) == [("a.md", "b.md")]
    assert pairs(await audit(store, tmp_path, coverage=0.81)) == []


@pytest.mark.promise("a-chain-makes-no-third-pair")
async def test_a_chain_never_makes_a_pair_of_its_ends(store: SqliteStore, tmp_path: Path) -> None:
    await put(store, "a.md", [passage(1)], [at_cosine(1, 0.96)])
    await put(store, "b.md", [passage(2)], [direction(1)])
    await put(store, "c.md", [passage(3)], [at_cosine(1, 0.96, other=77)])
    assert sorted(pairs(await audit(store, tmp_path))) == [("a.md", "b.md"), ("b.md", "c.md")]


@pytest.mark.promise("ids-and-order-never-change")
async def test_ids_and_order_stay_and_ids_outlive_a_changed_text(store: SqliteStore, tmp_path: Path) -> None:
    await alike(store, "a.md", "b.md", range(1, 3), cosine=0.96)
    await alike(store, "c.md", "d.md", range(3, 5), cosine=0.99)
    first, again = await audit(store, tmp_path), await audit(store, tmp_path)
    assert first == again
    assert pairs(first) == [("c.md", "d.md"), ("a.md", "b.md")]
    await put(store, "c.md", [passage(3), passage(4) + " More."], [direction(3), direction(4)])
    changed = await audit(store, tmp_path)
    assert [cluster.id for cluster in changed.clusters] == [cluster.id for cluster in first.clusters]
    assert changed.clusters[0].members[0].content_hash != first.clusters[0].members[0].content_hash
    assert len({cluster.id for cluster in first.clusters}) == 2


@pytest.mark.promise("copies-are-found-by-their-words-too")
async def test_a_copy_is_found_before_it_has_vectors(store: SqliteStore, tmp_path: Path) -> None:
    text = passage(1, 60)
    await put(store, "a.md", [text])
    await put(store, "b.md", [text + " One word more."])
    found = await audit(store, tmp_path)
    assert pairs(found) == [("a.md", "b.md")]
    assert (found.clusters[0].kind, found.clusters[0].min_similarity) == (Kind.COPY, None)
    assert found.freshness.unembedded_chunks == 2
    assert any("2 passages have no vector yet" in warning for warning in found.warnings)


@pytest.mark.promise("copies-are-found-by-their-words-too")
async def test_a_copy_is_found_whose_vectors_do_not_tell(store: SqliteStore, tmp_path: Path) -> None:
    text = passage(1, 60)
    await put(store, "a.md", [text], [direction(1)])
    await put(store, "b.md", [text + " One word more."], [direction(2)])
    found = await audit(store, tmp_path)
    assert (found.pairs, pairs(found), found.clusters[0].min_similarity) == (0, [("a.md", "b.md")], None)


@pytest.mark.promise("siblings-and-versions-fold-into-families")
async def test_editions_fold_into_one_family_and_copies_come_first(store: SqliteStore, tmp_path: Path) -> None:
    text = passage(1, 60)
    for version in ("1.0", "1.1", "2.0"):
        await put(store, f"{version}/page.md", [f"{text} {version}"], title="Page")
    copied = passage(2, 60)
    await put(store, "x/policy.md", [copied], title="Policy")
    await put(store, "y/policy.md", [copied + " 28."], title="Policy")
    found = await audit(store, tmp_path)
    assert [cluster.kind.value for cluster in found.clusters] == ["copy", "version", "version", "version"]
    (family,) = found.families
    assert [member.path for member in family.members] == ["1.0/page.md", "1.1/page.md", "2.0/page.md"]
    assert {cluster.family for cluster in found.clusters} == {None, family.name}
    assert family.clusters == 3


async def test_the_prefix_names_folders_and_notes_and_ends_at_their_border(
    store: SqliteStore, tmp_path: Path
) -> None:
    await alike(store, "hr/a.md", "hr/b.md", range(1, 3))
    await alike(store, "hr-old/a.md", "hr/deep/b.md", range(3, 5))
    for prefix in ("hr", "hr/", "handbook/hr"):
        found = await audit(store, tmp_path, prefix=prefix)
        assert (found.documents, pairs(found)) == (3, [("hr/a.md", "hr/b.md")])
    assert (await audit(store, tmp_path, prefix="hr/a.md")).documents == 1


async def test_a_higher_threshold_finds_less(store: SqliteStore, tmp_path: Path) -> None:
    await alike(store, "a.md", "b.md", range(1, 3), cosine=0.97)
    assert len((await audit(store, tmp_path, threshold=0.96)).clusters) == 1
    assert len((await audit(store, tmp_path, threshold=0.98)).clusters) == 0


@pytest.mark.parametrize("value", [0.0, -1.0, 1.01, float("nan"), float("inf")])
def test_shares_outside_their_range_are_refused(value: float) -> None:
    with pytest.raises(QueryError, match="threshold"):
        AuditOptions(threshold=value)
    with pytest.raises(QueryError, match="coverage"):
        AuditOptions(coverage=value)


async def test_an_unknown_collection_is_named_with_those_that_exist(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(CollectionNotFound, match="kitchen") as raised:
        await audit(store, tmp_path, collections=("kitchen",))
    assert "handbook" in raised.value.hint


async def test_only_what_the_viewer_may_see_is_compared(store: SqliteStore, tmp_path: Path) -> None:
    await alike(store, "a.md", "b.md", range(1, 3))
    await put(store, "c.md", [passage(1)], [at_cosine(1, 0.99, other=5)], collection="secret")
    named = library(tmp_path, "handbook", "secret")
    closed = type(named)(
        collections=(
            named.collections[0],
            type(named.collections[1])(name="secret", root=tmp_path / "secret", users=frozenset({"U1"})),
        )
    )
    found = await Auditor(closed, store).audit(AuditOptions(), viewer=Viewer(shared=True))
    assert {member.ref.collection for cluster in found.clusters for member in cluster.members} == {"handbook"}
    assert found.documents == 2
