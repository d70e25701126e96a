"""The chat model against a real local server: what arrives there, and what comes back."""

import asyncio
import logging
import socket
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from knowledge.chat.gateway import ModelGateway
from knowledge.chat.model import LiteLLMChat
from knowledge.errors import ModelBusy, ModelCut, ModelError, ModelMissing, ModelRefused, ModelUnreachable
from knowledge.ports import ChatRequest, Task, Usage
from tests.knowledge.chat.conftest import KEY
from tests.model_server import Canned, ModelServer, delta

MakeChat = Callable[..., LiteLLMChat]
SECRET_PROMPT = "the merger is called Bluebird"


def request(task: Task = "answer", **changes: object) -> ChatRequest:
    return ChatRequest(**({"task": task, "system": "Be brief.", "user": SECRET_PROMPT} | changes))


async def text_of(chat: LiteLLMChat) -> str:
    return "".join([piece async for piece in chat.stream(request())])


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


# What fails


@pytest.mark.promise("model-calls-retry-after-overload")
@pytest.mark.parametrize("status", [429, 500, 503])
async def test_overload_is_tried_again(chat: MakeChat, model_server: ModelServer, status: int) -> None:
    model_server.reply("At last.").faults.fail(status, times=2, retry_after=0.01)

    assert await text_of(chat()) == "At last."
    assert len(model_server.calls) == 3


async def test_a_stream_that_breaks_before_its_first_word_is_tried_again(
    chat: MakeChat, model_server: ModelServer
) -> None:
    model_server.reply("Whole.", times=2).faults.disconnect(after_chunks=1)

    assert await text_of(chat()) == "Whole."


async def test_lasting_overload_ends_after_two_retries(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.faults.fail(429, times=None, retry_after=0.01)

    with pytest.raises(ModelBusy, match="openai/test takes no more requests"):
        await text_of(chat())

    assert len(model_server.calls) == 3


async def test_a_wait_beyond_the_deadline_is_not_begun(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.faults.fail(429, retry_after=3_600)

    with pytest.raises(ModelBusy):
        await text_of(chat())

    assert len(model_server.calls) == 1


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "refuses the request"),
        (401, "refuses the key"),
        (403, "refuses the key"),
        (404, "does not know the model openai/test"),
        (413, "refuses the request"),
        (422, "refuses the request"),
    ],
)
async def test_a_refusal_is_final(chat: MakeChat, model_server: ModelServer, status: int, words: str) -> None:
    model_server.faults.fail(status, times=None)

    with pytest.raises(ModelRefused, match=words):
        await text_of(chat())

    assert len(model_server.calls) == 1


