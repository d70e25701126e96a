"""Everything that is rendered, in German: nothing in it is English, and Slack takes it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from bot.blocks import (
    Message,
    answer_message,
    calling_message,
    comparison_message,
    comparison_view,
    complaint_messages,
    digest_messages,
    draft_view,
    help_message,
    home_view,
    reason_view,
    related_message,
    resolved_message,
    search_message,
    suggested_prompts,
    waiting_view,
    welcome_message,
)
from bot.blocks.reasons import REASONS
from bot.budget import USED_UP, USED_UP_TO_SEARCH
from bot.digest.composing import Unanswered
from bot.health import Check
from bot.replies.questions import STOPPED_HERE
from bot.text import ENGLISH, GERMAN, Wording
from bot.threads import Draft
from knowledge.remarks import Remark, joined
from knowledge.types import NoteRef, SearchResult
from tests.bot.blocks.samples import accept, answer, citation, hit
from tests.bot.blocks.test_digests import compared, digest
from tests.bot.blocks.test_reasons import complaint
from tests.bot.home.values import COUNTS, figures, page
from tests.bot.text.english import in_english
from tests.slack.blocks import check_blocks

COMMANDS = {"ask": "/frag", "search": "/such"}
OTHERS = tuple(NoteRef(collection="handbook", path=f"{number}.md") for number in range(5))
THREAD = Draft(title="Urlaub", text="Ja.", begun=date(2026, 3, 5), source="https://x.test/p1", participants=("Ann",))
NOTE = NoteRef(collection="handbook", path="urlaub.md")


def messages(words: Wording) -> Sequence[Message]:
    found = hit(title="Urlaub", preview="Alle bekommen 25 Tage.", also=OTHERS)
    quoted = citation(title="Urlaub", heading="", quote="Alle bekommen 25 Tage.", lines=(3, 3))
    kept = joined([USED_UP, STOPPED_HERE])
    told = answer(
        "25 Tage. [1]", citations=(quoted, citation(2, title="Urlaub", heading="", quote="25")), degraded=kept
    )
    results = SearchResult(hits=(found,), mode="hybrid", keywords=("Ferien",), fallback=USED_UP_TO_SEARCH)
    nothing = SearchResult(hits=(), mode="hybrid")
    search: dict[str, Any] = {"query": "Urlaub", "request_id": "r1", "private": True, "words": words}
    late = digest(60, unanswered=(Unanswered(id="u1", question="Wo?", count=3, members=()),), alike=2)
    return (
        *answer_message(
            replace(told, confidence="weak"),
            request_id="r1",
            private=True,
            escalate=True,
            shared_by="U1",
            words=words,
        ),
        *answer_message(
            answer("", mode="none", citations=(), nearest=(found,)), request_id="r1", private=True, words=words
        ),
        search_message(results, page=2, more=True, shared_by="U1", **search),
        search_message(nothing, page=1, more=False, **search),
        search_message(nothing, page=2, more=False, **search),
        related_message(NOTE, [found], words),
        related_message(NOTE, [], words),
        help_message(**COMMANDS, words=words),
        welcome_message(**COMMANDS, examples=("Wie viele Tage?",), words=words),
        calling_message(asker="U1", people=["U2"], answer_id="a1", words=words),
        resolved_message(by="U2", words=words),
        *(
            part
            for one in REASONS
            for part in complaint_messages(complaint(reason=one, comment="", answer=told), words)
        ),
        *complaint_messages(complaint(reason="", answer=told), words),
        *digest_messages(late, late=True, words=words),
        *digest_messages(digest(0), late=False, words=words),
        *comparison_message(compared(), words),
        *comparison_message(compared("Gleich.", "Gleich."), words),
    )


def views(words: Wording) -> list[Any]:
    away = Remark("The remote of {name} cannot be reached.", name="handbuch")
    health = {"index": Check(ok=True, detail=joined([Remark("takes calls"), away]))}
    admins = replace(figures(COUNTS), health=health, settings=(("a.b", "1"),))
    empty = page(collections=(), examples=(), recent=(), digest=None)
    return [
        reason_view("", passed_on=True, words=words),
        reason_view("", passed_on=False, words=words),
        comparison_view(compared(), words),
        waiting_view(words),
        draft_view(replace(THREAD, partial=True), "handbuch", {}, words),
        draft_view(replace(THREAD, source="", text="Ja.\n" * 10_000), "handbuch", {}, words),
        home_view(page(examples=("Wie viele Tage?",), recent=(), figures=admins), words),
        home_view(replace(empty, figures=replace(admins, counts=None)), words),
    ]


@pytest.mark.promise("the-bot-speaks-the-language-of-a-channel-or-person")
def test_no_message_in_german_says_anything_in_english() -> None:
    german = [accept(one) for one in messages(GERMAN)]
    assert in_english(*german) == set()
    assert len(in_english(*messages(ENGLISH))) > 60


@pytest.mark.promise("the-bot-speaks-the-language-of-a-channel-or-person")
def test_no_view_in_german_says_anything_in_english() -> None:
    for view in views(GERMAN):
        surface = view["type"]
        assert check_blocks(view["blocks"], surface=surface, most=100) == []
        assert in_english(view) == set()
    assert len(in_english(*views(ENGLISH))) > 40


def test_the_prompt_that_always_makes_sense_is_german_too() -> None:
    assert in_english(*suggested_prompts([], GERMAN)) == set()
