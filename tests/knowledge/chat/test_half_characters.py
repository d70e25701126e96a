"""Replies whose characters come in halves, as programs that count UTF-16 units cut them."""

import pytest

from tests.knowledge.chat.asking import MakeChat, request, text_of
from tests.model_server import Canned, ModelServer, delta


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (("Yes \ud83d", "\ude00!"), "Yes 😀!"),
        (("\ud83d", "\ude00"), "😀"),
        (("Yes \ud83d",), "Yes \ufffd"),
        (("\ude00 yes", " \ud83d", " no"), "\ufffd yes \ufffd no"),
    ],
)
async def test_halves_of_a_character_are_one_again_and_a_lone_one_is_marked(
    chat: MakeChat, model_server: ModelServer, pieces: tuple[str, ...], text: str
) -> None:
    events = [*(delta(content=piece) for piece in pieces), delta(finish_reason="stop")]
    model_server.respond(lambda _: Canned(events=events))
    assert await text_of(chat()) == text


async def test_so_are_those_of_a_whole_reply(chat: MakeChat, model_server: ModelServer) -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "Yes \ud83d\ude00, \ude00."}}
    model_server.respond(lambda _: Canned(json={"model": "test", "choices": [choice]}))
    assert await chat().complete(request()) == "Yes 😀, \ufffd."
