from collections.abc import Sequence

import pytest

from bot.assistant import Assistant
from bot.conversations import Conversations
from bot.state.database import StateDatabase
from knowledge.filters import AllOf, FilterKind, Term
from knowledge.ports import CollectionStatus, IndexStatus
from knowledge.topics import Topic
from knowledge.types import OPERATOR, Answer, Hit, NoteRef, Query, SearchResult, Turn, Viewer

ANN = Viewer(user="U1")
EVERYBODY = Viewer(user="U1", shared=True)


class FakeKnowledge:
    """Answers with the question; twelve hits to every search; `secret` is hidden from shared replies."""

    def __init__(self) -> None:
        self.asked: list[Query] = []

    def parse(
        self, text: str, viewer: Viewer, *, collections: Sequence[str] = (), history: Sequence[Turn] = ()
    ) -> Query:
        tagged = Term(kind=FilterKind.TAG, value="policy") if text.startswith("tag:policy ") else None
        tagged = Term(kind=FilterKind.COLLECTION, value="board") if text.startswith("in:board ") else tagged
        words = text.removeprefix("tag:policy ").removeprefix("in:board ")
        return Query(text=words, viewer=viewer, collections=tuple(collections), filter=tagged, history=tuple(history))

    async def ask(self, query: Query, *, on_text: object = None, on_read: object = None) -> Answer:
        self.asked.append(query)
        return Answer(text=f"about {query.text}", mode="extractive", confidence="strong")

    async def search(self, query: Query, *, limit: int = 10, plus: bool = False) -> SearchResult:
        refs = [NoteRef(collection="open", path=f"{number}.md") for number in range(12)]
        hits = [Hit(ref=ref, title=ref.path, url=None, score=1.0, updated=None, matched=()) for ref in refs]
        return SearchResult(hits=tuple(hits[:limit]))

    async def related(self, ref: NoteRef, viewer: Viewer, *, limit: int = 3) -> tuple[Hit, ...]:
        return ()

    async def status(self) -> IndexStatus:
        names = ("open", "secret")
        return IndexStatus(
            collections=[
                CollectionStatus(name=name, documents=1, chunks=1, embedded=1, last_scan=None, errors=0)
                for name in names
            ]
        )

    async def topics(self, viewer: Viewer, *, day: str, limit: int = 4) -> tuple[Topic, ...]:
        collection, path = ("open", "a.md")
        return (Topic(ref=NoteRef(collection=collection, path=path), title="Vacation", heading="Days", english=True),)

    async def owners(self, ref: NoteRef) -> tuple[str, ...]:
        return ("Ann Lee",)

    def may_see(self, collection: str, viewer: Viewer) -> bool:
        return collection != "secret" or not viewer.shared


async def test_a_follow_up_is_asked_with_what_was_said(database: StateDatabase) -> None:
    knowledge = FakeKnowledge()
    assistant = Assistant(knowledge, Conversations(database))
    answer = await assistant.ask("vacation", ANN, conversation="c")
    await assistant.remember("c", "x1", question="vacation", answer=answer)
    await assistant.ask("and contractors?", ANN, conversation="c")
    said = (Turn(role="person", text="vacation"), Turn(role="assistant", text="about vacation"))
    assert knowledge.asked[-1].history == said
    assert knowledge.asked[-1].viewer == ANN


@pytest.mark.promise("a-hit-can-be-explained")
async def test_one_note_alone_can_be_asked_whatever_other_filter_there_is(database: StateDatabase) -> None:
    knowledge = FakeKnowledge()
    assistant = Assistant(knowledge, Conversations(database))
    note = NoteRef(collection="open", path="hr/a.md")
    await assistant.ask("vacation", ANN, within=note)
    alone = Term(kind=FilterKind.PATH, value="hr/a.md")
    assert (knowledge.asked[-1].collections, knowledge.asked[-1].filter) == (("open",), alone)
    await assistant.ask("tag:policy vacation", ANN, within=note)
    tagged = Term(kind=FilterKind.TAG, value="policy")
    assert knowledge.asked[-1].filter == AllOf(operands=(tagged, alone))


async def test_what_was_said_earlier_counts_only_at_the_start(database: StateDatabase) -> None:
    knowledge = FakeKnowledge()
    assistant = Assistant(knowledge, Conversations(database))
    before = (Turn(role="person", text="who knows?"),)

    async def earlier() -> tuple[Turn, ...]:
        return before

    answer = await assistant.ask("you?", ANN, conversation="c", earlier=earlier)
    await assistant.remember("c", "x1", question="you?", answer=answer)
    await assistant.ask("sure?", ANN, conversation="c", earlier=earlier)
    assert knowledge.asked[0].history == before
    assert [turn.text for turn in knowledge.asked[1].history] == ["you?", "about you?"]


async def test_pages_hold_five_hits_and_say_whether_others_follow(database: StateDatabase) -> None:
    assistant = Assistant(FakeKnowledge(), Conversations(database))
    pages = [await assistant.search("bikes", ANN, page=number) for number in (1, 2, 3)]
    assert [[hit.title for hit in page.result.hits] for page in pages] == [
        ["0.md", "1.md", "2.md", "3.md", "4.md"],
        ["5.md", "6.md", "7.md", "8.md", "9.md"],
        ["10.md", "11.md"],
    ]
    assert [page.more for page in pages] == [True, True, False]


async def test_hidden_notes_are_named_once_and_in_order(database: StateDatabase) -> None:
    assistant = Assistant(FakeKnowledge(), Conversations(database))
    secret, open_ = NoteRef(collection="secret", path="a.md"), NoteRef(collection="open", path="b.md")
    assert assistant.hidden([open_, secret, secret], EVERYBODY) == (secret,)
    assert assistant.hidden([open_, secret], ANN) == ()


async def test_only_visible_collections_are_known(database: StateDatabase) -> None:
    assistant = Assistant(FakeKnowledge(), Conversations(database))
    assert [one.name for one in await assistant.known(EVERYBODY)] == ["open"]
    assert [one.name for one in await assistant.known(OPERATOR)] == ["open", "secret"]


@pytest.mark.promise("a-channel-behaves-as-its-settings-say")
async def test_a_channels_collections_are_searched_where_the_question_names_none(database: StateDatabase) -> None:
    knowledge = FakeKnowledge()
    assistant = Assistant(knowledge, Conversations(database))
    note = NoteRef(collection="open", path="hr/a.md")
    await assistant.ask("vacation", ANN, collections=["hr", "it"], instructions="Be brief.")
    await assistant.ask("vacation", ANN, collections=["hr"], within=note)
    await assistant.ask("in:board vacation", ANN, collections=["hr"])
    assert [query.collections for query in knowledge.asked] == [("hr", "it"), ("open",), ()]
    assert knowledge.asked[0].instructions == "Be brief."
