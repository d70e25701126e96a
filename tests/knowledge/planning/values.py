"""A scripted chat model, and notes that a conversation is about."""

from __future__ import annotations

from collections.abc import AsyncIterator

from knowledge.errors import ModelBusy
from knowledge.ports import ChatRequest
from knowledge.types import Query, Turn


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
