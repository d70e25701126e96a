"""The local session: the bot's use cases in a terminal, without Slack."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from contextlib import AsyncExitStack

from rich.console import Console
from rich.markdown import Markdown

from bot.assistant import Assistant
from bot.cli.view import printable, show_answer, show_hits, show_notices
from bot.compose import open_knowledge
from bot.conversations import Conversations
from bot.state.database import StateDatabase
from config.settings import Settings
from knowledge.errors import KnowledgeError
from knowledge.types import OPERATOR

HELP = """\
Ask anything about your notes; a follow-up is understood. Also:

- `/search WORDS`: ranked notes, with filters such as `tag:policy`, `path:hr/`, `"exact phrase"`, `-word`
- `/more`: the next page
- `/new`: forget the conversation
- `/quit`: end (or Ctrl-D)
"""


async def converse(settings: Settings) -> None:
    """A session until the person leaves. Raises KnowledgeError, BotError where it cannot begin."""
    async with AsyncExitStack() as stack:
        knowledge = await stack.enter_async_context(open_knowledge(settings))
        database = await StateDatabase.open(settings.conversation.database)
        stack.push_async_callback(database.close)
        conversations = Conversations(database, history_turns=settings.conversation.history_turns)
        await Session(Assistant(knowledge, conversations), Console(highlight=False)).run()


class Session:
    """One person's conversation."""

    def __init__(self, assistant: Assistant, console: Console) -> None:
        self._assistant = assistant
        self._console = console
        self._conversation = secrets.token_hex(8)
        self._search = ""
        self._page = 1

    async def run(self) -> None:
        """Read lines until the end of input or /quit."""
        self._console.print(Markdown(HELP))
        while (line := await self._read()) is not None:
            if line.split(" ", 1)[0] in {"/quit", "/exit"}:
                return
            if line:
                await self.take(line)

    async def take(self, line: str) -> None:
        """One line: a command or a question. What goes wrong is said; the session goes on."""
        command, _, rest = line.partition(" ")
        try:
            match command:
                case "/search" if rest.strip():
                    self._search, self._page = rest.strip(), 1
                    await self._show_page()
                case "/more" if self._search:
                    self._page += 1
                    await self._show_page()
                case "/new":
                    self._conversation = secrets.token_hex(8)
                    self._console.print("A new conversation.")
                case "/ask" if rest.strip():
                    await self._answer(rest.strip())
                case _ if command.startswith("/"):
                    self._console.print(Markdown(HELP))
                case _:
                    await self._answer(line)
        except KnowledgeError as error:
            self._console.print(f"{error} {error.hint}", style="red", markup=False)
        except sqlite3.Error:
            self._console.print(
                "The state database could not be used. Try again, or run `footnote doctor`.", style="red"
            )

    async def _answer(self, question: str) -> None:
        with self._console.status("Looking in the notes ..."):
            answer = await self._assistant.ask(question, OPERATOR, conversation=self._conversation)
        await self._assistant.remember(self._conversation, secrets.token_hex(8), question=question, answer=answer)
        show_answer(self._console, answer)

    async def _show_page(self) -> None:
        page = await self._assistant.search(self._search, OPERATOR, page=self._page)
        show_notices(self._console, page.result)
        show_hits(self._console, page.result.hits)
        if page.more:
            self._console.print("/more shows the next ones.", style="dim")

    async def _read(self) -> str | None:
        """The next line; None at the end of input."""
        try:
            line = await asyncio.to_thread(self._console.input, "[bold cyan]?[/] ")
        except (EOFError, KeyboardInterrupt):
            return None
        return printable(line).strip()
