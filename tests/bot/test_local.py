"""The local session: the same use cases, typed."""

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from rich.console import Console

from bot.assistant import Assistant
from bot.compose import open_knowledge
from bot.conversations import Conversations
from bot.demo import demo_settings
from bot.local import Session
from bot.state.database import StateDatabase


class Typed:
    """A session and what it has said since it was last asked."""

    def __init__(self, assistant: Assistant) -> None:
        self._out = io.StringIO()
        self._session = Session(assistant, Console(file=self._out, width=200))

    async def type(self, line: str) -> str:
        self._out.truncate(self._out.seek(0))
        await self._session.take(line)
        return self._out.getvalue()


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def typed(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Typed]:
    folder: Path = tmp_path_factory.mktemp("session")
    async with open_knowledge(demo_settings(folder), write=True) as knowledge:
        await knowledge.sync()
        database = await StateDatabase.open(folder / "state.db")
        yield Typed(Assistant(knowledge, Conversations(database, history_turns=6)))
        await database.close()


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.promise("a-local-session-understands-follow-ups")
async def test_a_follow_up_is_answered_from_the_note_it_means(typed: Typed) -> None:
    assert "28 paid vacation days" in await typed.type("how many vacation days do I get?")
    answer = await typed.type("and for contractors?")
    assert "Contractors get no paid vacation days" in answer
    assert "handbook/contractors.md:16" in answer


async def test_a_search_goes_on_page_by_page_until_there_are_no_more_notes(typed: Typed) -> None:
    first = await typed.type("/search tag:policy")
    assert "1. " in first
    assert "/more shows the next ones." in first
    second = await typed.type("/more")
    assert second
    assert second != first
    for _ in range(5):
        last = await typed.type("/more")
    assert last == "No more notes.\n"


async def test_what_is_no_command_is_named(typed: Typed) -> None:
    assert "/nosuch" in await typed.type("/nosuch")
    assert "/search WORDS" in await typed.type("/help")
    assert "soon" in await typed.type("before:soon tea")
