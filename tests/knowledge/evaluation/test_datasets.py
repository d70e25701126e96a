"""Reading labelled sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.errors import DatasetError
from knowledge.evaluation import load_dataset

CORPUS = '{"_id": "d1", "title": "Leave", "text": "28 days"}\n{"_id": "d2", "text": "Other\u2028line"}\n'
QUERIES = '{"_id": "q1", "text": "days?"}\n{"_id": "q2", "text": "not judged"}\n'
QRELS = "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n"


def beir(folder: Path, corpus: str = CORPUS, queries: str = QUERIES, qrels: str = QRELS) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in (("corpus.jsonl", corpus), ("queries.jsonl", queries), ("qrels.tsv", qrels)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_beir_folder_gives_corpus_and_judged_queries(tmp_path: Path) -> None:
    dataset = load_dataset(beir(tmp_path / "set"))
    assert dataset.name == "set"
    assert [(each.id, each.title, each.text) for each in dataset.corpus or ()] == [
        ("d1", "Leave", "28 days"),
        ("d2", "", "Other\u2028line"),
    ]
    assert [(each.id, each.text, dict(each.relevant)) for each in dataset.queries] == [("q1", "days?", {"d1": 2})]


def test_questions_name_the_files_that_answer_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text('{"query": "days?", "answers": ["hr/leave.md"]}\n\n{"query": "zebra?", "answers": []}\n')
    dataset = load_dataset(file)
    assert (dataset.name, dataset.corpus) == ("mine", None)
    assert [(each.text, list(each.relevant)) for each in dataset.queries] == [
        ("days?", ["hr/leave.md"]),
        ("zebra?", []),
    ]


def test_a_question_may_name_its_language(tmp_path: Path) -> None:
    queries = '{"_id": "q1", "text": "wie?", "lang": "de"}\n'
    assert load_dataset(beir(tmp_path / "set", queries=queries)).queries[0].language == "de"
    (tmp_path / "mine.jsonl").write_text('{"query": "x", "answers": [], "lang": "zh"}\n{"query": "y", "answers": []}')
    assert [each.language for each in load_dataset(tmp_path / "mine.jsonl").queries] == ["zh", ""]


@pytest.mark.promise("a-broken-evaluation-set-is-named-by-file-and-line")
@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        ("corpus", "not json\n", r"corpus\.jsonl, line 1: expected one JSON object"),
        ("corpus", '{"_id": "d1", "text": "x"}\n[1]\n', r"corpus\.jsonl, line 2: expected one JSON object"),
        ("corpus", '{"_id": 7, "text": "x"}\n', r"corpus\.jsonl, line 1: '_id' must be a string"),
        ("corpus", '{"_id": "d1"}\n', r"corpus\.jsonl, line 1: 'text' must be a string"),
        ("corpus", '{"_id": "d1", "text": "x"}\n' * 2, r"corpus\.jsonl holds an _id twice"),
        ("qrels", "q1\td1\n", r"qrels\.tsv, line 1: expected query-id"),
        ("qrels", QRELS + "q1\td1\thigh\n", r"qrels\.tsv, line 4: expected query-id"),
        ("qrels", QRELS + "q1\td9\t1\n", r"qrels\.tsv, line 4: 'd9' is not in corpus\.jsonl"),
        ("queries", '{"_id": "q9", "text": "x"}\n', r"has no judged query"),
    ],
)
def test_a_broken_set_is_named_by_file_and_line(tmp_path: Path, part: str, text: str, message: str) -> None:
    with pytest.raises(DatasetError, match=message):
        load_dataset(beir(tmp_path / "set", **{part: text}))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"query": "x", "answers": "a.md"}\n', "line 1: 'answers' must be a list of strings"),
        (b"\n", "holds no question"),
        (b'{"query": "\xff"}\n', "is not UTF-8"),
    ],
)
def test_broken_questions_are_named(tmp_path: Path, text: bytes, message: str) -> None:
    (tmp_path / "mine.jsonl").write_bytes(text)
    with pytest.raises(DatasetError, match=message):
        load_dataset(tmp_path / "mine.jsonl")


def test_a_missing_file_and_another_kind_of_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"corpus\.jsonl cannot be read"):
        load_dataset(tmp_path)
    with pytest.raises(DatasetError, match=r"notes\.md is no evaluation set"):
        load_dataset(tmp_path / "notes.md")
