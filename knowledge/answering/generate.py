"""A chat model's answer: one streamed call, let through once a source stands behind it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from knowledge.answering.checking import Checker
from knowledge.answering.disagreement import tell_differences
from knowledge.answering.evidence import Evidence, Excerpt, Link
from knowledge.answering.passages import Kind, passages
from knowledge.answering.prompts import SILENCE, answer_request
from knowledge.answering.safety import addresses
from knowledge.answering.stream import UNBACKED, SafeStream
from knowledge.errors import ModelError
from knowledge.ports import ChatModel, Embedder
from knowledge.text import analyze, query_terms
from knowledge.traces import note, staged
from knowledge.types import Citation, Query

OnText = Callable[[str], Awaitable[None]]
# "answered" has a source; "silent": the model says that the notes do not answer; "unsupported": it names no source
# that backs it; "empty": no words; "failed": the call broke before there was a sourced statement.
Outcome = Literal["answered", "silent", "unsupported", "empty", "failed"]

MAX_SILENT_CHARS = 300  # longer ones say something, if without a source
_SAYS_SILENT = re.compile(
    r"\b(?:notes?|excerpts?|documents?|sources?)\b[^.\n]{0,60}\b(?:not|n't|no|nothing|neither)\b"
    r"|\b(?:not|n't|no|nothing|cannot)\b[^.\n]{0,60}\b(?:notes?|excerpts?|documents?|sources?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """What came of the call. `text` and `citations` are set where it answered; `cut`: it broke off on the way."""

    outcome: Outcome
    text: str = ""
    citations: tuple[Citation, ...] = ()
    dropped_markers: int = 0
    cut: bool = False


@staged("generate")
async def generate(
    chat: ChatModel,
    query: Query,
    evidence: Evidence,
    link: Link,
    *,
    max_output_tokens: int,
    turns: asyncio.Semaphore,
    embedder: Embedder | None = None,
    on_text: OnText | None = None,
) -> Generated:
    """Ask the model once. `on_text` gets the text in pieces, from where a first statement has its source.

    It may raise ModelError, once, where nobody wants more: the answer ends there, as one that broke off.

    What can be judged takes one of the `turns`, in a thread: a hundred models may write at the same moment.
    `embedder` compares what shares too few words with its source.

    The pieces joined are the beginning of `text`. A cancelled call publishes nothing more and closes the stream.
    """
    release = _Release(on_text)
    safe = _safe_stream(query, evidence, embedder)
    broken = False
    reply = chat.stream(answer_request(query, evidence, max_output_tokens=max_output_tokens))
    try:
        async for piece in reply:
            if safe.push(piece):
                async with turns:
                    released = await asyncio.to_thread(safe.pull)
                await release.add(released, sourced=bool(safe.claims))
    except ModelError:
        broken = True
    finally:
        close = getattr(reply, "aclose", None)
        if close is not None:
            await close()
    async with turns:
        rest = await asyncio.to_thread(safe.finish)
    with suppress(ModelError):  # nobody wants more, and there is no more
        await release.add(rest, sourced=bool(safe.claims))
    async with turns:
        generated = await asyncio.to_thread(_outcome, safe, release.text.strip(), broken, evidence, link)
    note(outcome=generated.outcome, dropped_markers=generated.dropped_markers, cut=generated.cut)
    return generated


def _safe_stream(query: Query, evidence: Evidence, embedder: Embedder | None) -> SafeStream:
    checker = Checker(evidence, known=query.text, embedder=embedder, loop=asyncio.get_running_loop())
    known = (f"{excerpt.header}\n{excerpt.text}" for excerpt in evidence.excerpts)
    return SafeStream(
        supports=checker.backs,
        invents=checker.invents,
        count=len(evidence),
        addresses=frozenset[str]().union(*(addresses(text) for text in known)),
        silence=SILENCE,
    )


def _outcome(safe: SafeStream, text: str, broken: bool, evidence: Evidence, link: Link) -> Generated:
    if safe.claims:
        citations = tuple(
            _cite(evidence.excerpt(number), shown, claim, link)
            for shown, (number, claim) in enumerate(safe.claims.items(), start=1)
        )
        everything = [passage for excerpt in evidence.excerpts for passage in passages(excerpt)]
        text, citations = tell_differences(text, citations, everything, link)
        return Generated(outcome="answered", text=text, citations=citations, dropped_markers=safe.dropped, cut=broken)
    outcome: Outcome = "unsupported" if text else "empty"
    if broken:
        outcome = "failed"
    elif safe.silent or (len(text) <= MAX_SILENT_CHARS and _SAYS_SILENT.search(text.replace(UNBACKED, ""))):
        outcome = "silent"
    return Generated(outcome=outcome, dropped_markers=safe.dropped, cut=broken)


def _cite(excerpt: Excerpt, shown: int, claim: str, link: Link) -> Citation:
    """Quotes the passage that shares most with the claim, the shorter one of equals; else the first passage."""
    found = [passage for passage in passages(excerpt) if passage.kind is not Kind.LIST]
    if not found:
        start = len(excerpt.text) - len(excerpt.text.lstrip())
        return excerpt.cite(
            shown,
            (start, len(excerpt.text.rstrip())),
            excerpt.heading,
            link,
        )
    telling = frozenset(query_terms(claim))
    shared = {one: len(telling.intersection(analyze(one.text, language=excerpt.wording.language))) for one in found}
    best = max(found, key=lambda one: (shared[one], -len(one.text)))
    quoted = best if shared[best] else found[0]
    return excerpt.cite(shown, (quoted.start, quoted.end), quoted.heading, link)


class _Release:
    """Hands text on once it is sourced; white space waits for the words after it."""

    def __init__(self, on_text: OnText | None) -> None:
        self.text = ""
        self._on_text = on_text
        self._sent = 0

    async def add(self, released: str, *, sourced: bool) -> None:
        self.text = f"{self.text}{released}".lstrip() if not self._sent else self.text + released
        ready = self.text.rstrip()
        if sourced and self._on_text is not None and len(ready) > self._sent:
            piece, self._sent = ready[self._sent :], len(ready)
            await self._on_text(piece)
