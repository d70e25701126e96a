"""Words are kept only where they are wanted, and then without secrets."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from knowledge.traces import ModelCall, Outcome, Text
from knowledge.traces.shapes import Privacy, trace_json
from tests.knowledge.traces.traced import trace_of

TOKEN = "xoxb-" + "1234567890-abcdef"  # made up
WORDS = f"may Ann see {TOKEN}?"


@pytest.mark.promise("traces-keep-no-words-unless-asked-for")
def test_by_default_words_are_a_length_and_a_hash_and_places_stay() -> None:
    place = {"rank": 1, "collection": "handbook", "file": "hr/leave.md", "lines": [3, 9], "score": 0.5}
    shape = trace_json(trace_of(words=WORDS, list=[place], asked=Text("Ann")), Privacy())
    assert shape["question"]["chars"] == len(WORDS)
    assert set(shape["question"]) == {"chars", "sha256"}
    assert shape["stages"][0]["figures"]["list"] == [place]
    printed = json.dumps(shape)
    assert not [word for word in ("Ann", "30 days", TOKEN) if word in printed]


def test_equal_questions_have_equal_hashes_and_others_have_not() -> None:
    one, same, other = (trace_json(trace_of(words=words), Privacy()) for words in ("tea?", "tea?", "Tea?"))
    assert one["question"] == same["question"] != other["question"]


@pytest.mark.promise("secrets-are-masked-in-traces")
def test_where_words_are_wanted_they_are_kept_without_secrets() -> None:
    shape = trace_json(trace_of(words=WORDS, asked=Text(TOKEN)), Privacy(raw_text=True))
    assert shape["question"]["text"] == "may Ann see [masked]?"
    assert shape["answer"]["text"] == "30 days [1]"
    assert TOKEN not in json.dumps(shape)


def test_a_reason_is_kept_without_secrets() -> None:
    trace = replace(trace_of(), outcome=Outcome(mode="lexical", degraded=f"The key {TOKEN} was refused."))
    outcome = trace_json(trace, Privacy())["outcome"]
    assert (outcome["degraded"], outcome["reason"]) == (True, "The key [masked] was refused.")


def test_tokens_and_dollars_are_summed_over_all_stages() -> None:
    call = ModelCall(task="answer", model="gpt", prompt_tokens=20, completion_tokens=3, dollars=0.25)
    trace = trace_of()
    inner = replace(trace.root.steps[0], calls=(call,))
    root = replace(trace.root, calls=(call,), steps=(replace(inner, steps=(inner,)),))
    shape = trace_json(replace(trace, root=root), Privacy())
    assert (shape["tokens"], shape["dollars"]) == ({"prompt": 60, "completion": 9}, 0.75)


def test_words_that_are_no_valid_text_are_kept_all_the_same() -> None:
    assert trace_json(trace_of(words="half a \ud83d pair"), Privacy())["question"]["chars"] == 13
