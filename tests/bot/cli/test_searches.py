"""`footnote search`, `related` and `random`."""

import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from tests.bot.cli.command import footnote

HIT_FIELDS = {"collection", "file", "title", "url", "score", "updated", "matched_chunks"}
CHUNK_FIELDS = {"heading", "lines", "preview", "score"}


@pytest.mark.promise("search-prints-ranked-notes")
def test_hits_have_the_published_shape_best_first(sample: Path) -> None:
    hits = footnote("search", "expense report deadline", "--json", "-k", 5, "--config", sample).json
    assert 0 < len(hits) <= 5
    assert all(set(hit) == HIT_FIELDS for hit in hits)
    assert all(set(chunk) == CHUNK_FIELDS for hit in hits for chunk in hit["matched_chunks"])
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
    assert hits[0]["updated"].endswith("Z")


@pytest.mark.promise("identifiers-are-found-whole-and-in-parts")
@pytest.mark.parametrize(
    ("words", "file"),
    [
        ("ERR_1042", "reference/error-codes.md"),
        ("/api/v2/robots/{robot_id}/halt", "reference/fleet-api.md"),
        ("deploy_service.py", "runbooks/deploy-service.md"),
        ("rotation access backup", "runbooks/database-backup-and-restore.md"),
        ("ÉCOLE", "handbook/company-handbook.md"),
        ("退款", "zh/customer-support-guide.md"),
    ],
)
def test_identifiers_words_in_any_order_and_other_scripts_are_found_first(
    sample: Path, words: str, file: str
) -> None:
    assert footnote("search", words, "--json", "--config", sample).json[0]["file"] == file


def test_debug_says_what_each_list_gave_and_full_gives_the_whole_chunk(sample: Path) -> None:
    shown = footnote("search", "parental leave", "--json", "--debug", "--full", "--config", sample).json
    assert set(shown) == {"query", "mode", "fallback", "rewrite", "keywords", "reading", "results"}
    assert shown["reading"] == {"kind": "words", "language": None, "vectors": 1.0, "spellings": {}}
    best = shown["results"][0]
    added = sum(part["contribution"] for part in best["lists"]) + sum(boost["amount"] for boost in best["boosts"])
    assert best["score"] == pytest.approx(added, abs=1e-3)
    assert {part["list"] for part in best["lists"]} <= {"dense", "lexical", "notes"}
    assert all(part["rank"] >= 1 and part["contribution"] > 0 for part in best["lists"])
    assert "18 weeks" in "".join(chunk["text"] for chunk in best["matched_chunks"])


def test_nothing_found_is_an_empty_list_and_exit_code_0(sample: Path) -> None:
    outcome = footnote("search", "path:no/such/folder tea", "--json", "--config", sample)
    assert (outcome.code, outcome.json) == (0, [])


@pytest.mark.promise("unknown-collections-are-named")
def test_an_unknown_collection_is_named_with_those_that_exist(sample: Path) -> None:
    flag = footnote("search", "tea", "--collection", "kitchen", "--json", "--config", sample)
    assert (flag.code, flag.out) == (2, "")
    assert "kitchen" in flag.err
    assert "handbook" in flag.err
    typed = footnote("search", "in:kitchen tea", "--config", sample)
    assert typed.code == 0
    assert "“kitchen”" in typed.err
    assert "handbook" in typed.err


def test_filters_choose_notes_before_the_search(sample: Path) -> None:
    hits = footnote("search", "path:runbooks/ backup", "--json", "--config", sample).json
    assert hits
    assert all(hit["file"].startswith("runbooks/") for hit in hits)


@pytest.mark.promise("related-notes-leave-the-note-itself-out")
def test_related_takes_the_file_of_a_hit_and_leaves_it_out(sample: Path) -> None:
    hits = footnote("related", "handbook/expenses.md", "--json", "--config", sample).json
    assert len(hits) == 3
    assert hits[0]["file"] == "support/field-crew-expenses.md"
    missing = footnote("related", "no/such.md", "--json", "--config", sample)
    assert (missing.code, missing.out) == (2, "")
    assert "no/such.md" in missing.err


@pytest.mark.parametrize(("named", "asked"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_related_knows_a_note_however_its_accents_are_encoded(
    small: Path, named: Literal["NFC", "NFD"], asked: Literal["NFC", "NFD"]
) -> None:
    file = small.parent / "notes" / unicodedata.normalize(named, "café.md")
    file.write_text("# Café\n\nThe café opens at nine.\n", encoding="utf-8")
    footnote("index", "--config", small)
    outcome = footnote("related", unicodedata.normalize(asked, "café.md"), "--json", "--config", small)
    assert outcome.code == 0, outcome.err
    assert {hit["file"] for hit in outcome.json} == {"tea.md", "coffee.md"}


@pytest.mark.promise("random-notes-are-distinct")
def test_random_gives_so_many_different_notes(sample: Path) -> None:
    files = [hit["file"] for hit in footnote("random", "-n", 9, "--json", "--config", sample).json]
    assert len(files) == len(set(files)) == 9


def test_the_settings_file_may_be_named_before_or_after_the_command(sample: Path) -> None:
    after = footnote("search", "tea", "--json", "--config", sample)
    before = footnote("--config", sample, "search", "tea", "--json")
    assert before.json == after.json
