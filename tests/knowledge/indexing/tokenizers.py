"""Tokenizers that behave otherwise in another process; they can be sent to one."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from knowledge.errors import ModelMissing
from tests.knowledge.indexing.fakes import WordTokenizer


@dataclass(frozen=True)
class HereOnly(WordTokenizer):
    """Ends every other process that asks it."""

    here: int = field(default_factory=os.getpid)

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        if os.getpid() != self.here:
            os._exit(3)
        return super().offsets(text)


@dataclass(frozen=True)
class Endless(WordTokenizer):
    """Says through a FIFO that it was asked, and never answers."""

    asked: Path

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        self.asked.write_text("asked")
        threading.Event().wait()
        return super().offsets(text)


@dataclass(frozen=True)
class Heavy(WordTokenizer):
    """More than a pipe holds, so that it arrives only where somebody reads."""

    weight: bytes = bytes(2**20)


class Missing(WordTokenizer):
    """Its file is not there."""

    def offsets(self, text: str) -> Sequence[tuple[int, int]]:
        raise ModelMissing("There is no tokenizer.", hint="Put it there.")
