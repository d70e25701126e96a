"""What every store must do. A new store inherits the class and gives it a `store` fixture."""

from __future__ import annotations

from tests.knowledge.store.contract_filters import FilterContract
from tests.knowledge.store.contract_notes import BookkeepingContract, PuttingContract
from tests.knowledge.store.contract_searching import PlaceContract, ScopeContract, TermContract
from tests.knowledge.store.contract_vectors import VectorContract


class StoreContract(
    PuttingContract, BookkeepingContract, VectorContract, TermContract, ScopeContract, PlaceContract, FilterContract
):
    """All of it."""
