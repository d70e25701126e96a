"""The front door: candidates in, an answer out that names its sources, or an honest refusal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from knowledge.answering.disagreement import tell_differences, with_twins
from knowledge.answering.evidence import EXPANDED, Evidence, Link, gather
from knowledge.answering.extract import MAX_PASSAGES, MAX_WEAK_PASSAGES, choose, compose
from knowledge.answering.freshness import age_notice
from knowledge.answering.gate import NOTHING, Gate, Judgement, with_logit
from knowledge.answering.generate import Generated, OnText, generate
from knowledge.answering.question import QuestionTerms
from knowledge.answering.ranking import Scored, best_passage_cosine, by_meaning, by_words
from knowledge.errors import InvalidVector, ModelError
from knowledge.ports import ChatModel, Embedder, TermStatistics, Tokenizer
from knowledge.remarks import Remark, joined
from knowledge.rerank.reading import Reader
from knowledge.retrieval.agentic import LookAgain, Looked
from knowledge.text import query_terms
from knowledge.traces import note, staged
from knowledge.traces.describing import note_evidence
from knowledge.types import Answer, Citation, Confidence, Query, SearchResult, StoredChunk, WholeCandidate

Neighbours = Callable[[StoredChunk], Awaitable[Sequence[StoredChunk]]]
Statistics = Callable[[Sequence[str]], Awaitable[TermStatistics]]

NOT_FOUND = Remark("I could not find an answer to this in the notes.")
TRY_NEAREST = Remark("The nearest notes may help, or try other words.")
WEAK = Remark("The notes may not answer this. The closest passages:")
_DEGRADED = {
    "failed": Remark("The chat model did not answer, so these are the notes' own words."),
    "empty": Remark("The chat model did not answer, so these are the notes' own words."),
    "unsupported": Remark("The chat model named no source for its answer, so these are the notes' own words."),
}
PATIENCE_SECONDS = 1.0  # for the vectors of the passages: an indexing run may hold the embedder
BROKE_OFF = Remark("The chat model broke off, so this answer may be incomplete.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answerer:
    """Answers from the candidates of one search.

    `chat` None: every answer is extractive. `embedder` None: passages are chosen by their words alone. `reader` None:
    whether the notes can answer is judged without reading chunks and question together. `neighbours`
    gives the chunks before and after one of the same note; `statistics` those of the whole index for terms.
    `context_tokens` limits the evidence block as it is sent, `limit` the chunks in it. `turns` bounds how many
    questions are at their CPU work at once; waiting for a chat model takes no turn. `look_again` searches on
    where evidence is not strong or a question has several parts; None: what the search found has to do. `now` tells
    how old a note is.
    """

    chat: ChatModel | None
    tokenizer: Tokenizer
    link: Link
    neighbours: Neighbours
    statistics: Statistics
    embedder: Embedder | None = None
    reader: Reader | None = None
    gate: Gate = field(default_factory=Gate)
    context_tokens: int = 3_000
    max_output_tokens: int = 1_024
    limit: int = 8
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(2))
    look_again: LookAgain | None = None
    now: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def answer(
        self,
        query: Query,
        candidates: Sequence[WholeCandidate],
        result: SearchResult,
        *,
        several: bool = False,
        on_text: OnText | None = None,
        on_read: Callable[[int], None] | None = None,
    ) -> Answer:
        """Answer from candidates (best first); `result` gives the nearest notes, notices and what did not run.

        `several`: the question has several parts, so one good excerpt need not be all that it takes.
        `on_read` gets the number of notes in the evidence before a model is given them.
        `on_text` gets generated text in pieces that joined are the beginning of `Answer.text`; an extractive answer
        or a refusal comes whole. Model failures never raise: `degraded` says what happened. Raises IndexUnavailable.
        """
        asked, confidence = await self._judged(query, candidates, result)
        if self.look_again is not None and (several or confidence != "strong"):
            looked = await self.look_again.look(query, candidates)
            asked, confidence = await self._judged(query, looked.candidates, _added(result, looked))
        if confidence == "none":
            return _refusal(asked.result)
        if self.chat is None:
            return await self._extract(asked, confidence)
        if on_read is not None:
            on_read(_notes(asked.evidence))
        generated = await generate(
            self.chat,
            query,
            asked.evidence,
            self.link,
            max_output_tokens=self.max_output_tokens,
            turns=self.turns,
            embedder=self.embedder if self.gate.plain else None,
            on_text=on_text,
        )
        return await self._settle(generated, asked, confidence)

    async def _judged(
        self, query: Query, candidates: Sequence[WholeCandidate], result: SearchResult
    ) -> tuple[_Asked, Confidence]:
        """What the answer would be made from, and whether it can answer."""
        # What a follow-up leaves out tells which passage is meant, too.
        text = " ".join([query.text, *(carried.word for carried in query.carried)])
        asked = _Asked(
            question=QuestionTerms.of(text, await self.statistics(query_terms(text))),
            evidence=await self._evidence(candidates),
            result=result,
        )
        asked = replace(asked, scored=await self._ranked(asked))
        return asked, (await self._judgement(asked, candidates)).degree

    @staged("gate")
    async def _judgement(self, asked: _Asked, candidates: Sequence[WholeCandidate]) -> Judgement:
        """The degree of what was found, for which question and chunks are read together where that can tell more."""
        judgement = NOTHING
        if asked.evidence.excerpts:
            cosine = best_passage_cosine(asked.scored)
            signals = self.gate.signals(asked.question, candidates, asked.evidence, passage_cosine=cosine)
            if self.reader is not None and signals.english:  # the embedded model that reads knows no other language
                signals = with_logit(signals, await self.reader.scores(asked.question.text, candidates))
            judgement = self.gate.judge(signals)
        note(gate=judgement.degree, gate_score=round(judgement.score, 3))
        return judgement

    @staged("evidence")
    async def _evidence(self, candidates: Sequence[WholeCandidate]) -> Evidence:
        near = {}
        if self.chat is not None:  # a quoted passage needs no surroundings, a model does
            chunks = [candidate.chunk for candidate in candidates[:EXPANDED]]
            around = await asyncio.gather(*(self.neighbours(chunk) for chunk in chunks))
            near = {chunk.id: found for chunk, found in zip(chunks, around, strict=True)}
        async with self.turns:
            evidence = await asyncio.to_thread(
                gather,
                candidates,
                near,
                tokenizer=self.tokenizer,
                context_tokens=self.context_tokens,
                limit=self.limit,
            )
        note_evidence(evidence)
        return evidence

    async def _settle(self, generated: Generated, asked: _Asked, confidence: Confidence) -> Answer:
        """The model's answer where it has a source; a refusal where it says so; else the notes' own words."""
        dropped = generated.dropped_markers
        if generated.outcome == "silent":
            return _refusal(asked.result, dropped=dropped)
        if generated.outcome != "answered":
            return await self._extract(asked, confidence, degraded=_DEGRADED[generated.outcome], dropped=dropped)
        answer = Answer(text=generated.text, mode="generated", confidence=confidence, citations=generated.citations)
        return _complete(answer, asked, degraded=BROKE_OFF if generated.cut else "", dropped=dropped, now=self.now())

    @staged("extract")
    async def _extract(
        self, asked: _Asked, confidence: Confidence, *, degraded: str = "", dropped: int = 0
    ) -> Answer:
        weak = confidence == "weak"
        async with self.turns:
            text, citations = await asyncio.to_thread(
                self._quoted, asked, MAX_WEAK_PASSAGES if weak else MAX_PASSAGES
            )
        if not citations:
            return _refusal(asked.result, degraded=degraded, dropped=dropped)
        shown = joined([WEAK if weak else "", text], "\n\n")
        answer = Answer(text=shown, mode="extractive", confidence=confidence, citations=citations)
        return _complete(answer, asked, degraded=degraded, dropped=dropped, now=self.now())

    def _quoted(self, asked: _Asked, most: int) -> tuple[str, tuple[Citation, ...]]:
        """The best passages in the notes' own words, and what other notes say instead."""
        everything = [each.passage for each in asked.scored]
        text, citations = compose(with_twins(choose(asked.scored, most), everything), self.link)
        return tell_differences(text, citations, everything, self.link)

    @staged("passages")
    async def _ranked(self, asked: _Asked) -> Sequence[Scored]:
        """Passages by their words, the best of them by their meaning too where that can be had in time."""
        async with self.turns:
            scored = await asyncio.to_thread(by_words, asked.question, asked.evidence)
            if self.embedder is not None:
                with suppress(ModelError, InvalidVector, TimeoutError):  # the words alone can choose too
                    return await asyncio.wait_for(by_meaning(asked.question, scored, self.embedder), PATIENCE_SECONDS)
            return scored


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What one answer is made from."""

    question: QuestionTerms
    evidence: Evidence
    result: SearchResult
    scored: Sequence[Scored] = ()  # every passage, best first


def _added(result: SearchResult, looked: Looked) -> SearchResult:
    """The result with what was looked for besides."""
    return replace(
        result,
        queries=(*result.queries, *looked.queries),
        fallback=joined([result.fallback, looked.fallback]),
    )


def _complete(answer: Answer, asked: _Asked, *, degraded: str, dropped: int, now: datetime) -> Answer:
    """The answer with what the search has to say, and how old its notes are."""
    result = asked.result
    return replace(
        answer,
        degraded=joined([result.fallback, degraded]),
        nearest=result.hits if answer.confidence == "weak" else (),
        queries=result.queries,
        notices=tuple(notice for notice in (*result.notices, age_notice(answer.citations, now)) if notice),
        dropped_markers=dropped,
        notes_read=_notes(asked.evidence),
    )


def _notes(evidence: Evidence) -> int:
    return len({excerpt.ref for excerpt in evidence.excerpts})


def _refusal(result: SearchResult, *, degraded: str = "", dropped: int = 0) -> Answer:
    return Answer(
        text=joined([NOT_FOUND, TRY_NEAREST if result.hits else ""]),
        mode="none",
        confidence="none",
        degraded=joined([result.fallback, degraded]),
        nearest=result.hits,
        queries=result.queries,
        notices=result.notices,
        dropped_markers=dropped,
    )
