import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.text import Piecewise, inert
from tests.bot.text.hostile import LIVE, MENTIONS, texts

PIECES = st.lists(texts, max_size=8)


def pieces_of(parts: list[str]) -> list[str]:
    piecewise = Piecewise()
    return [*(piecewise.feed(part) for part in parts), piecewise.finish()]


@pytest.mark.promise("streamed-text-cannot-ping")
@given(PIECES)
def test_the_pieces_joined_are_the_whole_text_made_inert(parts: list[str]):
    assert "".join(pieces_of(parts)) == inert("".join(parts))


@pytest.mark.promise("streamed-text-cannot-ping")
@given(texts)
def test_it_does_not_matter_where_a_text_is_cut(text: str):
    assert "".join(pieces_of(list(text))) == inert(text)


@pytest.mark.promise("streamed-text-cannot-ping")
@given(PIECES)
@example(["```\n<"])
def test_no_piece_and_no_beginning_of_the_text_is_live(parts: list[str]):
    shown = ""
    *before, last = pieces_of(parts)
    for piece in before:
        shown += piece
        assert not LIVE.search(piece)
        assert not LIVE.search(shown)
        assert not re.search("<[\u200b-\u200f\u2060\ufeff]*$", shown)  # a ping could still be put together
    assert not LIVE.search(last)
    assert not LIVE.search(shown + last)


@pytest.mark.promise("streamed-text-cannot-ping")
@pytest.mark.parametrize("frame", ["{}", "`{}`", "```\n{}\n```", "> ```\n> {}", "`` {}", "~~~\n{}"])
@pytest.mark.parametrize("mention", MENTIONS)
def test_a_mention_torn_anywhere_stays_plain(frame: str, mention: str):
    text = frame.format(mention)
    for cut in range(len(text)):
        assert not LIVE.search("".join(pieces_of([text[:cut], text[cut:]])))


def test_prose_does_not_wait_for_the_end_of_its_line():
    piecewise = Piecewise()
    assert piecewise.feed("You get **28 days**. [1] ") == "You get **28 days**. [1] "
    assert piecewise.feed("If 5 < 6 then so.") == "If 5 &lt; 6 then so."


def test_an_open_code_span_waits_for_its_end():
    piecewise = Piecewise()
    assert piecewise.feed("run `List<int") == "run "
    assert piecewise.feed(">` now") == "`List<int>` now"
