"""Notes that hang together: siblings of one pattern, editions of one page, told in one row."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from knowledge.duplicates.values import Cluster, Family, Kind
from knowledge.types import NoteRef

FOLDED = (Kind.VERSION, Kind.TEMPLATE)  # a copy is always told by itself
FEWEST = 3  # notes of a family: two are a pair


class Groups:
    """Numbers that were joined, directly or by others (union-find)."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def join(self, left: int, right: int) -> None:
        """Put the two, and all that hang on them, into one group."""
        self._above[self.group(left)] = self.group(right)

    def group(self, number: int) -> int:
        """The number that stands for the group."""
        while self._above[number] != number:
            self._above[number] = self._above[self._above[number]]
            number = self._above[number]
        return number


def with_families(clusters: Sequence[Cluster]) -> tuple[tuple[Cluster, ...], tuple[Family, ...]]:
    """The clusters with the names of their families, and the families, in the order of their first cluster."""
    families: list[Family] = []
    named: dict[str, str] = {}
    for kind in FOLDED:
        for members, own in _components([cluster for cluster in clusters if cluster.kind is kind]):
            if len(members) >= FEWEST:
                families.append(Family(name=_name(kind, members), kind=kind, members=members, clusters=len(own)))
                named.update((cluster.id, families[-1].name) for cluster in own)
    placed = tuple(replace(cluster, family=named.get(cluster.id)) for cluster in clusters)
    order = {name: at for at, name in reversed([*enumerate(cluster.family for cluster in placed)])}
    return placed, tuple(sorted(families, key=lambda family: order[family.name]))


def _components(clusters: Iterable[Cluster]) -> Iterable[tuple[tuple[NoteRef, ...], list[Cluster]]]:
    numbers: dict[NoteRef, int] = {}
    listed = list(clusters)
    for cluster in listed:
        for member in cluster.members:
            numbers.setdefault(member.ref, len(numbers))
    groups = Groups(len(numbers))
    for cluster in listed:
        left, right = cluster.members
        groups.join(numbers[left.ref], numbers[right.ref])
    own: defaultdict[int, list[Cluster]] = defaultdict(list)
    for cluster in listed:
        own[groups.group(numbers[cluster.members[0].ref])].append(cluster)
    members: defaultdict[int, list[NoteRef]] = defaultdict(list)
    for ref, number in numbers.items():
        members[groups.group(number)].append(ref)
    return [(tuple(sorted(members[group])), clusters) for group, clusters in own.items()]


def _name(kind: Kind, members: Sequence[NoteRef]) -> str:
    paths = "\0".join(f"{ref.collection}\0{ref.path}" for ref in members)
    return f"{kind}-{hashlib.sha256(paths.encode()).hexdigest()[:12]}"
