"""Makes whole what comes in halves: programs that count UTF-16 units cut replies inside of characters too."""

from __future__ import annotations

import codecs

_UNITS = "utf-16-le"


class Characters:
    """Joins the halves of a text that comes in pieces; a half that stays alone becomes U+FFFD."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder(_UNITS)("replace")

    def feed(self, piece: str) -> str:
        """Return what is whole by now."""
        return self._decoder.decode(piece.encode(_UNITS, "surrogatepass"))

    def end(self) -> str:
        """Return what is left once the text is over."""
        return self._decoder.decode(b"", final=True)


def whole(text: str) -> str:
    """Return a text that came at once in the same way."""
    return text.encode(_UNITS, "surrogatepass").decode(_UNITS, "replace")
