"""A note as it appears in messages: a source under an answer, or a hit with its preview."""

from __future__ import annotations

from datetime import datetime

from bot.text import ENGLISH, Wording, link, plain
from knowledge.types import Citation, Hit, NoteRef

TITLE_LIMIT = 150
QUOTE_LIMIT = 240
AUTHOR_LIMIT = 60
PREVIEW_LIMIT = 300
ALSO = 3  # places of copies that a card names


def source(citation: Citation, words: Wording = ENGLISH) -> str:
    """`[1] title › heading`, then where that is, how old and whose, then what it says, in mrkdwn."""
    title, heading = _title(citation.title, citation.ref.path), plain(citation.heading, TITLE_LIMIT)
    first = f"{citation.marker} *{link(citation.url, title)}*" + (
        f" › {heading}" if heading not in {"", title} else ""
    )
    place = f"{_path(citation.ref.collection, citation.ref.path)}, {_lines(citation.lines, words)}"
    quote = plain(citation.quote, QUOTE_LIMIT)
    author = plain(citation.author, AUTHOR_LIMIT)
    place += _changed(citation.updated, words) + (f" · {words.by.format(author=author)}" if author else "")
    return "\n".join([first, place, *([words.quoted(quote)] if quote else [])])


def card(hit: Hit) -> str:
    """Title and preview of a note found, in mrkdwn."""
    preview = plain(hit.matched[0].preview, PREVIEW_LIMIT) if hit.matched else ""
    return f"*{link(hit.url, _title(hit.title, hit.ref.path))}*" + (f"\n{preview}" if preview else "")


def origin(hit: Hit, words: Wording = ENGLISH) -> str:
    """Collection, path and age of a note found, and where it stands too, in mrkdwn."""
    collection = plain(hit.ref.collection, TITLE_LIMIT).replace("`", "ˋ")
    here = f"`{collection}` · {plain(hit.ref.path, TITLE_LIMIT)}{_changed(hit.updated, words)}"
    others = ", ".join(_path(ref.collection, ref.path) for ref in hit.also[:ALSO])
    if not others:
        return here
    more, form = len(hit.also) - ALSO, words.also_in_more if len(hit.also) > ALSO else words.also_in
    return f"{here} · {form.format(places=others, number=more)}"


def named(title: str, ref: NoteRef, url: str | None, updated: datetime | None, words: Wording = ENGLISH) -> str:
    """A note with its link, where it lies and how old it is, on one line, in mrkdwn."""
    place = _path(ref.collection, ref.path)
    return f"*{link(url, _title(title, ref.path))}* · {place}{_changed(updated, words)}"


def brief(hit: Hit, words: Wording = ENGLISH) -> str:
    """A note found, on one line of a list, in mrkdwn."""
    return f"• *{link(hit.url, _title(hit.title, hit.ref.path))}* · {origin(hit, words)}"


def _title(title: str, path: str) -> str:
    # An asterisk would end the bold type around it.
    return plain(title.replace("*", "∗"), TITLE_LIMIT) or plain(path, TITLE_LIMIT)


def _path(collection: str, path: str) -> str:
    return plain(f"{collection}/{path}", 2 * TITLE_LIMIT)


def _lines(lines: tuple[int, int], words: Wording) -> str:
    first, last = lines
    return (words.line if first == last else words.lines).format(first=first, last=last)


def _changed(updated: datetime | None, words: Wording) -> str:
    return f" · {words.changed.format(date=words.day(updated))}" if updated else ""
