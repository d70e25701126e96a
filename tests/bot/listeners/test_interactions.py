from typing import Any

from bot.listeners.actions import action_request
from bot.listeners.commands import command_request
from bot.listeners.membership import welcome_request
from bot.listeners.shortcuts import shortcut_request
from bot.listeners.views import reason_request
from bot.requests import Kind
from bot.services import Identity

IDENTITY = Identity(team="T1", user="UBOT", bot="BBOT")


def command(text: str | None) -> dict[str, Any]:
    place = {"team_id": "T1", "channel_id": "C1", "user_id": "U1"}
    return place | {"command": "/ask", "text": text, "trigger_id": "1.2", "response_url": "https://example.com/r"}


def press(action_id: str, value: str | None, **changes: Any) -> dict[str, Any]:
    action = {"action_id": action_id, "type": "button"} | ({} if value is None else {"value": value})
    body: dict[str, Any] = {"type": "block_actions", "team": {"id": "T1"}, "user": {"id": "U1"}, "trigger_id": "3.4"}
    body |= {"channel": {"id": "C1"}, "actions": [action], "response_url": "https://example.com/r"}
    return body | changes


def test_a_command_asks_for_a_reply_where_nobody_else_reads_it() -> None:
    request = command_request(command("how &lt;many&gt;?"), kind=Kind.QUESTION, team="T1", ephemeral=True)
    assert request is not None
    assert (request.text, request.conversation) == ("how <many>?", "")
    assert not request.shared


def test_a_command_without_words_asks_nothing() -> None:
    for text in ("", "  ", None):
        assert command_request(command(text), kind=Kind.SEARCH, team="T1", ephemeral=True) is None


def test_the_same_command_told_again_is_one_occasion() -> None:
    first = command_request(command("how?"), kind=Kind.QUESTION, team="T1", ephemeral=True)
    again = command_request(command("how?"), kind=Kind.QUESTION, team="T1", ephemeral=True)
    assert first is not None
    assert again is not None
    assert first.occasion == again.occasion
    assert first.id != again.id


def test_what_follows_the_colon_of_a_button_is_its_detail() -> None:
    request = action_request(press("search_related:7", "s1"), team="T1")
    assert (request.kind, request.subject, request.detail) == (Kind.RELATED, "s1", "7")
    assert request.ephemeral


def test_feedback_carries_the_answer_in_its_name_and_the_verdict_in_its_value() -> None:
    request = action_request(press("feedback:a1", "helpful"), team="T1")
    assert (request.kind, request.subject, request.detail) == (Kind.FEEDBACK, "a1", "helpful")


def test_a_button_in_a_thread_belongs_to_that_thread() -> None:
    container = {"type": "message", "channel_id": "C1", "message_ts": "5.1", "thread_ts": "4.1"}
    assert action_request(press("answer_share", "a1", container=container), team="T1").thread_ts == "4.1"
    assert action_request(press("answer_share", "a1", message={"thread_ts": "4.2"}), team="T1").thread_ts == "4.2"
    assert action_request(press("answer_share", "a1"), team="T1").thread_ts == ""


def test_only_its_own_arrival_is_welcomed() -> None:
    def joined(user: str) -> dict[str, Any]:
        event = {"type": "member_joined_channel", "user": user, "channel": "C1", "event_ts": "6.1", "inviter": "U1"}
        return {"team_id": "T1", "event_id": "Ev2", "event": event}

    request = welcome_request(joined("UBOT"), identity=IDENTITY)
    assert request is not None
    assert (request.kind, request.channel, request.thread_ts) == (Kind.WELCOME, "C1", "")
    assert welcome_request(joined("U2"), identity=IDENTITY) is None


def shortcut(**message: Any) -> dict[str, Any]:
    body: dict[str, Any] = {"type": "message_action", "callback_id": "answer_this", "trigger_id": "7.1"}
    body |= {"channel": {"id": "C1"}, "user": {"id": "U1"}, "response_url": "https://example.com/r"}
    return body | {"message": {"user": "U2", "ts": "5.1", **message}}


def test_a_shortcut_is_about_the_words_of_its_message_and_answered_in_its_thread() -> None:
    request = shortcut_request(shortcut(text="how &lt;many&gt;?", thread_ts="4.1"), team="T1")
    assert (request.kind, request.text, request.user) == (Kind.ANSWER_THIS, "how <many>?", "U1")
    assert (request.thread_ts, request.ephemeral, request.conversation) == ("4.1", True, "")
    assert shortcut_request(shortcut(), team="T1").text == ""


def submitted(values: dict[str, Any]) -> dict[str, Any]:
    place = '{"answer": "a1", "channel": "C1", "thread": "4.1"}'
    view = {"id": "V1", "private_metadata": place, "state": {"values": values}}
    return {"type": "view_submission", "user": {"id": "U1"}, "view": view}


def test_a_reason_belongs_to_the_answer_and_place_of_its_modal() -> None:
    chosen = {"reason": {"selected_option": {"value": "outdated"}}}
    written = {"comment": {"value": "  it is 30 now "}}
    request = reason_request(submitted({"reason": chosen, "comment": written}), team="T1")
    assert (request.kind, request.subject, request.detail) == (Kind.REASON, "a1", "outdated")
    assert (request.text, request.channel, request.thread_ts) == ("it is 30 now", "C1", "4.1")


def test_an_empty_or_unknown_reason_is_none() -> None:
    request = reason_request(submitted({"reason": {"reason": {"selected_option": None}}}), team="T1")
    assert (request.detail, request.text) == ("", "")
    unknown = {"reason": {"reason": {"selected_option": {"value": "other"}}}}
    assert reason_request(submitted(unknown), team="T1").detail == ""
