"""The local session: the bot's use cases in a terminal, without Slack."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import AsyncExitStack, suppress

from rich.console import Console
from rich.markdown import Markdown

from bot.assistant import Assistant
from bot.cli.output import printable
from bot.cli.view import show_answer, show_hits, show_notices
from bot.compose import open_knowledge
from bot.conversations import Conversations
from bot.errors import StateUnavailable
from bot.state.opening import open_state
from config.settings import Settings
from knowledge.errors import KnowledgeError
from knowledge.traces import Origin, asked_from
from knowledge.types import OPERATOR

with suppress(ImportError):  # not on Windows
    import readline  # noqa: F401 - importing it gives `input` its line editing

HELP = """\
Ask anything about your notes; a follow-up is understood. Also:

- `/ask QUESTION`: the same, as typed in Slack
- `/search WORDS`: ranked notes, with filters such as `tag:policy`, `path:handbook/`, `"exact phrase"`, `-word`
- `/more`: the next page
- `/new`: forget the conversation
- `/quit`: end (or Ctrl-D)
"""


def converse(settings: Settings) -> None:
    """A session until the person leaves. Raises KnowledgeError, BotError where it cannot begin.

    Lines are read outside the event loop: only there Ctrl-C ends the waiting, and keys edit the line.
    """
    stack = AsyncExitStack()
    with asyncio.Runner() as runner:
        try:
            session = runner.run(opened_session(settings, stack))
            session.greet()
            while (line := session.read()) is not None:
                if line.split(" ", 1)[0] in {"/quit", "/exit"}:
                    return
                if line:
                    runner.run(session.take(line))
        finally:
            runner.run(stack.aclose())


async def opened_session(settings: Settings, stack: AsyncExitStack) -> Session:
    """A new conversation over the configured notes; `stack` closes what it needs."""
    knowledge = await stack.enter_async_context(open_knowledge(settings))
    database = await open_state(settings)
    stack.push_async_callback(database.close)
    conversations = Conversations(database, history_turns=settings.conversation.history_turns)
    return Session(Assistant(knowledge, conversations), Console(highlight=False))


class Session:
    """One person's conversation."""

    def __init__(self, assistant: Assistant, console: Console) -> None:
        self._assistant = assistant
        self._console = console
        self._conversation = secrets.token_hex(8)
        self._search = ""
        self._page = 1

    def greet(self) -> None:
        """Say what can be typed."""
        self._console.print(Markdown(HELP))

    def read(self) -> str | None:
        """The next line; None at the end of input and at Ctrl-C."""
        try:
            return printable(self._console.input("[bold cyan]?[/] ")).strip()
        except (EOFError, KeyboardInterrupt):
            self._console.print()  # the shell's prompt gets a line of its own
            return None

    async def take(self, line: str) -> None:
        """One line: a command or a question. What goes wrong is said; the session goes on."""
        try:
            with asked_from(Origin(surface="chat")):
                await self._obey(line)
        except KnowledgeError as error:
            self._console.print(f"{error} {error.hint}", style="red", markup=False)
        except StateUnavailable:
            self._console.print(
                "The state database could not be used. Try again, or run `footnote doctor`.", style="red"
            )

    async def _obey(self, line: str) -> None:
        command, _, rest = line.partition(" ")
        match command, rest.strip():
            case "/search", words if words:
                self._search, self._page = words, 1
                await self._show_page()
            case "/ask", question if question:
                await self._answer(question)
            case "/more", _:
                await self._go_on()
            case "/new", _:
                self._conversation = secrets.token_hex(8)
                self._console.print("A new conversation.")
            case "/help" | "/ask" | "/search", _:
                self.greet()
            case _ if command.startswith("/"):
                self._console.print(f"There is no command {command}. /help lists them.", markup=False)
            case _:
                await self._answer(line)

    async def _answer(self, question: str) -> None:
        with self._console.status("Looking in the notes ..."):
            answer = await self._assistant.ask(question, OPERATOR, conversation=self._conversation)
        await self._assistant.remember(self._conversation, secrets.token_hex(8), question=question, answer=answer)
        show_answer(self._console, answer)

    async def _go_on(self) -> None:
        if not self._search:
            self._console.print("There is nothing to go on with: /search WORDS first.")
            return
        self._page += 1
        await self._show_page()

    async def _show_page(self) -> None:
        page = await self._assistant.search(self._search, OPERATOR, page=self._page)
        show_notices(self._console, page.result)
        if page.number > 1 and not page.result.hits:
            self._console.print("No more notes.")
            return
        show_hits(self._console, page.result.hits)
        if page.more:
            self._console.print("/more shows the next ones.", style="dim")
