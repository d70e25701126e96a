"""From a question to notes, over a real index."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from knowledge.errors import IndexUnavailable, ModelMismatch, ModelUnreachable, NoteNotFound
from knowledge.retrieval.pipeline import Pipeline
from knowledge.retrieval.query import parse_query
from knowledge.retrieval.sources import Checked
from knowledge.types import OPERATOR, Candidate, NoteRef, Query, Scope, Viewer
from tests.knowledge.retrieval.conftest import MeaningEmbedder, Shelve, files
from tests.knowledge.retrieval.values import candidate

NOTES = {
    "handbook/leave.md": "---\ntags: [policy]\nupdated: 2025-03-01\n---\n# Leave\n\nYou get 28 days off each year.\n",
    "handbook/release.md": "---\nupdated: 2025-02-01\n---\n# Rollout\n\nShip it on a Tuesday.\n",
    "handbook/laptop.md": "---\nupdated: 2025-01-01\n---\n# Laptops\n\nA computer lasts three years.\n",
}
SECRET = {"board/pay.md": "# Salary\n\nThe vacation bonus of the board.\n"}


def asked(text: str, viewer: Viewer = OPERATOR) -> Query:
    parsed = parse_query(text)
    return Query(text=parsed.words, filter=parsed.filter, notices=parsed.notices, viewer=viewer)


@pytest.mark.promise("words-and-meaning-both-find-notes")
async def test_a_match_of_words_and_one_of_meaning_are_both_at_the_top(shelve: Shelve) -> None:
    filler = {f"handbook/{at}.md": f"# Filler {at}\n\nNothing of note, number {at}.\n" for at in range(10)}
    shelf = await shelve({**NOTES, **filler, "handbook/word.md": "# Glossary\n\nThe holiday calendar.\n"})
    result = await shelf.finder.search(asked("holiday"))
    assert set(files(result.hits)[:3]) >= {"word.md", "leave.md"}
    assert result.mode == "hybrid"
    sources = {each.source for hit in result.hits[:3] for each in hit.contributions}
    assert sources == {"dense", "lexical", "notes"}


async def test_a_hit_shows_its_title_preview_and_lines(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    hit = (await shelf.finder.search(asked("days off"), limit=1)).hits[0]
    assert (hit.ref.path, hit.title, hit.url) == ("leave.md", "Leave", None)
    assert "28 days off" in hit.matched[0].preview
    assert hit.updated is not None
    assert hit.updated.isoformat().startswith("2025-03-01")


@pytest.mark.promise("a-broken-meaning-search-falls-back-openly")
async def test_without_a_model_keywords_answer_and_say_so(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    shelf.embedder.down = True
    result = await shelf.finder.search(asked("days"))
    assert files(result.hits) == ["leave.md"]
    assert result.mode == "lexical"
    assert result.fallback == "Searched by keywords only: The model at 127.0.0.1 does not answer."
    with pytest.raises(ModelUnreachable):
        await shelf.finder.search(asked("days"), strict=True)


@pytest.mark.promise("a-broken-meaning-search-falls-back-openly")
async def test_before_the_first_vector_keywords_answer_and_say_so(shelve: Shelve) -> None:
    shelf = await shelve(NOTES, embed=False)
    result = await shelf.finder.search(asked("days"))
    assert files(result.hits) == ["leave.md"]
    assert result.fallback == "Searched by keywords only: The notes are not embedded yet."
    with pytest.raises(IndexUnavailable, match="not embedded yet"):
        await shelf.finder.search(asked("days"), strict=True)


@pytest.mark.promise("another-model-takes-over-while-the-old-one-serves")
async def test_the_former_model_serves_until_the_new_one_takes_over(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    coming = MeaningEmbedder()
    coming.model = "coming"
    pipeline = Pipeline(shelf.library, shelf.store, coming, former=shelf.embedder)

    await shelf.store.gather("coming")
    found = await pipeline.find(asked("holiday"), limit=3, mode="dense", strict=True)
    assert found.candidates[0].chunk.ref.path == "leave.md"
    assert (shelf.embedder.asked, coming.asked) == (["holiday"], [])

    waiting = await shelf.store.pending(10)
    vectors = await coming.embed_documents([piece.text for piece in waiting])
    await shelf.store.store_vectors("coming", [piece.id for piece in waiting], vectors)
    await shelf.store.adopt()
    await pipeline.find(asked("holiday"), limit=3, mode="dense", strict=True)
    assert (shelf.embedder.asked, coming.asked) == (["holiday"], ["holiday"])


@pytest.mark.promise("a-broken-meaning-search-falls-back-openly")
async def test_vectors_of_another_model_are_not_used(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    shelf.embedder.model = "another"
    assert (await shelf.finder.search(asked("days"))).mode == "lexical"
    with pytest.raises(ModelMismatch):
        await shelf.finder.search(asked("days"), strict=True)


async def test_an_index_out_of_reach_is_an_error_and_no_fallback(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    finder = shelf.finder
    shelf.embedder.down = True
    await shelf.store.close()
    with pytest.raises(Exception):  # noqa: B017, PT011 - what a closed store raises is the store's own business
        await finder.search(asked("days"))


@pytest.mark.promise("filters-judge-notes-before-the-search")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("days tag:policy", {"leave.md"}),
        ("days -off", {"release.md", "laptop.md"}),
        ("days after:2025-01-15 -tag:policy", {"release.md"}),
        ("days path:laptop.md", {"laptop.md"}),
        ('days "days off each"', {"leave.md"}),
        ("days in:nowhere", set()),
    ],
)
async def test_filters_judge_notes_before_the_search(shelve: Shelve, text: str, found: set[str]) -> None:
    shelf = await shelve(NOTES)
    assert set(files((await shelf.finder.search(asked(text))).hits)) == found


async def test_filters_alone_list_the_latest_notes(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    result = await shelf.finder.search(asked("-zebra"), limit=2)
    assert files(result.hits) == ["leave.md", "release.md"]
    assert result.queries == ()


@pytest.mark.promise("nobody-finds-what-they-may-not-see")
async def test_a_hidden_collection_is_in_no_search_related_or_random(shelve: Shelve) -> None:
    shelf = await shelve({**NOTES, **SECRET}, board={"users": frozenset({"U1"})})
    stranger = Viewer(user="U2")
    assert "pay.md" in files((await shelf.finder.search(asked("vacation bonus", Viewer(user="U1")))).hits)
    assert "pay.md" not in files((await shelf.finder.search(asked("vacation bonus", stranger))).hits)
    assert "pay.md" not in files((await shelf.finder.search(asked("vacation in:board", stranger))).hits)
    leave = NoteRef(collection="handbook", path="leave.md")
    assert "pay.md" not in files(await shelf.finder.related(leave, stranger, limit=9))
    assert "pay.md" not in files(await shelf.finder.random(stranger, limit=9))
    with pytest.raises(NoteNotFound, match="no indexed note"):
        await shelf.finder.related(NoteRef(collection="board", path="pay.md"), stranger)


async def test_related_notes_are_near_in_meaning_and_never_the_note_itself(shelve: Shelve) -> None:
    shelf = await shelve({**NOTES, "handbook/holiday.md": "# Holiday\n\nRest is leave.\n"})
    leave = NoteRef(collection="handbook", path="leave.md")
    related = await shelf.finder.related(leave, OPERATOR, limit=2)
    assert files(related)[0] == "holiday.md"
    assert len(related) == 2
    assert "leave.md" not in files(related)


async def test_related_notes_share_words_while_there_are_no_vectors(shelve: Shelve) -> None:
    shelf = await shelve({**NOTES, "handbook/more.md": "# More\n\nAbout leave and who takes leave.\n"}, embed=False)
    related = await shelf.finder.related(NoteRef(collection="handbook", path="leave.md"), OPERATOR)
    assert files(related) == ["more.md"]


async def test_random_notes_are_different_ones(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    drawn = await shelf.finder.random(OPERATOR, limit=2, chance=random.Random(7))
    assert len(set(files(drawn))) == 2
    assert sorted(files(await shelf.finder.random(OPERATOR, limit=50))) == ["laptop.md", "leave.md", "release.md"]


async def test_a_question_is_embedded_once(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    await shelf.finder.search(asked("vacation"))
    assert shelf.embedder.asked == ["vacation"]


@pytest.mark.parametrize(
    "broken", [[candidate(1), candidate(1)], [candidate(1, float("nan"))], [candidate(1, float("inf"))]]
)
async def test_a_broken_list_is_refused_before_the_next_stage(broken: Sequence[Candidate]) -> None:
    class Broken:
        async def retrieve(self, query: Query, scope: Scope) -> Sequence[Candidate]:
            return broken

    with pytest.raises(ValueError, match="Broken returned"):
        await Checked(Broken()).retrieve(Query(text="x"), Scope(collections=("a",)))


async def test_a_limit_below_one_is_refused(shelve: Shelve) -> None:
    shelf = await shelve(NOTES)
    with pytest.raises(ValueError, match="limit must be at least 1"):
        await shelf.pipeline().find(asked("days"), limit=0)


@pytest.mark.promise("exact-copies-are-one-card")
async def test_exact_copies_are_one_hit_that_names_the_others(shelve: Shelve) -> None:
    leave = NOTES["handbook/leave.md"]
    copies = {"hr/leave.md": leave, "hr/old/leave.md": leave}
    shelf = await shelve({**NOTES, **copies})
    first, *others = (await shelf.finder.search(asked("28 days off"), limit=3)).hits
    places = {first.ref, *first.also}
    assert {f"{ref.collection}/{ref.path}" for ref in places} == {"handbook/leave.md", *copies}
    assert not places.intersection(hit.ref for hit in others)


@pytest.mark.promise("exact-copies-are-one-card")
async def test_a_copy_that_a_viewer_may_not_see_is_not_named(shelve: Shelve) -> None:
    leave = NOTES["handbook/leave.md"]
    shelf = await shelve({**NOTES, "board/leave.md": leave}, board={"users": frozenset({"U1"})})
    (first, *_) = (await shelf.finder.search(asked("28 days off", Viewer(user="U2")), limit=3)).hits
    assert (first.ref.collection, first.also) == ("handbook", ())


@pytest.mark.promise("a-collection-may-ask-for-a-least-score")
async def test_notes_below_the_least_score_of_their_collection_make_room_for_others(shelve: Shelve) -> None:
    weak = {f"ops/{number}.md": f"# Office {number}\n\nDays at the office, number {number}.\n" for number in range(5)}
    strong = {"handbook/leave.md": NOTES["handbook/leave.md"], "handbook/days.md": "# Days\n\nAll days off.\n"}
    free = await shelve({**strong, **weak})
    assert {hit.ref.collection for hit in (await free.finder.search(asked("days off"), limit=5)).hits} > {"handbook"}
    strict = await shelve({**strong, **weak}, ops={"min_score": 1.0})
    hits = (await strict.finder.search(asked("days off"), limit=5)).hits
    assert {hit.ref.collection for hit in hits} == {"handbook"}
    assert all(
        one.chunk.ref.collection == "handbook"
        for one in (await strict.pipeline().find(asked("days off"), limit=5)).candidates
    )
