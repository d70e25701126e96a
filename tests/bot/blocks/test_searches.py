import pytest

from bot.blocks import related_message, search_message
from knowledge.types import NoteRef, SearchResult
from tests.bot.blocks.samples import NASTY_TITLE, NASTY_URL, accept, buttons, hit, shown
from tests.bot.text.hostile import LIVE, MENTIONS


def render(result: SearchResult, **options):
    options = {"query": "vacation", "page": 1, "more": False, "request_id": "4f2a", "private": True} | options
    return accept(search_message(result, **options))


def hits(count: int) -> SearchResult:
    return SearchResult(hits=tuple(hit(f"n{n}.md", title=f"Note {n}") for n in range(count)))


@pytest.mark.promise("search-shows-cards")
def test_a_card_shows_title_link_preview_collection_path_and_age():
    message = render(SearchResult(hits=(hit(),)))
    assert (
        message.blocks[1]["text"]["text"] == "*<https://notes.test/hr/vacation.md|Vacation>*\nEveryone gets 25 days."
    )
    assert message.blocks[2]["elements"][0]["text"] == "`handbook` · hr/vacation.md · changed 7 Mar 2025"


def test_the_notification_names_the_query_and_the_notes():
    assert render(hits(2)).text == "Notes for vacation: Note 0, Note 1"


def test_buttons_of_a_page_with_others_behind_it():
    assert buttons(render(hits(2), page=2, more=True)) == {
        "search_explain:5": "4f2a",
        "search_related:5": "4f2a",
        "search_explain:6": "4f2a",
        "search_related:6": "4f2a",
        "search_more:3": "4f2a",
        "search_deeper": "4f2a",
        "search_ask": "4f2a",
        "search_share:2": "4f2a",
    }


def test_a_deeper_search_offers_no_deeper_one_and_shows_what_it_looked_for():
    result = SearchResult(hits=(hit(),), rewrite="days off", keywords=("leave", "PTO"))
    message = render(result, deeper=True)
    assert "search_deeper" not in buttons(message)
    assert "Also searched: days off · leave, PTO" in shown(message)


def test_a_shared_page_names_who_shared_it_and_cannot_be_shared_again():
    message = render(hits(1), private=False, shared_by="U012AB")
    assert "Shared by <@U012AB>" in shown(message)
    assert not any(action.startswith("search_share") for action in buttons(message))


def test_a_fallback_and_notices_are_visible():
    result = SearchResult(hits=(hit(),), fallback="Only words were compared.", notices=("There is no collection x.",))
    text = shown(render(result))
    assert ":warning: Only words were compared." in text
    assert "There is no collection x." in text


@pytest.mark.promise("every-failure-has-a-next-step")
def test_nothing_found_says_what_to_try():
    message = render(SearchResult(hits=()))
    assert "Try fewer or other words" in message.text
    assert buttons(message) == {"search_deeper": "4f2a", "search_ask": "4f2a"}


def test_a_page_behind_the_last_one_says_so():
    assert render(SearchResult(hits=()), page=3).text.startswith("These were all the notes for vacation.")


@pytest.mark.promise("slack-limits-hold")
def test_two_hundred_hits_with_the_longest_texts_make_one_page_of_five():
    worst = hit("p" * 900, title=NASTY_TITLE * 30, url=NASTY_URL + "x" * 900, preview="```\n<&> " * 900)
    message = render(SearchResult(hits=(worst,) * 200, notices=("n" * 5_000,)), query="q&" * 2_000, more=True)
    assert len([action for action in buttons(message) if action.startswith("search_related")]) == 5


def test_a_code_fence_in_a_preview_swallows_nothing():
    assert "```" not in shown(render(SearchResult(hits=(hit(preview="run ```\nmake\n``` now"),))))


@pytest.mark.promise("no-text-can-ping")
@pytest.mark.parametrize("mention", MENTIONS)
def test_no_field_of_a_result_can_ping(mention: str):
    found = hit(f"{mention}.md", title=mention, preview=mention, url=f"https://x.test/{mention}")
    result = SearchResult(hits=(found,), rewrite=mention, keywords=(mention,), fallback=mention, notices=(mention,))
    for message in (render(result, query=mention), accept(related_message(found.ref, (found,)))):
        assert not LIVE.search(shown(message) + message.text)


def test_related_notes_are_listed_with_their_links():
    message = accept(related_message(NoteRef(collection="handbook", path="a.md"), (hit(), hit("b.md", title=""))))
    assert message.text == "Close to a.md: Vacation, b.md"
    assert "• *<https://notes.test/hr/vacation.md|Vacation>* · `handbook` · hr/vacation.md" in shown(message)


def test_a_note_without_neighbours_says_what_to_try():
    message = accept(related_message(NoteRef(collection="handbook", path="a.md"), ()))
    assert "Try a search" in message.text


@pytest.mark.promise("exact-copies-are-one-card")
def test_a_card_names_where_else_its_note_stands():
    copies = tuple(NoteRef(collection="hr", path=f"copies/{number}.md") for number in range(5))
    text = shown(render(SearchResult(hits=(hit(also=copies),))))
    assert "also in hr/copies/0.md, hr/copies/1.md, hr/copies/2.md and 2 more places" in text
