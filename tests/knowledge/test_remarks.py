"""Sentences that know what they were made of."""

import copy
import pickle
from collections.abc import Callable

import pytest

from knowledge.errors import KnowledgeError, ModelCut, NoteNotFound, QueryError
from knowledge.remarks import Remark, exchanged, joined


def test_a_remark_is_its_english_sentence() -> None:
    said = Remark("{length:,} of {name!r}", length=4_000, name="a {b}")
    assert (said, str(said), f"{said}") == ("4,000 of 'a {b}'",) * 3
    assert (said.template, said.values) == ("{length:,} of {name!r}", {"length": 4_000, "name": "a {b}"})


def test_a_template_without_values_keeps_its_braces() -> None:
    assert Remark('Write {"query": ...}.') == 'Write {"query": ...}.'


@pytest.mark.parametrize("travel", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_remark_stays_what_it_is_on_its_way_to_another_process(travel: Callable[[Remark], Remark]) -> None:
    there = travel(Remark("{outer}!", outer=Remark("no {inner}", inner=1)))
    inner = there.values["outer"]
    assert (there, there.template) == ("no 1!", "{outer}!")
    assert isinstance(inner, Remark)
    assert inner.values == {"inner": 1}


def test_remarks_that_are_joined_stay_known() -> None:
    first, second = Remark("One {word}.", word="note"), Remark("Two.")
    both = joined(["", first, second])
    assert both == "One note. Two."
    assert isinstance(both, Remark)
    assert list(both.values.values()) == [first, second]


def test_what_is_alone_is_joined_to_nothing() -> None:
    alone = Remark("One.")
    assert joined([alone, ""]) is alone
    assert joined([]) == ""


def test_an_error_fills_the_same_values_into_its_sentence_and_its_hint() -> None:
    error = NoteNotFound("There is no {path!r}.", hint="Look near {path}.", path="a.md")
    assert (str(error), error.hint) == ("There is no 'a.md'.", "Look near a.md.")
    assert (error.message.template, error.hint.template) == ("There is no {path!r}.", "Look near {path}.")


def test_an_error_takes_over_the_sentence_of_another() -> None:
    first = QueryError("{name} is no date.", hint="Write one like {name}.", name="after")
    taken = ModelCut(first.message, hint=first.hint, text="So far")
    assert (taken.message, taken.hint, taken.text) == (first.message, first.hint, "So far")
    assert taken.message.template == "{name} is no date."


def test_an_error_without_a_sentence_says_what_it_is() -> None:
    assert str(QueryError()) == "The question cannot be used."


def test_an_error_keeps_its_values_on_its_way_to_another_process() -> None:
    there = pickle.loads(pickle.dumps(KnowledgeError("No {path}.", hint="Look at {path}.", path="a.md")))
    assert (str(there), there.message.values, there.hint.template) == (
        "No a.md.",
        {"path": "a.md"},
        "Look at {path}.",
    )


def test_a_remark_is_exchanged_wherever_it_stands() -> None:
    old, new = Remark("Old."), Remark("New.")
    assert exchanged(joined([Remark("One {word}.", word="note"), old]), old, new) == "One note. New."
    assert exchanged(old, old, new) is new
    assert exchanged("Other.", old, new) == "Other."
