"""Labelled sets as they are found below a folder."""

import json
import tarfile
from pathlib import Path

import pytest

from knowledge.errors import DatasetError
from tests.bench.citations import Evidence
from tests.bench.sets import find_sets, spread


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def write_beir(folder: Path, queries: list[dict[str, object]]) -> None:
    folder.mkdir(parents=True)
    corpus = {"_id": "drinks/tea.md", "title": "", "text": "Tea.\n\nBrew it at 80 degrees.\n"}
    (folder / "corpus.jsonl").write_text(json.dumps(corpus), encoding="utf-8")
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    qrels = "".join(f"{query['_id']}\tdrinks/tea.md\t1\n" for query in queries)
    (folder / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{qrels}", encoding="utf-8")


def write_archive(folder: Path, name: str) -> None:
    note = folder / name / "docs" / "en" / "tea.md"
    note.parent.mkdir(parents=True)
    note.write_text("# Tea\n", encoding="utf-8")
    with tarfile.open(folder / f"{name}.tar.gz", "w:gz") as archive:
        archive.add(folder / name, arcname=name)


def test_a_set_in_several_languages_has_a_part_for_each(tmp_path: Path) -> None:
    write_beir(
        tmp_path / "data" / "drinks",
        [{"_id": "1", "text": "tea?", "lang": "en"}, {"_id": "2", "text": "茶", "lang": "zh"}],
    )
    (labelled,) = find_sets(tmp_path / "data")
    assert [(part.name, part.queries[0].text) for part in labelled.parts(None)] == [
        ("drinks, en", "tea?"),
        ("drinks, zh", "茶"),
    ]


def test_translations_of_what_answers_are_known_in_every_language(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "drinks"
    folder.mkdir(parents=True)
    texts = {"en": "Tea.", "de": "Tee.", "zh": "茶。"}
    corpus = [{"_id": name, "title": "", "text": text} for name, text in texts.items()]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, corpus)), encoding="utf-8")
    queries = [{"_id": f"{name}-1", "text": text, "lang": name} for name, text in texts.items()]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    same = "".join(f"{name}-1\t{name}\t1\n" for name in texts)
    (folder / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{same}", encoding="utf-8")
    across = "en-1\tde\t1\nen-1\tzh\t1\nde-1\ten\t1\nzh-1\ten\t1\n"
    (folder / "qrels-crosslingual.tsv").write_text(f"query-id\tcorpus-id\tscore\n{across}", encoding="utf-8")

    (labelled,) = find_sets(tmp_path / "data")

    assert [set(found) for found in labelled.twins.values()] == [set(texts)] * 3


def test_texts_with_quoted_evidence_become_notes_under_their_own_names(tmp_path: Path) -> None:
    quoted = {"path": "drinks/tea.md", "quote": "Brew it at 80 degrees."}
    write_beir(tmp_path / "data" / "drinks", [{"_id": "1", "text": "how hot?", "evidence": [quoted]}])
    (labelled,) = find_sets(tmp_path / "data")
    assert (labelled.root / "drinks" / "tea.md").read_text(encoding="utf-8").startswith("Tea.")
    assert labelled.evidence == {"1": [Evidence(path="drinks/tea.md", lines=(3, 3))]}


def test_questions_are_asked_over_the_archive_that_their_name_begins_with(tmp_path: Path) -> None:
    data = tmp_path / "data"
    write_archive(data, "drinks")
    question = {"query": "tea?", "answers": ["docs/en/tea.md"], "evidence": ["Tea"]}
    (data / "drinks-en.jsonl").write_text(json.dumps(question), encoding="utf-8")
    (labelled,) = find_sets(data)
    assert labelled.texts() == {"docs/en/tea.md": "# Tea\n"}
    assert labelled.evidence == {"1": [Evidence(path="docs/en/tea.md", lines=(1, 1))]}


def test_answers_at_the_top_of_the_notes_leave_all_of_them_to_be_searched(tmp_path: Path) -> None:
    write_archive(tmp_path / "data", "drinks")
    question = {"query": "what else?", "answers": ["about.md"]}
    (tmp_path / "data" / "drinks-en.jsonl").write_text(json.dumps(question), encoding="utf-8")
    (labelled,) = find_sets(tmp_path / "data")
    assert labelled.texts() == {"docs/en/tea.md": "# Tea\n"}


def test_questions_without_notes_are_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "drinks.jsonl").write_text('{"query": "tea?", "answers": ["tea.md"]}\n', encoding="utf-8")
    with pytest.raises(DatasetError, match="drinks"):
        list(find_sets(tmp_path))


def test_a_sample_comes_from_all_over_the_set() -> None:
    assert spread(range(10), 3) == [0, 3, 6]
    assert list(spread(range(2), 3)) == [0, 1]
