"""The sentences and labels of a digest, and of two notes side by side: as `bot.text.wording`, for that part alone."""

from __future__ import annotations

from dataclasses import dataclass

Counted = tuple[str, str]  # for one, and for any other `{number}`


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestWording:
    """One language. Names in braces are what is filled in."""

    copy: str
    overlap: str
    version: str
    template: str
    stub: str
    duplicates: str
    new_count: str
    open_count: str
    resolved_count: str
    unanswered_count: Counted
    no_duplicates: str
    continued: str
    late: str
    not_listed: Counted
    new: str
    open_since: str
    differs: str
    family: str
    compare: str
    dismiss: str
    snooze: str
    more_in_thread: str
    resolved_since: str
    both: str
    unanswered: str
    asked_by: str
    what_differs: str
    only_in_other: str
    word_for_word: str
    how_they_begin: str
    against: str
    and_so_many: str
    only_one_has: str
    nothing_differs: str
