"""A model's reply as it streams, let through sentence by sentence: whatever leaves is safe to show.

Cuts depend on the text alone, never on how it was split over pieces, so any splitting gives the same output.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from knowledge.answering.safety import CODE_SPAN, SafeLine
from knowledge.remarks import Remark

_MARKERS = r"(?:[ \t]*[\[［【〔][^\[\]\n］】〕]{0,60}[\]］】〕])*"
_SENTENCE_END = re.compile(
    rf"(?:[.!?][\"'”’)*_]*{_MARKERS}[ \t]+|[。！？][”」』）]*{_MARKERS}[ \t]*)"
    r"(?=[^\s\[\\［【〔(（”」』）.!?。！？])"
)
UNBACKED = Remark("(not backed by the notes)")
_FENCE = re.compile(r"[\s>]*(?P<fence>`{3,}(?!.*`)|~{3,})")
_OPEN_TARGET = re.compile(r"\]\([^)]*$")
_BROKEN_MARKER = re.compile(r"(?<!\s)\s*+\\?[\[［【〔][\s\d,;^†]*$")


class SafeStream:
    """Feed pieces, get safe text. Markers are numbered anew in the order of their first use.

    `supports(n, statement)` says whether excerpt n backs the words before its marker; where none of its markers does,
    the statement is called `UNBACKED`. So is one without a marker that `invents`. `count` is the number of excerpts;
    `addresses` are the links that may stay; `silence` is a word of the prompt that never leaves.
    """

    def __init__(
        self,
        *,
        supports: Callable[[int, str], bool],
        count: int,
        addresses: frozenset[str],
        silence: str,
        invents: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.dropped = 0
        self.silent = False
        self.claims: dict[int, str] = {}  # excerpt number to the first statement that it backs, in order of use
        self._supports, self._invents = supports, invents
        self._count, self._addresses, self._silence = count, addresses, silence
        self._buffer = ""
        self._fence = ""
        self._starts_line = True
        self._statement = ""  # words since the last marker of this paragraph
        self._cited = False  # a marker closed the statement
        self._refused: int | None = None  # where in the line a marker was refused, while none was kept

    def feed(self, piece: str) -> str:
        """Return what became safe to show; often nothing."""
        return self.pull() if self.push(piece) else ""

    def push(self, piece: str) -> bool:
        """Take a piece; True where `pull` has something to judge."""
        self._buffer += piece.replace("\r\n", "\n")
        return self._cut() > 0

    def pull(self) -> str:
        """Judge what can be judged and return it."""
        released = ""
        while cut := self._cut():
            released += self._release(self._buffer[:cut])
            self._buffer = self._buffer[cut:]
        return released

    def finish(self) -> str:
        """Return the rest. A marker that broke off goes; an open code block is closed."""
        rest = self._buffer if self._fence else _BROKEN_MARKER.sub("", self._buffer)
        self._buffer = ""
        released = self._release(rest) if rest else ""
        if self._fence:
            released += f"{'' if released.endswith(chr(10)) else chr(10)}{self._fence}"
        return released

    def _cut(self) -> int:
        """Where the first part that can be judged ends: a line end, or a sentence's end outside code and brackets."""
        line_end = self._buffer.find("\n") + 1
        line = self._buffer[:line_end] if line_end else self._buffer
        if not self._fence and not self._fence_at(line):
            for end in _SENTENCE_END.finditer(line):
                if not _is_open(line[: end.end()]):
                    return end.end()
        return line_end

    def _fence_at(self, line: str) -> re.Match[str] | None:
        return _FENCE.match(line) if self._starts_line else None

    def _release(self, text: str) -> str:
        if self._silence in text:
            self.silent = True
            text = text.replace(self._silence, "")
        line, end = text.removesuffix("\n"), "\n" if text.endswith("\n") else ""
        fence = self._fence_at(line)
        self._starts_line = bool(end)
        if self._fence:
            if fence and fence["fence"].startswith(self._fence) and not line[fence.end() :].strip():
                self._fence = ""
            return text
        if fence:
            self._fence = fence["fence"]
            return text
        return self._safe(line) + self._end_line(line, end)

    def _end_line(self, line: str, end: str) -> str:
        """A blank line ends a statement."""
        self._statement = f"{self._statement}\n" if line.strip() else ""
        return end

    def _safe(self, line: str) -> str:
        safe_line = SafeLine(line, self._addresses, lambda number: number <= self._count)
        shown, uncited = "", ""
        for piece in safe_line.pieces():
            uncited = "" if isinstance(piece, int) else uncited + piece
            shown = self._mark(shown, piece) if isinstance(piece, int) else self._say(shown, piece)
        self.dropped += safe_line.dropped
        if any(character.isalnum() for character in uncited) and self._invents(uncited):
            self._refused = _end_of_words(shown)
        return self._named(shown)

    def _say(self, shown: str, text: str) -> str:
        if any(character.isalnum() for character in text):
            shown = self._named(shown)
            if self._cited:
                self._statement, self._cited = "", False
        self._statement += text
        return shown + text

    def _mark(self, shown: str, number: int) -> str:
        first, self._cited = not self._cited, True
        if not self._supports(number, self._statement):
            self.dropped += 1
            shown = shown.rstrip(" ")
            if first:
                self._refused = len(shown)
            return shown
        self._refused = None
        self.claims.setdefault(number, self._statement)
        return f"{shown}[{list(self.claims).index(number) + 1}]"

    def _named(self, shown: str) -> str:
        """What is shown, its last statement named unbacked where all its markers were refused."""
        place, self._refused = self._refused, None
        return shown if place is None else f"{shown[:place]} {UNBACKED}{shown[place:]}"


def _end_of_words(shown: str) -> int:
    """Before the full stop and the space at the end."""
    return len(shown.rstrip().rstrip(".!?。"))


def _is_open(line: str) -> bool:
    """Whether a code span, a bracket or a link's target is still open at the end."""
    bare = CODE_SPAN.sub("", line)
    return "`" in bare or bare.count("[") > bare.count("]") or _OPEN_TARGET.search(bare) is not None
