"""Search results as cards, five a page, and the notes near one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.assistant import PAGE_SIZE
from bot.blocks.message import Block, Message, actions, button, context, section
from bot.blocks.notes import brief, card, origin
from bot.text import ENGLISH, Wording, plain, remark
from bot.text import shared_by as shared_by_line
from knowledge.remarks import joined
from knowledge.types import Hit, NoteRef, SearchResult

QUERY_LIMIT = 300
REMARK_LIMIT = 500


def search_message(
    result: SearchResult,
    *,
    query: str,
    page: int,
    more: bool,
    request_id: str,
    private: bool,
    deeper: bool = False,
    shared_by: str = "",
    words: Wording = ENGLISH,
) -> Message:
    """One page of result cards; `result.hits` holds exactly the hits of this page (1-based), `more`: others follow.

    Buttons, all with value `request_id`: `search_more:<next page>`, `search_deeper` (unless `deeper`), `search_ask`,
    `search_share:<page>`, and on each card `search_explain:<index>` and `search_related:<index>`, where the index is
    the hit's place over all pages, from 0.
    """
    hits = result.hits[:PAGE_SIZE]
    title = _title(query, page, words, found=bool(hits))
    blocks = [
        *([context(shared_by_line(shared_by, words))] if shared_by else []),
        section(title),
        *map(context, _remarks(result, words)),
        *_cards(hits, words, start=(page - 1) * PAGE_SIZE, request_id=request_id),
        *actions(list(_buttons(page, request_id, words, more=more, deeper=deeper, share=private and bool(hits)))),
    ]
    names = ", ".join(plain(hit.title or hit.ref.path, 100) for hit in hits)
    return Message(
        text=f"{words.notes_for} {plain(query, QUERY_LIMIT)}: {names}" if hits else title, blocks=tuple(blocks)
    )


def related_message(note: NoteRef, hits: Sequence[Hit], words: Wording = ENGLISH) -> Message:
    """Notes near one."""
    path = plain(note.path, QUERY_LIMIT)
    if not hits:
        text = words.nothing_close.format(path=path)
        return Message(text=text, blocks=(section(text),))
    names = ", ".join(plain(hit.title or hit.ref.path, 100) for hit in hits[:PAGE_SIZE])
    lines = (section(brief(hit, words)) for hit in hits[:PAGE_SIZE])
    heading = words.close_to.format(path=path)
    return Message(text=f"{heading} {names}", blocks=(section(f"*{heading}*"), *lines))


def _title(query: str, page: int, words: Wording, *, found: bool) -> str:
    asked = plain(query, QUERY_LIMIT)
    if found:
        return f"*{words.notes_for}* {asked}" + (f" · {words.page.format(number=page)}" if page > 1 else "")
    return (words.no_more if page > 1 else words.no_note).format(query=asked)


def _remarks(result: SearchResult, words: Wording) -> Iterator[str]:
    """What a reader must know about how this search ran."""
    if result.fallback:
        yield f":warning: {plain(remark(result.fallback, words), REMARK_LIMIT)}"
    others = [plain(text, REMARK_LIMIT) for text in (result.rewrite, ", ".join(result.keywords)) if text.strip()]
    if others:
        yield words.also_searched.format(words=" · ".join(others))
    if result.notices:
        yield plain(remark(joined(result.notices), words), 2 * REMARK_LIMIT)


def _cards(hits: Sequence[Hit], words: Wording, *, start: int, request_id: str) -> Iterator[Block]:
    for index, hit in enumerate(hits, start=start):
        yield section(card(hit))
        yield context(origin(hit, words))
        yield from actions(
            [
                button(words.explain, f"search_explain:{index}", request_id),
                button(words.related, f"search_related:{index}", request_id),
            ]
        )


def _buttons(page: int, request_id: str, words: Wording, *, more: bool, deeper: bool, share: bool) -> Iterator[Block]:
    if more:
        yield button(words.more, f"search_more:{page + 1}", request_id)
    if not deeper:
        yield button(words.deeper, "search_deeper", request_id)
    yield button(words.ask_this, "search_ask", request_id)
    if share:
        yield button(words.share, f"search_share:{page}", request_id)
