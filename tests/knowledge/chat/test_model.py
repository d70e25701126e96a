"""The chat model against a real local server: what arrives there, and what comes back."""

import pytest

from knowledge.ports import Task, Usage
from tests.knowledge.chat.asking import SECRET_PROMPT, MakeChat, request, text_of
from tests.knowledge.chat.conftest import KEY
from tests.model_server import Canned, ModelServer, delta

# What is sent


@pytest.mark.promise("model-calls-name-their-task")
async def test_every_call_carries_its_task_in_a_header(chat: MakeChat, model_server: ModelServer) -> None:
    await chat().complete(request("rewrite"))
    await text_of(chat())

    assert [call.task for call in model_server.calls] == ["rewrite", "answer"]


async def test_the_prompt_goes_out_as_system_and_user_text(chat: MakeChat, model_server: ModelServer) -> None:
    await chat().complete(request(max_output_tokens=77))

    [call] = model_server.calls
    assert call.body["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": SECRET_PROMPT},
    ]
    assert call.body["max_tokens"] == 77
    assert "response_format" not in call.body


async def test_a_schema_is_sent_as_the_response_format(chat: MakeChat, model_server: ModelServer) -> None:
    schema = {"type": "object", "properties": {"keywords": {"type": "array", "items": {"type": "string"}}}}

    await chat().complete(request("keywords", json_schema=schema))

    assert model_server.calls[0].body["response_format"]["json_schema"]["schema"] == schema


async def test_a_local_server_needs_no_key(
    chat: MakeChat, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    model_server.reply("Here.")

    assert await text_of(chat()) == "Here."
    assert KEY not in model_server.calls[0].headers["authorization"]


# What comes back


async def test_a_stream_gives_the_reply_in_pieces_none_of_them_empty(
    chat: MakeChat, model_server: ModelServer
) -> None:
    model_server.reply("Twenty-five days a year [1].")

    pieces = [piece async for piece in chat().stream(request())]

    assert "".join(pieces) == "Twenty-five days a year [1]."
    assert all(pieces)


async def test_a_stream_gives_text_before_it_is_over(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.reply("first second").faults.stall(after_chunks=2, seconds=600)

    stream = chat().stream(request())

    assert await anext(stream) == "first "
    await stream.aclose()


async def test_empty_choices_and_missing_texts_are_passed_over(chat: MakeChat, model_server: ModelServer) -> None:
    without_choices = delta() | {"choices": []}
    events = [
        without_choices,
        delta(role="assistant", content=None),
        delta(content="Yes."),
        delta(finish_reason="stop"),
    ]
    model_server.respond(lambda _: Canned(events=events))

    assert await text_of(chat()) == "Yes."


@pytest.mark.promise("model-reasoning-stays-hidden")
@pytest.mark.parametrize(
    "hidden",
    [
        [delta(reasoning_content="secret")],
        [delta(content="<think>sec"), delta(content="ret</th"), delta(content="ink>")],
    ],
    ids=["as a field", "inside the text"],
)
async def test_reasoning_never_reaches_the_reply(chat: MakeChat, model_server: ModelServer, hidden: list) -> None:
    model_server.respond(lambda _: Canned(events=[*hidden, delta(content="Yes."), delta(finish_reason="stop")]))

    assert await text_of(chat()) == "Yes."


async def test_a_reply_without_choices_is_empty(chat: MakeChat, model_server: ModelServer) -> None:
    reply = {"id": "x", "object": "chat.completion", "created": 1, "model": "test", "choices": []}
    model_server.respond(lambda _: Canned(json=reply))

    assert await chat().complete(request()) == ""


@pytest.mark.parametrize("streamed", [True, False])
async def test_usage_and_cost_are_told_to_whoever_wants_them(
    chat: MakeChat, model_server: ModelServer, streamed: bool
) -> None:
    model_server.reply("One two three.")
    told: list[tuple[Task, Usage]] = []
    model = chat(model="openai/gpt-4o-mini", on_usage=lambda task, usage: told.append((task, usage)))

    await (text_of(model) if streamed else model.complete(request()))

    [(task, usage)] = told
    assert task == "answer"
    assert usage.prompt_tokens > 0
    assert usage.completion_tokens > 0
    assert usage.dollars > 0  # its price is in the map that LiteLLM carries


async def test_an_unknown_price_costs_nothing(chat: MakeChat) -> None:
    told: list[Usage] = []

    await chat(on_usage=lambda _, usage: told.append(usage)).complete(request())

    assert [usage.dollars for usage in told] == [0.0]
