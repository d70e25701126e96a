from typing import Any

import pytest

from bot.blocks import home_view
from bot.blocks.home import COLLECTIONS_SHOWN
from bot.home.page import DigestTimes
from bot.state.personal import PastQuestion
from tests.bot.home.values import COUNTS, SCANNED, collection, figures, page
from tests.slack.blocks import check_blocks


def texts(view: dict[str, Any]) -> str:
    return "\n".join(str(block.get("text", block.get("elements"))) for block in view["blocks"])


def test_it_shows_what_can_be_searched_and_how_fresh_it_is():
    shown = texts(home_view(page(collections=(collection(), collection("a<!here>", 1, last_scan=None)))))
    assert "• handbook: 1,204 notes · up to date as of 3 Nov 2026, 14:05 UTC" in shown
    assert "• a&lt;!here&gt;: 1 note" in shown


@pytest.mark.promise("example-questions-come-from-the-notes")
def test_it_shows_examples_and_the_persons_own_questions_as_plain_text():
    shown = texts(home_view(page()))
    assert "• What does Vacation say about Carrying over?" in shown
    assert "• how many &lt;!here&gt; days? · 3 Nov 2026" in shown


def test_it_shows_when_digests_come():
    assert "next on 7 Dec 2026, 09:00, the last one was for 30 Nov 2026, 09:00 (Europe/Berlin)" in texts(
        home_view(page())
    )
    first = DigestTimes(following="2026-12-07T09:00", last="", zone="UTC")
    assert "next on 7 Dec 2026, 09:00, none so far (UTC)" in texts(home_view(page(digest=first)))
    assert "Digest" not in texts(home_view(page(digest=None)))


@pytest.mark.promise("admins-see-how-the-bot-fares")
def test_admins_see_health_counts_and_settings_and_nobody_else_does():
    shown = texts(home_view(page(figures=figures(COUNTS))))
    assert ":white_check_mark: index: 7 notes" in shown
    assert ":x: model: no answer within 2 s" in shown
    assert "questions: 1,200 from 31 people, 17 without an answer" in shown
    assert "open questions for the digest: 4" in shown
    assert "feedback: 90 helpful, 12 not helpful, 5 with a reason" in shown
    assert "`chat.model`: none: answers are quoted" in shown
    assert not {"Health", "feedback:", "chat.model"} & set(texts(home_view(page())).split())


def test_a_broken_state_database_shows_no_zeros():
    shown = texts(home_view(page(figures=figures(None))))
    assert "state database cannot be read" in shown
    assert "0 helpful" not in shown


@pytest.mark.promise("home-tab-within-slacks-limits")
def test_however_much_there_is_it_stays_within_a_view():
    many = tuple(collection("&" * 100, number) for number in range(1_000))
    asked = (PastQuestion(text="<" * 4_000, at=SCANNED),) * 5
    view = home_view(page(collections=many, recent=asked, examples=("&" * 200,) * 4, figures=figures(COUNTS)))
    assert check_blocks(view["blocks"], surface="home", most=100) == []
    assert f"... and {1_000 - COLLECTIONS_SHOWN} more." in texts(view)


def test_without_notes_it_says_what_to_do():
    shown = texts(home_view(page(collections=(), examples=(), recent=(), digest=None)))
    assert "footnote index" in shown
    assert "asked last" not in shown


@pytest.mark.promise("people-can-delete-their-data")
def test_deleting_ones_data_asks_first():
    (button,) = home_view(page())["blocks"][-1]["elements"]
    assert button["action_id"] == "forget_me"
    assert "cannot be undone" in button["confirm"]["text"]["text"]
