"""A labelled set through a real index, and through answers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from knowledge.errors import DatasetError
from knowledge.evaluation import CorpusDocument, Dataset, LabelledQuery, benchmark_ranking, evaluate
from knowledge.types import Answer, Citation, NoteRef
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
    assert set(json["latency_ms"]) == {"p50", "p95"}


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


def cited(path: str) -> Citation:
    ref = NoteRef(collection="handbook", path=path)
    return Citation(number=1, ref=ref, title="", heading="", lines=(1, 1), url=None, quote="")


async def test_refusals_and_citations_are_counted_apart() -> None:
    answers = {
        "right": Answer(text="[1]", mode="extractive", confidence="strong", citations=(cited("a.md"), cited("x.md"))),
        "refused": Answer(text="", mode="none", confidence="none"),
        "nowhere": Answer(text="", mode="none", confidence="none"),
        "invented": Answer(text="[1]", mode="extractive", confidence="weak", citations=(cited("a.md"),)),
    }
    relevant = {"right": {"a.md": 1}, "refused": {"b.md": 1}, "nowhere": {}, "invented": {}}
    queries = tuple(LabelledQuery(id=name, text=name, relevant=relevant[name]) for name in answers)

    async def rank(question: str) -> Sequence[str]:
        return ["a.md"]

    async def ask(question: str) -> Answer:
        return answers[question]

    steps: list[tuple[int, int]] = []
    report = await evaluate(
        Dataset(name="mine", queries=queries), rank, mode="hybrid", ask=ask, progress=lambda *step: steps.append(step)
    )
    json = report.as_json()
    assert json["refused"] == {"unanswerable": 0.5, "answerable": 0.5}
    assert json["citation_correct"] == 0.5
    assert (json["queries"], json["hit@1"], json["hit@5"], json["hit@10"], json["mrr@10"]) == (4, 0.5, 0.5, 0.5, 0.5)
    assert steps[-1] == (4, 4)
