"""One place settings come from, and what that place calls each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """What one place says.

    `values` maps a section to its keys; `names` maps (section, key) to the place's own name for it, where that is
    not `section.key`; `problems` are finished lines about what could not be read.
    """

    place: str
    values: Mapping[str, object] = field(default_factory=dict)
    names: Mapping[tuple[str, str], str] = field(default_factory=dict)
    problems: tuple[str, ...] = ()

    def holds(self, section: str, key: str | None) -> bool:
        """Whether this place sets the key, or anything of the section where `key` is None."""
        values = self.values.get(section)
        # [[collections]] come from one place as a whole.
        return values is not None and (key is None or not isinstance(values, dict) or key in values)

    def name(self, section: str, key: str | None) -> str:
        """What the place itself calls a key, for the reader who looks for it there."""
        if key is None:
            return section
        return self.names.get((section, key), f"{section}.{key}")
