"""How notes are cut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Strategy = Literal["structure", "paragraph", "fixed", "semantic"]
MIN_TOKENS = 32  # below, a heading and a sentence do not fit together


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkingOptions:
    """Sizes are in tokens of the embedder, context included. `overlap` is a share of the target."""

    strategy: Strategy = "structure"
    target_tokens: int = 320
    max_tokens: int = 450
    overlap: float = 0.15

    def __post_init__(self) -> None:
        """Refuse sizes that no text can meet."""
        if not MIN_TOKENS <= self.target_tokens <= self.max_tokens:
            raise ValueError(
                f"target_tokens must be at least {MIN_TOKENS} and at most max_tokens; "
                f"found {self.target_tokens} and {self.max_tokens}"
            )
        if not 0 <= self.overlap <= 0.5:  # noqa: PLR2004 - half: more would repeat every sentence twice
            raise ValueError(f"overlap must be between 0 and 0.5; found {self.overlap}")

    @property
    def context_tokens(self) -> int:
        """The most that a heading path may take, and the most for a repeated table header."""
        return self.max_tokens // 4
