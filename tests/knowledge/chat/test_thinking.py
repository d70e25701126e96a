from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.chat.thinking import ThinkingFilter, without_thinking


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        ("Plain.", "Plain."),
        ("  indented", "  indented"),
        ("<think>why</think>\n\nBecause.", "Because."),
        ("\n<thinking>a</thinking> <think>b</think>Yes.", "Yes."),
        ("<think>never ends", ""),
        ("<th", "<th"),
        ("<thread> is a tag of ours", "<thread> is a tag of ours"),
        ("Write <think>x</think> to ponder.", "Write <think>x</think> to ponder."),
        ("", ""),
    ],
)
def test_only_reasoning_that_opens_a_reply_is_removed(reply: str, shown: str) -> None:
    assert without_thinking(reply) == shown


REPLIES = st.lists(st.sampled_from(["<think>", "</think>", "<th", "ink>", " ", "\n", "why", "yes [1]"])).map("".join)


@given(reply=REPLIES, cuts=st.lists(st.integers(0, 60)))
def test_pieces_of_any_size_give_the_same_text(reply: str, cuts: list[int]) -> None:
    edges = sorted({0, len(reply), *(cut for cut in cuts if cut < len(reply))})
    thinking = ThinkingFilter()

    shown = "".join(thinking.feed(reply[start:end]) for start, end in pairwise(edges))

    assert shown + thinking.end() == without_thinking(reply)
