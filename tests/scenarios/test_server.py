"""Starting, health, refusals at the door, and an unreachable Slack."""

import json
import socket
import sqlite3
from dataclasses import replace

import pytest

from tests.scenarios.world import World
from tests.slack import Forgery

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.mark.promise("readiness-tells-the-truth")
async def test_health_tells_the_truth(shared: World) -> None:
    bot = shared.bots[0]
    alive, _ = await bot.get("/healthz")
    status, body = await bot.get("/readyz")
    report = json.loads(body)
    assert (alive, status) == (200, 200)
    assert report["ready"] is True
    assert report["slack"]["ok"] is True
    assert report["index"] == {"ok": True, "detail": "7 notes"}


@pytest.mark.promise("metrics-without-words-or-names")
async def test_metrics_count_without_words_or_names(shared: World) -> None:
    team, slack = shared.team(), shared.slack
    ts = await slack.mention(team.ann, team.general, "mentionable")
    await shared.answers(team.general, ts)
    _, text = await shared.bots[0].get("/metrics")
    assert 'footnote_claims_total{kind="question",result="new"}' in text
    assert "mentionable" not in text
    assert team.ann not in text


@pytest.mark.promise("only-slack-is-listened-to")
async def test_requests_with_a_wrong_signature_or_an_old_time_are_refused(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot(mode="http")
    ts = await slack.mention(team.ann, team.general, "real")
    await fresh.answers(team.general, ts)
    delivery = slack.deliveries[-1]
    delivery.payload["event"]["ts"] = "1.99"
    delivery.payload["event_id"] = "Ev0NEW"
    assert await slack.post_forged(delivery, Forgery(wrong_signature=True)) == 401
    assert await slack.post_forged(delivery, Forgery(age_seconds=600)) == 401
    await fresh.settle(team.ben)
    assert len(slack.bot_messages(team.general)) == 1
    assert not any("signature" in line for line in bot.lines)


async def test_slack_can_verify_the_address(fresh: World) -> None:
    bot = await fresh.start_bot(mode="http", ready=False)
    await bot.wait_for_line("Ready as")
    http = await fresh.slack.use_http(f"http://127.0.0.1:{await bot.port()}/slack/events")
    assert await http.verify_url()


async def test_bodies_that_are_no_requests_are_refused_in_one_line(fresh: World) -> None:
    bot = await fresh.start_bot(mode="http")
    assert await bot.post("/slack/events", b"{not json") == 400
    assert await bot.post("/slack/events", b"\xff\xfe") == 400
    assert await bot.post("/slack/events", b"x" * (2 * 1024 * 1024)) == 413
    assert not any("Traceback" in line for line in bot.lines)


@pytest.mark.promise("readiness-tells-the-truth")
async def test_it_is_not_ready_soon_after_slack_is_gone_and_comes_back_by_itself(fresh: World) -> None:
    slack = fresh.slack
    bot = await fresh.start_bot()
    slack.faults.server_error("apps.connections.open", status=503, times=50)
    slack.drop_connections()
    await bot.wait_for_line("The connection to Slack is lost")
    status, body = await bot.get("/readyz")
    assert status == 503
    assert json.loads(body)["slack"] == {"ok": False, "detail": "no connection to Slack"}
    slack.faults.clear()
    await slack.wait_for_connections(timeout_seconds=60)
    team = fresh.team()
    ts = await slack.mention(team.ann, team.general, "back again?")
    await fresh.answers(team.general, ts)


@pytest.mark.promise("unreachable-slack-is-waited-for")
async def test_an_unreachable_slack_at_the_start_is_said_and_waited_for(fresh: World) -> None:
    slack = fresh.slack
    slack.faults.drop("auth.test", times=2)
    bot = await fresh.start_bot(ready=False)
    await bot.wait_for_line("Slack cannot be reached .*; trying again in 1 s")
    status, _ = await bot.get("/readyz")
    await slack.wait_for_connections()
    assert status == 503
    team = fresh.team()
    ts = await slack.mention(team.ann, team.general, "there now?")
    await fresh.answers(team.general, ts)


@pytest.mark.promise("readiness-tells-the-truth")
async def test_a_socket_that_carries_nothing_any_more_is_noticed_and_replaced(fresh: World) -> None:
    slack = fresh.slack
    bot = await fresh.start_bot()
    slack.faults.server_error("apps.connections.open", status=503, times=50)
    slack.go_silent(pongs=False)
    await bot.wait_for_line("The connection to Slack is lost")
    status, _ = await bot.get("/readyz")
    assert status == 503
    slack.faults.clear()
    await slack.wait_for(lambda: any(not one.deaf for one in slack.backend.sockets.connections), timeout_seconds=60)
    team = fresh.team()
    ts = await slack.mention(team.ann, team.general, "heard?")
    await fresh.answers(team.general, ts)


@pytest.mark.promise("a-revoked-token-ends-the-bot-with-a-reason")
@pytest.mark.parametrize("mode", ["socket", "http"])
async def test_a_rotated_token_ends_it_with_the_reason_and_the_new_one_answers_what_was_asked(
    fresh: World, mode: str
) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot(mode=mode, token_seconds=0.3, grace_seconds=0.5)
    fresh.notes.hold()
    ts = await slack.mention(team.ann, team.general, "still there?")
    await fresh.notes.wait_until_asked(1)
    workspace = slack.backend.workspace
    workspace.identity = replace(workspace.identity, bot_token="xoxb-rotated")
    assert await bot.end() == 2
    assert "SLACK_BOT_TOKEN any more (invalid_auth)" in bot.lines[-1]
    fresh.notes.release()
    await fresh.start_bot(mode=mode, environment={"SLACK_BOT_TOKEN": "xoxb-rotated"})
    (answer,) = await fresh.answers(team.general, ts)
    assert "About still there?" in answer.text


async def test_it_can_be_stopped_while_it_waits_for_slack(fresh: World) -> None:
    fresh.slack.faults.drop("auth.test", times=50)
    bot = await fresh.start_bot(ready=False)
    await bot.wait_for_line("trying again")
    bot.terminate()
    assert await bot.end() == 0


@pytest.mark.parametrize(
    ("method", "variable"), [("auth.test", "SLACK_BOT_TOKEN"), ("apps.connections.open", "SLACK_APP_TOKEN")]
)
@pytest.mark.promise("what-keeps-it-from-starting-is-named")
async def test_a_wrong_token_ends_the_start_with_its_name(fresh: World, method: str, variable: str) -> None:
    fresh.slack.faults.error(method, "invalid_auth", times=5)
    bot = await fresh.start_bot(ready=False)
    assert await bot.end() == 2
    assert variable in bot.lines[-1]
    assert not any("xoxb-" in line or "xapp-" in line for line in bot.lines)


@pytest.mark.parametrize(("mode", "variable"), [("socket", "SLACK_APP_TOKEN"), ("http", "SLACK_SIGNING_SECRET")])
@pytest.mark.promise("what-keeps-it-from-starting-is-named")
async def test_a_missing_secret_is_named_at_once(fresh: World, mode: str, variable: str) -> None:
    bot = await fresh.start_bot(ready=False, mode=mode, environment={variable: ""})
    assert await bot.end() == 2
    assert variable in bot.lines[-1]


@pytest.mark.promise("a-needed-reinstall-is-said")
async def test_scopes_that_the_installed_app_lacks_are_said_at_the_start(fresh: World) -> None:
    granted = fresh.slack.backend.scopes
    fresh.slack.backend.scopes = [scope for scope in granted if scope != "reactions:write"]
    bot = await fresh.start_bot()
    (line,) = [line for line in bot.lines if "scope" in line]
    assert "WARNING" in line
    assert "Slack scope reactions:write: the app has not got it. Add reactions:write" in line
    assert "reinstall the app" in line


@pytest.mark.promise("what-keeps-it-from-starting-is-named")
async def test_a_taken_port_is_one_sentence(fresh: World) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        bot = await fresh.start_bot(ready=False, port=port)
        assert await bot.end() == 1
    (sentence,) = bot.lines
    assert f"Port {port}" in sentence


@pytest.mark.promise("readiness-tells-the-truth")
async def test_a_locked_state_database_is_said_in_time_and_nothing_is_lost(fresh: World) -> None:
    team, slack = fresh.team(), fresh.slack
    bot = await fresh.start_bot()
    with sqlite3.connect(fresh.state, isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        command = await slack.slash(team.ann, team.general, "/ask", "now?")
        ts = await slack.mention(team.ann, team.general, "or now?")
        told = (await fresh.whispers(team.ann))[-1]
        status, body = await bot.get("/readyz")
        event = slack.deliveries[-1]
        assert not event.acked
        other.execute("ROLLBACK")
    await slack.redeliver(event)
    await fresh.answers(team.general, ts)
    assert "cannot take questions right now" in told.text
    assert command.acked
    assert (status, json.loads(body)["state"]["ok"]) == (503, False)
    assert "now?" not in fresh.notes.questions()


@pytest.mark.parametrize("mode", ["socket", "http"])
@pytest.mark.promise("readiness-tells-the-truth")
async def test_it_is_not_ready_while_slack_takes_no_calls_although_events_would_arrive(
    fresh: World, mode: str
) -> None:
    bot = await fresh.start_bot(mode=mode)
    fresh.slack.faults.error("auth.test", "token_revoked")
    refused, body = await bot.get("/readyz")
    assert refused == 503
    assert json.loads(body)["slack"] == {"ok": False, "detail": "Slack refuses calls (token_revoked)"}
