"""A labelled set through a real index, and through answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import DatasetError
from knowledge.evaluation import (
    Answering,
    CorpusDocument,
    Dataset,
    LabelledQuery,
    benchmark_ranking,
    evaluate,
    ranking_of,
    run_set,
)
from knowledge.retrieval.found import Found
from knowledge.types import Answer, Citation, NoteRef, Query
from tests.knowledge.retrieval.conftest import MeaningEmbedder

CORPUS = (
    CorpusDocument(id="leave/1", title="Leave", text="You get 28 days off each year."),
    CorpusDocument(id="ship", title="Rollout", text="Ship it on a Tuesday."),
    CorpusDocument(id="pc", title="", text="A computer lasts three years."),
)
QUERIES = (
    LabelledQuery(id="1", text="how many days off", relevant={"leave/1": 1}),
    LabelledQuery(id="2", text="deploy on time", relevant={"ship": 1}),
)
DATASET = Dataset(name="tiny", queries=QUERIES, corpus=CORPUS)


class CountingEmbedder(MeaningEmbedder):
    """Counts the texts that are embedded."""

    embedded = 0

    async def embed_documents(self, texts: Sequence[str]):
        self.embedded += len(texts)
        return await super().embed_documents(texts)


async def test_a_set_is_indexed_and_ranked_by_its_own_ids(tmp_path: Path) -> None:
    async with benchmark_ranking(DATASET, MeaningEmbedder(), mode="hybrid", cache=tmp_path) as rank:
        report = await evaluate(DATASET, rank, mode="hybrid")
    json = report.as_json()
    assert (json["dataset"], json["mode"], json["queries"]) == ("tiny", "hybrid", 2)
    assert (json["ndcg@10"], json["recall@10"], json["recall@100"], json["mrr@10"]) == (1.0, 1.0, 1.0, 1.0)
    assert json["precision@10"] == 0.1
    assert set(json["latency_ms"]) == {"min", "p50", "p95", "max", "stages"}
    assert {"dense", "lexical"} <= set(json["latency_ms"]["stages"])


@pytest.mark.parametrize(("mode", "recall"), [("lexical", 0.5), ("dense", 1.0)])
async def test_each_mode_uses_its_own_side(tmp_path: Path, mode: str, recall: float) -> None:
    async with benchmark_ranking(DATASET, MeaningEmbedder(), mode=mode, cache=tmp_path) as rank:
        report = await evaluate(DATASET, rank, mode=mode)
    assert report.as_json()["recall@10"] == recall


@pytest.mark.promise("a-second-evaluation-embeds-nothing")
async def test_a_second_run_embeds_nothing_and_changed_data_does(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    for _ in range(2):
        async with benchmark_ranking(DATASET, embedder, mode="hybrid", cache=tmp_path):
            assert embedder.embedded == len(CORPUS)
    changed = Dataset(name="tiny", queries=QUERIES, corpus=CORPUS[:2])
    async with benchmark_ranking(changed, embedder, mode="hybrid", cache=tmp_path):
        assert embedder.embedded == len(CORPUS) + 2


async def test_keywords_alone_embed_nothing(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    async with benchmark_ranking(DATASET, embedder, mode="lexical", cache=tmp_path) as rank:
        assert await rank("days") == ["leave/1"]
    assert embedder.embedded == 0


async def test_a_set_without_corpus_cannot_be_indexed(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="tiny has no corpus of its own"):
        async with benchmark_ranking(
            Dataset(name="tiny", queries=QUERIES), MeaningEmbedder(), mode="lexical", cache=tmp_path
        ):
            pass


TEXTS = {"a.md": "# Leave\n\nYou get 28 days off.\n", "x.md": "# Else\n\nNothing here.\n"}


def cited(path: str, number: int = 1, *, quote: str = "", lines: tuple[int, int] = (3, 3)) -> Citation:
    quote = quote or TEXTS[path].splitlines()[2]
    ref = NoteRef(collection="handbook", path=path)
    return Citation(number=number, ref=ref, title="", heading="", lines=lines, url=None, quote=quote)


def quoting(*citations: Citation, text: str = "") -> Answer:
    shown = text or " ".join(f"{each.quote} {each.marker}" for each in citations)
    return Answer(text=shown, mode="extractive", confidence="strong", citations=citations)


async def judged(answers: dict[str, Answer], relevant: dict[str, dict[str, int]]) -> dict[str, Any]:
    queries = tuple(LabelledQuery(id=name, text=name, relevant=relevant[name]) for name in answers)

    async def rank(question: str) -> Sequence[str]:
        return ["a.md"]

    async def ask(question: str) -> Answer:
        return answers[question]

    answering = Answering(ask=ask, read=lambda ref: TEXTS.get(ref.path, ""))
    report = await evaluate(Dataset(name="mine", queries=queries), rank, mode="hybrid", answering=answering)
    return report.as_json()


async def test_refusals_and_citations_are_counted_apart() -> None:
    silent = Answer(text="", mode="none", confidence="none")
    answers = {
        "right": quoting(cited("a.md"), cited("x.md", 2)),
        "refused": silent,
        "nowhere": silent,
        "invented": quoting(cited("a.md")),
    }
    json = await judged(answers, {"right": {"a.md": 1}, "refused": {"b.md": 1}, "nowhere": {}, "invented": {}})
    assert json["refused"] == {"unanswerable": 0.5, "answerable": 0.5}
    assert json["citation_relevant"] == 0.5
    assert (json["queries"], json["hit@1"], json["hit@5"], json["hit@10"], json["mrr@10"]) == (4, 0.5, 0.5, 0.5, 0.5)


@pytest.mark.promise("a-quote-is-looked-up-in-its-note")
async def test_a_quote_must_stand_at_its_lines_in_the_note_it_names() -> None:
    answers = {
        "verbatim": quoting(cited("a.md", quote="You  get 28\ndays off.")),  # white space apart
        "other words": quoting(cited("a.md", quote="You get 31 days off.")),
        "other lines": quoting(cited("a.md", lines=(1, 2))),
        "other note": quoting(cited("x.md", quote="You get 28 days off.")),
        "no such note": quoting(cited("gone.md", quote="You get 28 days off.")),
    }
    json = await judged(answers, {name: {"a.md": 1} for name in answers})
    assert (json["citation_correct"], json["answers_sound"]) == (0.2, 0.2)
    assert json["citation_relevant"] == 0.6  # three of five name a note that answers


@pytest.mark.promise("a-quote-is-looked-up-in-its-note")
async def test_a_marker_without_source_is_unsound_though_its_quotes_are_verbatim() -> None:
    json = await judged({"q": quoting(cited("a.md"), text="You get 28 days off. [1][2]")}, {"q": {"a.md": 1}})
    assert (json["citation_correct"], json["answers_sound"]) == (1.0, 0.0)


async def test_progress_counts_questions_and_a_first_search_is_not_timed() -> None:
    ranked: list[str] = []
    steps: list[tuple[int, int]] = []

    async def rank(question: str) -> Sequence[str]:
        ranked.append(question)
        return []

    run = await run_set(DATASET, rank, mode="hybrid", progress=lambda *step: steps.append(step))
    assert steps == [(1, 2), (2, 2)]
    assert ranked[1:] == [query.text for query in QUERIES]
    assert [case.query for case in run.cases] == list(QUERIES)


class HalfSearch:
    """Finds nothing, and says that a part of it did not run."""

    async def find(self, query: Query, **_: object) -> Found:
        return Found(query=query, mode="hybrid", fallback="The chat model did not answer.")


async def test_a_search_that_ran_in_part_is_heard_of() -> None:
    reasons: list[str] = []
    rank = ranking_of(HalfSearch(), "hybrid", on_fallback=reasons.append)
    assert await rank("days") == []
    assert reasons == ["The chat model did not answer."]
