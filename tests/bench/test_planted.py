"""The planted corpus holds what it says, and the audit finds just that."""

from pathlib import Path

import numpy as np
import pytest

from knowledge.collections import Collection, Library
from knowledge.duplicates import AuditOptions, Auditor
from tests.bench.duplicates import correctness
from tests.bench.duplicates_growth import InMemory
from tests.bench.planted import COLLECTION, Pair, Plan, Planter, snapshot

SMALL = Plan(documents=260, chunks=700, dimension=64, copies=20, partial=10, chains=3, near=10)


def test_the_corpus_has_the_planned_size_and_unit_vectors() -> None:
    planted = Planter(SMALL).plant()
    assert (len(planted.texts), planted.chunks) == (SMALL.documents, SMALL.chunks)
    lengths = np.linalg.norm(snapshot(planted).vectors, axis=1)
    np.testing.assert_allclose(lengths, 1, atol=1e-6)


def test_the_same_seed_makes_the_same_corpus() -> None:
    first, again = Planter(SMALL).plant(), Planter(SMALL).plant()
    assert first.texts == again.texts
    np.testing.assert_array_equal(snapshot(first).vectors, snapshot(again).vectors)


@pytest.mark.promise("two-notes-that-repeat-each-other-are-found")
@pytest.mark.promise("a-chain-makes-no-third-pair")
@pytest.mark.promise("both-notes-must-be-covered")
async def test_every_planted_copy_is_found_and_no_shared_part_or_end_of_a_chain(tmp_path: Path) -> None:
    planted = Planter(SMALL).plant()
    library = Library(collections=(Collection(name=COLLECTION, root=tmp_path),))
    audit = await Auditor(library, InMemory(snapshot(planted))).audit(AuditOptions())  # type: ignore[arg-type]
    found = {row["planted"]: (row["pairs"], row["found"]) for row in correctness(planted, audit).rows}
    assert found == {
        "copies": (20, 20),
        "partly shared": (10, 0),
        "chains, both links": (6, 6),
        "chains, the ends": (3, 0),
        "near misses": (10, 0),
        "nothing": (0, 0),
    }
    assert all(len(Pair(member.ref.path for member in cluster.members)) == 2 for cluster in audit.clusters)
