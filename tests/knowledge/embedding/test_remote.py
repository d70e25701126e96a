"""Embedding through LiteLLM, against a real local server."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from knowledge.chat.gateway import ModelGateway
from knowledge.embedding.estimate import EstimatedTokenizer
from knowledge.embedding.remote import LiteLLMEmbedder
from knowledge.errors import InvalidVector, ModelBusy, ModelRefused
from knowledge.ports import Usage
from tests.model_server import Canned, ModelServer


def embedder(gateway: ModelGateway, server: ModelServer, **changes: object) -> LiteLLMEmbedder:
    settings = {"model": "openai/embedder", "api_base": server.base_url} | changes
    return LiteLLMEmbedder(gateway, **settings)


def reply(rows: Sequence[tuple[int, Sequence[float]]]) -> Canned:
    data = [{"object": "embedding", "index": index, "embedding": list(vector)} for index, vector in rows]
    return Canned(
        json={"object": "list", "data": data, "model": "embedder", "usage": {"prompt_tokens": 1, "total_tokens": 1}}
    )


@pytest.mark.promise("embedding-requests-are-batched")
async def test_a_thousand_texts_need_four_requests_of_256(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.respond(lambda call: reply([(index, [1.0, index]) for index in range(len(call.body["input"]))]))

    spent: list[tuple[str, Usage]] = []
    counting = embedder(gateway, model_server, on_usage=lambda task, usage: spent.append((task, usage)))
    matrix = await counting.embed_documents([f"note {number}" for number in range(1_000)])

    assert [(task, usage.prompt_tokens) for task, usage in spent] == [("embed", 1)] * 4
    assert matrix.shape == (1_000, 2)
    assert [len(call.body["input"]) for call in model_server.calls] == [256, 256, 256, 232]
    assert {call.task for call in model_server.calls} == {"embed"}


async def test_a_request_holds_no_more_tokens_than_allowed(gateway: ModelGateway, model_server: ModelServer) -> None:
    await embedder(gateway, model_server, batch_tokens=10).embed_documents(["one two three four", *["word"] * 12])

    assert [len(call.body["input"]) for call in model_server.calls] == [6, 7]


@pytest.mark.promise("vectors-have-unit-length")
async def test_vectors_are_scaled_to_unit_length(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.respond(lambda _: reply([(0, [3.0, 4.0])]))

    vector = await embedder(gateway, model_server).embed_query("sky")

    assert vector == pytest.approx([0.6, 0.8])
    assert vector.dtype == np.float32


async def test_vectors_are_put_in_order_by_their_index(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.respond(lambda _: reply([(1, [0.0, 2.0]), (0, [2.0, 0.0])]))

    matrix = await embedder(gateway, model_server).embed_documents(["first", "second"])

    assert matrix.tolist() == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.promise("incomplete-embeddings-are-refused")
@pytest.mark.parametrize(
    "indices", [[0], [0, 0], [0, 2], [0, 1, 2]], ids=["dropped", "repeated", "misnumbered", "extra"]
)
async def test_a_server_that_loses_count_is_refused(
    gateway: ModelGateway, model_server: ModelServer, indices: list[int]
) -> None:
    model_server.respond(lambda _: reply([(index, [1.0, 0.0]) for index in indices]))

    with pytest.raises(ModelRefused, match="for 2 texts"):
        await embedder(gateway, model_server).embed_documents(["first", "second"])


@pytest.mark.promise("zero-vectors-are-refused")
async def test_a_zero_vector_names_its_text(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.respond(lambda _: reply([(0, [1.0, 0.0]), (1, [0.0, 0.0])]))

    with pytest.raises(InvalidVector, match="text 2 of 2"):
        await embedder(gateway, model_server).embed_documents(["first", "second"])


@pytest.mark.promise("dimensions-must-agree")
async def test_another_dimension_names_both_numbers(gateway: ModelGateway, model_server: ModelServer) -> None:
    model = embedder(gateway, model_server)
    await model.embed_documents(["first"])
    model_server.respond(lambda _: reply([(0, [1.0, 0.0])]))

    with pytest.raises(InvalidVector, match=r"2 numbers .* not of 1536"):
        await model.embed_query("sky")


@pytest.mark.promise("embedding-retries-after-rate-limits")
async def test_a_rate_limit_is_waited_out(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.faults.rate_limit(times=2, retry_after=0.01)

    vector = await embedder(gateway, model_server).embed_query("sky")

    assert math.isclose(float(np.linalg.norm(vector)), 1, rel_tol=1e-5)
    assert len(model_server.calls) == 3


@pytest.mark.promise("embedding-retries-after-rate-limits")
async def test_a_permanent_error_stops_the_run_at_once(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.faults.fail(401, times=None)

    with pytest.raises(ModelRefused, match="refuses the key"):
        await embedder(gateway, model_server, batch_size=1).embed_documents(["first", "second", "third"])

    assert len(model_server.calls) == 1


async def test_a_lasting_server_error_is_said_once(gateway: ModelGateway, model_server: ModelServer) -> None:
    model_server.faults.fail(500, times=None, retry_after=0.01)

    with pytest.raises(ModelBusy, match="openai/embedder failed"):
        await embedder(gateway, model_server, batch_size=1).embed_documents(["first", "second"])

    assert len(model_server.calls) == 3


async def test_no_texts_make_no_request(gateway: ModelGateway, model_server: ModelServer) -> None:
    assert len(await embedder(gateway, model_server).embed_documents([])) == 0
    assert model_server.calls == []


async def test_models_that_tell_questions_from_notes_are_told(
    gateway: ModelGateway, model_server: ModelServer
) -> None:
    nomic = embedder(gateway, model_server, model="openai/nomic-embed-text")

    await nomic.embed_query("sky")
    await nomic.embed_documents(["sea"])

    assert [call.body["input"] for call in model_server.calls] == [["search_query: sky"], ["search_document: sea"]]


def test_estimated_tokens_cover_every_character_but_white_space() -> None:
    text = "Deploy user_id: ÉCOLE über 假期政策 🙂 отпуск"

    covered = {position for start, end in EstimatedTokenizer().offsets(text) for position in range(start, end)}

    assert covered == {position for position, character in enumerate(text) if not character.isspace()}


@pytest.mark.parametrize(("text", "tokens"), [("vacation", 2), ("假期政策", 4), ("a, b", 3), ("отпуск", 3), ("", 0)])
def test_estimated_tokens_follow_the_script(text: str, tokens: int) -> None:
    assert len(EstimatedTokenizer().offsets(text)) == tokens
