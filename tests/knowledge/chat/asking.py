"""One request, and its reply as text."""

from collections.abc import Callable

from knowledge.chat.model import LiteLLMChat
from knowledge.ports import ChatRequest, Task

MakeChat = Callable[..., LiteLLMChat]
SECRET_PROMPT = "the merger is called Bluebird"


def request(task: Task = "answer", **changes: object) -> ChatRequest:
    return ChatRequest(**({"task": task, "system": "Be brief.", "user": SECRET_PROMPT} | changes))


async def text_of(chat: LiteLLMChat) -> str:
    return "".join([piece async for piece in chat.stream(request())])
