"""Calls of a real local server that fail: tried again or final, told in words, and without a secret."""

import logging
import socket

import pytest

from knowledge.errors import ModelBusy, ModelCut, ModelError, ModelMissing, ModelRefused, ModelUnreachable
from tests.knowledge.chat.asking import SECRET_PROMPT, MakeChat, request, text_of
from tests.knowledge.chat.conftest import KEY
from tests.model_server import Canned, ModelServer, delta


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
