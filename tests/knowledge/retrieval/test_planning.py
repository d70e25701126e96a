"""Follow-ups."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from knowledge.errors import ModelBusy
from knowledge.ports import ChatRequest
from knowledge.retrieval.dense import embedded_text
from knowledge.retrieval.planning import CarryWords, CondenseByModel, stands_alone
from knowledge.types import CarriedWord, Query, Turn
from tests.knowledge.retrieval.conftest import Shelve, files


class ScriptedChat:
    """A chat model that says what it is told to, and keeps what it was asked."""

    model = "scripted"

    def __init__(self, reply: str | ModelBusy) -> None:
        self.reply = reply
        self.requests: list[ChatRequest] = []

    async def complete(self, request: ChatRequest) -> str:
        self.requests.append(request)
        if isinstance(self.reply, ModelBusy):
            raise self.reply
        return self.reply

    async def stream(self, request: ChatRequest) -> AsyncIterator[str]:
        yield await self.complete(request)


NOTES = {
    "handbook/leave.md": "# Leave\n\nEmployees get 28 vacation days a year.\n",
    "handbook/contractors.md": "# Contractors\n\nContractors get unpaid vacation only.\n",
    "handbook/invoices.md": "# Invoices\n\nContractors send invoices monthly.\n",
    "handbook/laptop.md": "# Laptops\n\nA laptop is replaced after three years.\n",
    "handbook/office.md": "# Office\n\nThe office is open from eight.\n",
    "handbook/badge.md": "# Badges\n\nA badge opens the door.\n",
}
HISTORY = (
    Turn(role="person", text="How many vacation days do I get?"),
    Turn(role="assistant", text="28 vacation days, see laptops."),
)
FOLLOW_UP = Query(text="and for contractors?", history=HISTORY)


@pytest.mark.promise("a-follow-up-is-understood-from-its-history")
async def test_a_follow_up_carries_the_telling_words_of_earlier_questions(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    planned = await CarryWords(shelf.store).transform(FOLLOW_UP)
    assert planned.carried == (CarriedWord(word="days", weight=0.5), CarriedWord(word="vacation", weight=0.5))


@pytest.mark.promise("a-follow-up-is-understood-from-its-history")
async def test_a_follow_up_finds_what_it_means(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    result = await shelf.finder.search(FOLLOW_UP)
    assert files(result.hits)[0] == "contractors.md"
    assert result.queries[0].startswith("and for contractors? ")


@pytest.mark.promise("history-stays-out-of-the-question-text")
async def test_the_text_of_a_follow_up_stays_as_typed(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    planned = await CarryWords(shelf.store).transform(FOLLOW_UP)
    assert planned.text == FOLLOW_UP.text
    assert len(embedded_text(planned).split()) == len(FOLLOW_UP.text.split()) + 2


async def test_a_question_without_history_stays_as_it_is(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    query = Query(text="and for contractors?")
    assert await CarryWords(shelf.store).transform(query) is query


async def test_a_long_question_without_pronoun_carries_half_the_weight(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    long = Query(text="laptop replacement schedule invoices contractors office", history=HISTORY)
    planned = await CarryWords(shelf.store).transform(long)
    assert {carried.weight for carried in planned.carried} == {0.25}


async def test_older_questions_fade_and_the_first_one_stays(shelve: Shelve) -> None:
    notes = {
        f"handbook/{word}.md": f"Only about {word}.\n"
        for word in ("alpha", "beta", "gamma", "delta", "omega", "sigma")
    }
    shelf = await shelve(notes)
    history = tuple(Turn(role="person", text=word) for word in ("alpha", "beta", "gamma", "delta", "omega", "sigma"))
    planned = await CarryWords(shelf.store).transform(Query(text="why?", history=history))
    assert [carried.word for carried in planned.carried] == ["sigma", "omega", "delta", "gamma"]
    short = await CarryWords(shelf.store).transform(Query(text="why?", history=(history[0], *history[3:])))
    assert [carried.word for carried in short.carried] == ["sigma", "omega", "delta", "alpha"]


@pytest.mark.parametrize(
    ("message", "content", "alone"),
    [
        ("and for contractors?", 1, False),
        ("How is the laptop of a new contractor replaced", 5, True),
        ("How is it replaced for every new contractor here", 5, False),
        ("Wie wird sie bei neuen Leuten in Berlin ersetzt", 5, False),
        ("它在新的办公室里怎么申请", 8, False),
    ],
)
def test_a_message_stands_alone_when_it_is_long_and_points_nowhere(message: str, content: int, alone: bool) -> None:
    assert stands_alone(message, content=content) is alone


async def test_a_model_writes_the_question_that_stands_alone(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    chat = ScriptedChat('"How many vacation days do contractors get?"\n')
    planned = await CondenseByModel(chat, CarryWords(shelf.store)).transform(FOLLOW_UP)
    assert (planned.text, planned.carried) == ("How many vacation days do contractors get?", ())
    assert chat.requests[0].task == "condense"
    assert json.loads(chat.requests[0].user)["last_message"] == FOLLOW_UP.text


async def test_a_model_is_not_asked_without_history(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    chat = ScriptedChat("x")
    query = Query(text="vacation")
    assert await CondenseByModel(chat, CarryWords(shelf.store)).transform(query) is query
    assert chat.requests == []


@pytest.mark.parametrize("reply", ["", "  \n ", "Two\nlines", "x" * 501, ModelBusy()])
async def test_words_are_carried_where_the_model_writes_no_question(shelve: Shelve, reply: str | ModelBusy) -> None:
    shelf = await shelve(NOTES)
    planned = await CondenseByModel(ScriptedChat(reply), CarryWords(shelf.store)).transform(FOLLOW_UP)
    assert planned.text == FOLLOW_UP.text
    assert {carried.word for carried in planned.carried} == {"vacation", "days"}
