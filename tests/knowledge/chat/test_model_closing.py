"""Calls that nobody waits for any longer, and the gateway that ends with all of them."""

import asyncio
import threading

import pytest

from knowledge.chat.gateway import ModelGateway
from tests.knowledge.chat.asking import MakeChat, request, text_of
from tests.model_server import ModelServer


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