async def test_a_too_long_request_says_so(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.faults.context_overflow()

    with pytest.raises(ModelRefused, match="too long for the model openai/test"):
        await text_of(chat())


@pytest.mark.promise("broken-streams-keep-their-text")
@pytest.mark.parametrize("fault", ["disconnect", "truncate", "corrupt"])
async def test_a_stream_that_breaks_off_keeps_what_had_arrived(
    chat: MakeChat, model_server: ModelServer, fault: str
) -> None:
    model_server.reply("one two three four")
    getattr(model_server.faults, fault)(after_chunks=3)

    with pytest.raises(ModelCut, match="broke off") as caught:
        await text_of(chat())

    assert caught.value.text == "one two "
    assert len(model_server.calls) == 1


async def test_a_reply_that_reaches_its_length_limit_is_not_taken_for_whole(
    chat: MakeChat, model_server: ModelServer
) -> None:
    model_server.respond(lambda _: Canned(events=[delta(content="half"), delta(finish_reason="length")]))

    with pytest.raises(ModelCut, match="length limit") as caught:
        await text_of(chat())

    assert caught.value.text == "half"


@pytest.mark.promise("model-calls-have-a-deadline")
async def test_a_stalled_stream_ends_at_the_deadline(chat: MakeChat, model_server: ModelServer) -> None:
    await chat().complete(request())  # connected, so that the deadline measures the stall
    model_server.reply("one two three").faults.stall(after_chunks=2, seconds=600)

    with pytest.raises(ModelCut, match=r"did not finish within 2 s") as caught:
        await text_of(chat(timeout_seconds=2))

    assert caught.value.text == "one "
    await model_server.wait_until(lambda: model_server.calls[-1].ended == "client left")


async def test_a_silent_server_is_unreachable_at_the_deadline(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.faults.delay(600)

    with pytest.raises(ModelUnreachable, match=r"did not finish within 0\.5 s"):
        await text_of(chat(timeout_seconds=0.5))

    await model_server.wait_until(lambda: model_server.calls[-1].ended == "client left")


async def test_nobody_listening_names_model_and_address(chat: MakeChat) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"

        with pytest.raises(ModelUnreachable, match=f"openai/test cannot be reached at {address}"):
            await text_of(chat(api_base=address))


@pytest.mark.parametrize(
    ("model", "key"), [("openai/gpt-4o-mini", "OPENAI_API_KEY"), ("anthropic/x", "ANTHROPIC_API_KEY")]
)
async def test_a_missing_key_is_named(chat: MakeChat, monkeypatch: pytest.MonkeyPatch, model: str, key: str) -> None:
    monkeypatch.delenv(key, raising=False)

    with pytest.raises(ModelMissing, match=f"needs {key}") as caught:
        await text_of(chat(model=model, api_base=""))

    assert key in caught.value.hint


async def test_a_name_without_a_provider_is_explained(chat: MakeChat) -> None:
    with pytest.raises(ModelRefused, match="gpt-of-ours names no provider"):
        await text_of(chat(model="gpt-of-ours", api_base=""))


@pytest.mark.promise("model-errors-hold-no-secret")
@pytest.mark.parametrize("status", [400, 401, 500])
async def test_neither_prompt_nor_key_nor_the_servers_words_show_anywhere(
    chat: MakeChat,
    model_server: ModelServer,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    status: int,
) -> None:
    said = f"cannot serve {KEY}: {SECRET_PROMPT}"
    model_server.respond(
        lambda _: Canned(status=status, json={"error": {"message": said}}, headers={"retry-after": "0"})
    )

    with caplog.at_level(logging.DEBUG), pytest.raises(ModelError) as caught:
        await text_of(chat())

    out, err = capfd.readouterr()
    shown = " ".join([str(caught.value), caught.value.hint, repr(caught.value), caplog.text, out, err])
    assert "openai/test" in shown
    for secret in (KEY, SECRET_PROMPT, "cannot serve"):
        assert secret not in shown
    assert caught.value.__cause__ is caught.value.__context__ is None


# Cancelling and closing


@pytest.mark.promise("cancelled-model-calls-close-their-connection")
@pytest.mark.parametrize("streamed", [True, False])
async def test_cancelling_the_caller_closes_the_connection(
    chat: MakeChat, model_server: ModelServer, streamed: bool
) -> None:
    model_server.faults.delay(600)
    call = asyncio.ensure_future(text_of(chat()) if streamed else chat().complete(request()))
    await model_server.wait_until(lambda: len(model_server.calls) == 1)

    call.cancel()

    with pytest.raises(asyncio.CancelledError):
        await call
    await model_server.wait_until(lambda: model_server.calls[0].ended == "client left")


async def test_leaving_a_stream_early_closes_the_connection(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.reply("first second third").faults.stall(after_chunks=2, seconds=600)
    stream = chat().stream(request())
    await anext(stream)

    await stream.aclose()

    await model_server.wait_until(lambda: bool(model_server.calls[0].ended))
    assert model_server.calls[0].ended == "client left"


async def test_closing_the_gateway_ends_running_calls_and_its_thread(
    chat: MakeChat, gateway: ModelGateway, model_server: ModelServer
) -> None:
    model_server.faults.delay(600)
    call = asyncio.ensure_future(text_of(chat()))
    await model_server.wait_until(lambda: len(model_server.calls) == 1)

    await gateway.close()

    with pytest.raises(asyncio.CancelledError):
        await call
    assert "footnote-models" not in {thread.name for thread in threading.enumerate()}


async def test_many_calls_wait_for_the_server_at_the_same_time(chat: MakeChat, model_server: ModelServer) -> None:
    model_server.faults.delay(600, times=None)
    calls = [asyncio.ensure_future(chat(timeout_seconds=60).complete(request())) for _ in range(30)]

    await model_server.wait_until(lambda: len(model_server.calls) == 30)

    for call in calls:
        call.cancel()
    assert all(
        isinstance(result, asyncio.CancelledError) for result in await asyncio.gather(*calls, return_exceptions=True)
    )


# Importing


@pytest.mark.promise("litellm-is-imported-late")
def test_importing_the_room_does_not_import_litellm() -> None:
    code = (
        "import sys, knowledge.chat.model, knowledge.chat.gateway, knowledge.embedding.remote\n"
        "print(sorted({'litellm', 'openai', 'httpx', 'onnxruntime'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.promise("litellm-starts-without-the-network")
def test_warming_imports_litellm_and_contacts_nobody() -> None:
    code = (
        "import asyncio, sys\n"
        "from knowledge.chat.gateway import ModelGateway\n"
        "contacts = []\n"
        "sys.addaudithook(lambda event, _: contacts.append(event) if event in "
        "{'socket.connect', 'socket.getaddrinfo'} else None)\n"
        "async def main():\n"
        "    gateway = ModelGateway()\n"
        "    await gateway.warm()\n"
        "    await gateway.close()\n"
        "asyncio.run(main())\n"
        "print('litellm' in sys.modules, contacts)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert (done.stdout.strip(), done.stderr) == ("True []", "")
