"""The conversational cases, and how much of the human gain a rule brings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from knowledge.errors import DatasetError
from knowledge.types import Turn
from tests.bench.conversations import OWN, load_conversations
from tests.bench.followups import human_share, loss_row, pasted, rewritten_in_thread


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.mark.promise("follow-up-cases-are-whole")
def test_every_case_has_a_history_a_rewrite_and_passages_of_the_corpus() -> None:
    conversations = load_conversations(OWN)
    ids = [document.id for document in conversations.corpus]
    assert len(ids) == len(set(ids))
    for case in conversations.cases:
        assert 1 <= sum(turn.role == "person" for turn in case.history) <= 5
        assert case.history[0].role == "person"
        assert case.history[-1].role == "assistant"
        assert case.message
        assert case.rewrite
        assert case.relevant
        assert case.relevant.keys() <= set(ids)


@pytest.mark.promise("follow-up-cases-are-whole")
def test_there_are_enough_cases_of_each_kind() -> None:
    cases = load_conversations(OWN).cases
    assert sum(not case.alone for case in cases) >= 100
    assert sum(case.alone for case in cases) >= 30


def test_a_passage_becomes_a_note_that_is_known_by_its_path() -> None:
    conversations = load_conversations(OWN)
    folder, names = conversations.write_notes()
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    first = conversations.corpus[0]
    assert (folder / "00000.md").read_text(encoding="utf-8") == f"# {first.title}\n\n{first.text}\n"
    assert names["00000.md"] == first.id


def dialogue(number: int, question: str, rewrite: str, history: list[str]) -> str:
    roles = ("user", "assistant")
    turns = [{"role": roles[place % 2], "text": text} for place, text in enumerate(history)]
    row = {"id": f"d#{number}", "title": "Tea", "section": "Kinds", "history": turns}
    return json.dumps({**row, "question": question, "rewrite": rewrite})


def test_replies_are_pooled_as_passages_and_the_first_question_can_be_understood(tmp_path: Path) -> None:
    long, longer = "It is grown high up in the hills.", "It is brewed for three minutes at most."
    rows = [
        dialogue(0, "where from?", "Where is tea from?", []),
        dialogue(1, "how long?", "How long is tea brewed?", ["where from?", long]),
        dialogue(2, "Which cups?", "which cups", ["where from?", long, "how long?", longer]),
        dialogue(3, "why?", "Why?", ["where from?", long, "how long?", longer, "Which cups?", "Small ones."]),
    ]
    (tmp_path / "rewrites.jsonl").write_text("\n".join(rows), encoding="utf-8")
    pooled = load_conversations(tmp_path)
    assert [(document.id, document.title, document.text) for document in pooled.corpus] == [
        ("d#0", "Tea: Kinds", long),
        ("d#1", "Tea: Kinds", longer),
    ]
    (case,) = pooled.cases
    assert case.history == (Turn(role="person", text="Where is tea from?"), Turn(role="assistant", text=long))
    assert (case.message, dict(case.relevant), case.alone) == ("how long?", {"d#1": 1}, False)


def test_a_folder_without_conversations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"neither cases\.jsonl nor rewrites\.jsonl"):
        load_conversations(tmp_path)


def test_pasting_puts_the_history_before_the_message_and_a_rewrite_keeps_it_beside() -> None:
    case = load_conversations(OWN).cases[0]
    assert pasted(case).text.split("\n") == [*(turn.text for turn in case.history), case.message]
    assert pasted(case).history == ()
    assert (rewritten_in_thread(case).text, rewritten_in_thread(case).history) == (case.rewrite, case.history)


def test_the_share_is_the_ratio_of_mean_gains() -> None:
    share = human_share([0.0, 0.5, 0.5], [0.5, 0.5, 0.5], [1.0, 1.0, 0.5])
    assert share.value == pytest.approx(0.5 / 1.5)
    assert share.low <= share.value <= share.high


def test_a_share_of_no_gain_is_nothing() -> None:
    assert human_share([1.0], [1.0], [1.0]).value == 0.0


def test_a_loss_is_below_zero() -> None:
    row = loss_row({"last message": [1.0, 1.0], "carried words": [0.5, 1.0]})
    assert row["change"] == -0.25
