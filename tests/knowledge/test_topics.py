"""Topics of a real index of notes that are written here."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.compose import open_knowledge
from config.loading import load_settings
from knowledge.base import KnowledgeBase
from knowledge.topics import Topic
from knowledge.types import Viewer

LONG = "Everyone in the company may read this page, and it says what is to be done and who is asked before it. " * 2
GERMAN = "Wer auf eine Reise geht, der bekommt das Geld für die Fahrt und für das Essen nach der Reise zurück. " * 2
EVERYBODY, BOSS = Viewer(user="U1"), Viewer(user="U9")
DAYS = [f"2026-11-{day:02}" for day in range(1, 29)]


@pytest.fixture
async def knowledge(tmp_path: Path) -> AsyncIterator[KnowledgeBase]:
    notes = {
        "open/vacation.md": f"# Vacation\n\n## Carrying over\n\n{LONG}\n\n## How do I apply?\n\n{LONG}\n",
        "open/expenses.md": f"# Expenses\n\n## Overview\n\n{LONG}\n\n```\n# no heading\n```\n",
        "open/stub.md": "# Stub\n\nShort.\n",
        "open/reise.md": f"# Reise\n\n## Verpflegung\n\n{GERMAN}\n",
        "board/merger.md": f"# Merger\n\n## Price\n\n{LONG}\n",
    }
    for name, text in notes.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    config = tmp_path / "footnote.toml"
    config.write_text(
        '[[collections]]\nname = "open"\npath = "open"\n'
        '[[collections]]\nname = "board"\npath = "board"\nusers = ["U9"]\n',
        encoding="utf-8",
    )
    settings = load_settings(config=config, environ={}, cwd=tmp_path)
    async with open_knowledge(settings, write=True) as opened:
        await opened.sync()
        yield opened


async def over_days(knowledge: KnowledgeBase, viewer: Viewer, *, limit: int = 4) -> list[tuple[Topic, ...]]:
    return [await knowledge.topics(viewer, day=day, limit=limit) for day in DAYS]


@pytest.mark.promise("example-questions-come-from-the-notes")
async def test_topics_are_titles_and_headings_of_notes_that_say_something(knowledge: KnowledgeBase) -> None:
    found = {(one.title, one.heading) for topics in await over_days(knowledge, EVERYBODY) for one in topics}
    assert found == {
        ("Vacation", "Carrying over"),
        ("Vacation", "How do I apply?"),
        ("Expenses", ""),
        ("Reise", "Verpflegung"),
    }


@pytest.mark.promise("example-questions-come-from-the-notes")
async def test_topics_stay_the_same_all_day_and_change_with_it(knowledge: KnowledgeBase) -> None:
    first, again = await over_days(knowledge, EVERYBODY, limit=1), await over_days(knowledge, EVERYBODY, limit=1)
    assert first == again
    assert len({topics[0].title for topics in first}) == 3


@pytest.mark.promise("nobody-finds-what-they-may-not-see")
async def test_topics_come_from_what_the_person_may_see(knowledge: KnowledgeBase) -> None:
    assert not any(one.ref.collection == "board" for each in await over_days(knowledge, EVERYBODY) for one in each)
    for topics in await over_days(knowledge, BOSS, limit=2):
        assert {one.ref.collection for one in topics} == {"open", "board"}


async def test_topics_of_named_collections_are_of_no_other(knowledge: KnowledgeBase) -> None:
    for viewer, found in ((BOSS, {"board"}), (EVERYBODY, set[str]())):
        topics = await knowledge.topics(viewer, day=DAYS[0], collections=["board"])
        assert {one.ref.collection for one in topics} == found


async def test_only_what_is_surely_english_is_called_so(knowledge: KnowledgeBase) -> None:
    topics = await knowledge.topics(EVERYBODY, day=DAYS[0])
    assert {one.title: one.english for one in topics} == {"Vacation": True, "Expenses": True, "Reise": False}


async def test_who_may_see_nothing_gets_no_topic(knowledge: KnowledgeBase) -> None:
    nobody = Viewer(user="U1", shared=True)
    assert await knowledge.topics(Viewer(user=""), day=DAYS[0], limit=0) == ()
    assert all(one.ref.collection == "open" for one in await knowledge.topics(nobody, day=DAYS[0]))
