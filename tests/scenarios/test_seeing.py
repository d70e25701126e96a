"""What an operator sees: figures of everything that goes on, and each request's lines in the log."""

import json
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.scenarios.office import write_office
from tests.scenarios.world import World

pytestmark = pytest.mark.asyncio(loop_scope="session")
QUESTION = "how many vacation days do I get?"


def figures_in(text: str) -> dict[tuple[str, ...], float]:
    """Each figure by its name and the values of its labels, in the order of the labels' names."""
    return {
        (sample.name.removeprefix("footnote_"), *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


@pytest.mark.promise("figures-of-all-that-goes-on")
async def test_questions_stages_queue_socket_and_index_are_counted(fresh: World, tmp_path: Path) -> None:
    team, slack = fresh.team(), fresh.slack
    settings = write_office(tmp_path, mode="socket", boss=team.ben)
    bot = await fresh.serve(settings, "handbook: 1 notes", "board: 1 notes")
    ts = await slack.mention(team.ann, team.general, QUESTION)
    await fresh.answers(team.general, ts)
    await slack.slash(team.ben, team.general, "/ask", QUESTION)
    await fresh.whispers(team.ben, count=2)
    await slack.slash(team.ben, team.general, "/search", "vacation")
    await fresh.whispers(team.ben, count=3)
    await fresh.settle(team.ann)
    for how in ("question by mention", "question by command", "search by command", "question by direct"):
        await bot.wait_for_line(rf"\({how}\) is delivered")
    found = figures_in((await bot.get("/metrics"))[1])
    for surface in ("mention", "command", "direct"):
        assert found["requests_total", "question", "delivered", surface] == 1
        assert found["answers_total", "none" if surface == "direct" else "extractive", surface] == 1
    assert found["requests_total", "search", "delivered", "command"] == 1
    for stage in ("ask", "search", "dense", "lexical", "gate", "evidence", "extract", "deliver", "wait"):
        assert found["stage_seconds_count", stage] >= 1
    assert found["requests_waiting",] == 0
    assert found["socket_age_seconds",] >= found["socket_silence_seconds",] > 0
    assert found["index_notes", "handbook"] == 1
    assert 0 <= found["index_age_seconds", "handbook"] < 600
    assert (found["ready",], found["check", "slack"], found["check", "index"]) == (1, 1, 1)


@pytest.mark.promise("log-lines-name-their-request")
async def test_each_line_about_a_request_has_its_id_and_every_line_is_json(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot(lines="json")
    fresh.notes.answers["crash"] = {"crash": "of words"}
    ts = await slack.mention(team.ann, team.general, "crash")
    (sentence,) = await fresh.answers(team.general, ts)
    await bot.wait_for_line("is failed after")
    lines = [json.loads(line) for line in bot.lines]
    (request,) = {line["request"] for line in lines if "request" in line}
    assert request in f"{sentence.text}{sentence.blocks}"
    about = [line for line in lines if line.get("request") == request]
    assert [line["level"] for line in about] == ["error", "info"]
    assert "ZeroDivisionError at" in about[0]["message"]
    assert "(question by mention) is failed" in about[1]["message"]
    assert "of words" not in str(lines)
