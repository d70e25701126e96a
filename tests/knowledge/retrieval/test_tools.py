"""What a model may call, and what it may not."""

from __future__ import annotations

import pytest

from knowledge.retrieval.tools import Done, ReadSection, Refused, SearchNotes, ToolCall, read_call


@pytest.mark.parametrize(
    ("reply", "call"),
    [
        (
            '{"tool": "search_notes", "query": "leave"}',
            SearchNotes.model_validate({"tool": "search_notes", "query": "leave"}),
        ),
        (
            '```json\n{"tool": "search_notes", "query": "leave", "in": "handbook"}\n```',
            SearchNotes.model_validate({"tool": "search_notes", "query": "leave", "in": "handbook"}),
        ),
        ('{"tool": "read_section", "n": 3}', ReadSection(tool="read_section", n=3)),
        ('{"tool": "done"}', Done(tool="done")),
    ],
)
def test_a_call_is_read(reply: str, call: ToolCall) -> None:
    assert read_call(reply) == call


@pytest.mark.promise("tools-take-exactly-their-arguments")
@pytest.mark.parametrize(
    ("reply", "named"),
    [
        ('{"tool": "search_notes", "query": "leave", "viewer": "boss"}', "viewer"),
        ('{"tool": "search_notes", "query": "leave", "collection": "board"}', "collection"),
        ('{"tool": "search_notes", "query": 3}', "query"),
        ('{"tool": "search_notes", "query": ""}', "query"),
        ('{"tool": "search_notes", "query": "' + "x" * 301 + '"}', "query"),
        ('{"tool": "search_notes", "query": "leave", "in": ["handbook"]}', "in"),
        ('{"tool": "search_notes"}', "query"),
        ('{"tool": "read_section", "n": 0}', "n"),
        ('{"tool": "read_section", "n": "3"}', "n"),
        ('{"tool": "read_section", "n": true}', "n"),
        ('{"tool": "read_section", "n": 1, "path": "/etc/passwd"}', "path"),
        ('{"tool": "done", "answer": "28 days"}', "answer"),
        ('{"tool": "delete_notes"}', "tool"),
        ('{"query": "leave"}', "tool"),
    ],
)
def test_another_argument_or_type_is_refused_by_name(reply: str, named: str) -> None:
    with pytest.raises(Refused, match=rf"look at (?:.*\b)?{named}\b"):
        read_call(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I cannot help with that.",
        '{"tool": "done"',
        "[]",
        '["done"]',
        "null",
        "search_notes(leave)",
        "[" * 100_000,
    ],
)
def test_what_holds_no_object_is_no_call(reply: str) -> None:
    assert read_call(reply) is None
