"""Keeps a model's hidden reasoning out of its reply, also where the model writes it into the text itself."""

from __future__ import annotations

_TAGS = ("think", "thinking", "reasoning")


class ThinkingFilter:
    """Removes the `<think>...</think>` that opens a reply; takes the text in pieces of any size.

    Only at the very beginning: later on, such a tag is part of what the reply is about.
    """

    def __init__(self) -> None:
        self._held = ""
        self._beginning = True

    def feed(self, piece: str) -> str:
        """Return what may be shown now: nothing while a block is open, or while one may still begin."""
        if not self._beginning:
            return piece
        self._held = _without_blocks(self._held + piece)
        if _opens_block(self._held) or _may_open_block(self._held):
            return ""
        self._beginning = False
        return self._held

    def end(self) -> str:
        """Return what is left once the reply is over; a block that never ended gives nothing."""
        held = self._held if self._beginning else ""
        return "" if _opens_block(held) else held


def without_thinking(text: str) -> str:
    """Return a whole reply without the reasoning that opens it."""
    thinking = ThinkingFilter()
    return thinking.feed(text) + thinking.end()


def _without_blocks(text: str) -> str:
    """Drop the finished blocks at the beginning, and the white space after each."""
    while tag := _opens_block(text):
        _, closed, rest = text.partition(f"</{tag}>")
        if not closed:
            break
        text = rest.lstrip()
    return text


def _opens_block(text: str) -> str:
    return next((tag for tag in _TAGS if text.lstrip().startswith(f"<{tag}>")), "")


def _may_open_block(text: str) -> bool:
    return any(f"<{tag}>".startswith(text.lstrip()) for tag in _TAGS)
