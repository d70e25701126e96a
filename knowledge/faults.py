"""An exception as a log may hold it: where it came from, without its words."""

from __future__ import annotations

import traceback

_PLACES = 4  # the innermost ones


def fault(error: BaseException) -> str:
    """Type and places of an exception without its words, which may hold a note's text or a secret."""
    places = (f"{frame.filename}:{frame.lineno}" for frame in traceback.extract_tb(error.__traceback__)[-_PLACES:])
    return f"{type(error).__name__} at {' > '.join(places)}"
