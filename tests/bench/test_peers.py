"""How two rankings are compared."""

from tests.bench.peers import RankBM25, agreement


def test_the_same_chunks_in_another_order_agree() -> None:
    assert agreement([2, 1], {1: 3.0, 2: 2.0, 3: 1.0}, 2) == 1.0


def test_a_chunk_with_the_score_of_the_last_one_counts_as_that_one() -> None:
    assert agreement([1, 3], {1: 3.0, 2: 2.0, 3: 2.0}, 2) == 1.0


def test_a_weaker_chunk_among_the_best_costs_its_share() -> None:
    assert agreement([1, 3], {1: 3.0, 2: 2.0, 3: 1.0}, 2) == 0.5


def test_a_list_that_stops_short_costs_what_is_missing() -> None:
    assert agreement([1], {1: 3.0, 2: 2.0}, 2) == 0.5


def test_nothing_found_agrees_only_with_nothing() -> None:
    assert (agreement([], {}, 10), agreement([1], {}, 10)) == (1.0, 0.0)


def test_the_peer_leaves_out_what_shares_no_term() -> None:
    peer = RankBM25({7: ["tea"], 8: ["coffee"], 9: ["milk"]})
    assert peer.best(["tea"], 10) == [7]
