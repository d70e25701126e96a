"""Who may see a collection, where several workspaces are served."""

from pathlib import Path

import pytest

from knowledge.collections import Collection
from knowledge.types import OPERATOR, Viewer

LAB = Collection(name="lab", root=Path("/notes"), channels=frozenset({"lab"}), workspaces=frozenset({"T1"}))
OURS = Collection(name="ours", root=Path("/notes"), users=frozenset({"U1"}), workspaces=frozenset({"T1"}))
ALL = Collection(name="all", root=Path("/notes"))


@pytest.mark.promise("workspaces-share-nothing")
@pytest.mark.parametrize("workspace", ["T2", ""])
def test_the_same_channel_or_person_in_another_workspace_is_another_one(workspace: str) -> None:
    there = Viewer(user="U1", channels=frozenset({"lab"}), workspace=workspace)
    assert [one.name for one in (LAB, OURS, ALL) if one.visible_to(there)] == ["all"]


def test_in_its_workspace_a_collection_is_seen_as_ever() -> None:
    in_lab = Viewer(user="U1", channels=frozenset({"lab"}), workspace="T1")
    directly = Viewer(user="U2", workspace="T1")
    assert [one.name for one in (LAB, OURS, ALL) if one.visible_to(in_lab)] == ["lab", "ours", "all"]
    assert [one.name for one in (LAB, OURS, ALL) if one.visible_to(directly)] == ["all"]


def test_the_operator_sees_those_of_all_workspaces() -> None:
    assert LAB.visible_to(OPERATOR)
