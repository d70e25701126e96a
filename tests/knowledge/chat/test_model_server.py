import aiohttp
import pytest

from tests.model_server import Canned, ModelServer, delta


async def post(server: ModelServer, *, task: str = "answer", stream: bool = False, prompt: str = "hi") -> str:
    body = {"model": "test", "messages": [{"role": "user", "content": prompt}], "stream": stream}
    async with (
        aiohttp.ClientSession() as client,
        client.post(f"{server.base_url}/chat/completions", json=body, headers={"x-footnote-task": task}) as response,
    ):
        response.raise_for_status()
        return await response.text()


async def test_a_call_is_written_down_with_its_task_and_prompt(model_server: ModelServer) -> None:
    await post(model_server, task="rewrite", prompt="what colour is the sky")

    assert [(call.task, call.prompt) for call in model_server.calls] == [("rewrite", "what colour is the sky")]
    await model_server.wait_until(lambda: model_server.calls[0].ended == "finished")


async def test_replies_can_be_scripted_by_task(model_server: ModelServer) -> None:
    model_server.reply("for the rewrite", task="rewrite", times=None).reply("for the answer", task="answer")

    assert "for the answer" in await post(model_server, task="answer")
    assert "for the rewrite" in await post(model_server, task="rewrite")


async def test_replies_can_be_made_from_the_prompt(model_server: ModelServer) -> None:
    model_server.respond(lambda call: f"echo {call.prompt}" if "sky" in call.prompt else None)

    assert "echo sky" in await post(model_server, prompt="sky")
    assert "echo" not in await post(model_server, prompt="sea")


async def test_a_stream_can_be_scripted_event_by_event(model_server: ModelServer) -> None:
    model_server.respond(lambda call: Canned(events=[delta(content="one")]))

    events = (await post(model_server, stream=True)).split("\n\n")

    assert '"content": "one"' in events[0]
    assert events[1] == "data: [DONE]"


async def test_a_dropped_connection_reaches_the_client_as_such(model_server: ModelServer) -> None:
    model_server.faults.disconnect(after_chunks=1)

    with pytest.raises(aiohttp.ClientError):
        await post(model_server, stream=True)

    await model_server.wait_until(lambda: model_server.calls[0].ended == "server dropped")
