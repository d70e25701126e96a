from typing import Any

import pytest

from bot.listeners.messages import message_request
from bot.requests import Kind, Request
from bot.rules import ChannelRules
from bot.services import Identity

IDENTITY = Identity(team="T1", user="UBOT", bot="BBOT")


def parse(event: dict[str, Any], **rules: Any) -> Request | None:
    body = {"team_id": "T1", "event_id": "Ev1", "event": event}
    return message_request(body, identity=IDENTITY, rules=lambda _: ChannelRules(**rules))


def message(text: str | None = "<@UBOT> how?", **changes: Any) -> dict[str, Any]:
    return {"type": "message", "channel": "C1", "user": "U1", "text": text, "ts": "10.1"} | changes


def edit(before: str | None, after: str, **changes: Any) -> dict[str, Any]:
    previous = {} if before is None else {"previous_message": message(before)}
    edited = {"type": "message", "subtype": "message_changed", "hidden": True, "channel": "C1", "ts": "11.1"}
    return edited | {"message": message(after, **changes)} | previous


def test_a_mention_asks_in_a_thread_of_its_own_and_engages_it() -> None:
    request = parse(message())
    assert request is not None
    assert (request.kind, request.text, request.thread_ts) == (Kind.QUESTION, "how?", "10.1")
    assert request.engages
    assert not request.needs_engagement
    assert request.shared


def test_a_message_from_another_company_in_a_shared_channel_is_the_same_occasion_whoever_tells_it() -> None:
    """Slack may name either company's team around an event of such a channel."""
    told = [
        message_request({"team_id": team, "event": message()}, identity=IDENTITY, rules=lambda _: ChannelRules())
        for team in ("T1", "T2")
    ]
    assert {(one.occasion, one.conversation) for one in told if one} == {("T1/C1/10.1", "T1/C1/10.1")}


def test_both_events_of_one_mention_are_one_occasion() -> None:
    told, heard = parse(message(type="app_mention")), parse(message(channel_type="channel"))
    assert told is not None
    assert heard is not None
    assert told.occasion == heard.occasion == "T1/C1/10.1"


def test_a_mention_in_a_thread_answers_in_that_thread() -> None:
    request = parse(message(thread_ts="9.1"))
    assert request is not None
    assert request.thread_ts == "9.1"


def test_a_message_in_a_thread_is_a_follow_up_only_where_the_thread_is_engaged() -> None:
    request = parse(message("and then?", thread_ts="9.1"))
    assert request is not None
    assert request.needs_engagement
    assert not request.engages


def test_a_mention_begins_a_thread_of_the_kind_that_its_channel_has() -> None:
    begun = [parse(message(), follow_up=follow_up) for follow_up in ("engaged", "mention")]
    assert [(one.engages, one.only_mentions) for one in begun if one] == [(True, False), (True, True)]


@pytest.mark.promise("channels-answer-by-themselves-where-settings-say-so")
@pytest.mark.parametrize(
    ("text", "answer", "heard"),
    [
        ("How do I get a badge?", "mentions", False),
        ("How do I get a badge?", "questions", True),
        ("The badge printer is broken.", "questions", False),
        ("The badge printer is broken.", "all", True),
        ("<@U2> how do I get a badge?", "all", False),
        ("stop", "all", False),
    ],
)
def test_a_new_message_that_mentions_nobody_is_answered_where_the_channel_wants_it(
    text: str, answer: str, heard: bool
) -> None:
    request = parse(message(text), answer=answer)
    assert (request is not None) is heard
    if request is not None:
        assert (request.overheard, request.engages, request.addressed) == (True, True, False)
        assert (request.kind, request.thread_ts) == (Kind.QUESTION, "10.1")


@pytest.mark.promise("channels-answer-by-themselves-where-settings-say-so")
@pytest.mark.parametrize(
    ("parent", "text", "answer", "heard"),
    [
        ("U1", "and abroad?", "questions", True),
        ("U1", "thanks a lot", "questions", False),
        ("U1", "thanks a lot", "all", True),
        ("UBOT", "and abroad?", "questions", True),
        ("U2", "did you try it abroad?", "questions", False),
        ("U2", "did you try it abroad?", "all", False),
        (None, "and abroad?", "all", False),
    ],
)
def test_where_it_answers_by_itself_only_who_began_a_thread_is_answered_again(
    parent: str | None, text: str, answer: str, heard: bool
) -> None:
    request = parse(message(text, thread_ts="9.1", parent_user_id=parent), answer=answer)
    assert (request is not None) is heard
    assert request is None or request.needs_engagement


def test_a_direct_message_asks_without_a_mention_and_outside_a_thread() -> None:
    request = parse(message("how?", channel="D1", channel_type="im"))
    assert request is not None
    assert (request.thread_ts, request.conversation) == ("", "T1/D1/")
    assert not request.shared


def test_a_mention_without_words_asks_for_help() -> None:
    request = parse(message("<@UBOT>"))
    assert request is not None
    assert request.kind is Kind.HELP


@pytest.mark.promise("attached-files-are-named-as-not-read")
@pytest.mark.parametrize(("text", "kind"), [("what is this?", Kind.QUESTION), ("", Kind.HELP)])
def test_a_picture_is_noticed_with_and_without_words(text: str, kind: Kind) -> None:
    request = parse(message(text, channel="D1", subtype="file_share", files=[{"id": "F1"}]))
    assert request is not None
    assert (request.kind, request.with_files) == (kind, True)


@pytest.mark.parametrize("subtype", ["thread_broadcast", "file_share", "me_message"])
def test_words_count_whatever_form_they_come_in(subtype: str) -> None:
    assert parse(message(subtype=subtype)) is not None


@pytest.mark.parametrize(
    "event",
    [
        message("how?"),
        message("<@U2> how?", thread_ts="9.1"),
        message(bot_id="B2"),
        message(bot_profile={"id": "B2"}),
        message(app_id="A2"),
        message(subtype="bot_message", user=""),
        message(user="UBOT"),
        message(user="USLACKBOT"),
        message(hidden=True),
        message(subtype="channel_join"),
        message(subtype="message_deleted"),
        message(text=""),
        message(text=None),
        message(text="", thread_ts="9.1", files=[{"id": "F1"}]),
        message(user=None),
        message(ts=None),
        message(ts="soon"),
        message(channel=None),
        {},
        edit("<@UBOT> how?", "<@UBOT> how?", attachments=[{}]),
        edit("<@UBOT> how?", "<@UBOT> how is it?"),
        edit("how?", "how is it?"),
        edit(None, "<@UBOT> how?"),
        edit("how?", "<@UBOT> how?", bot_id="B2"),
    ],
)
def test_nothing_is_asked_of_the_bot(event: dict[str, Any]) -> None:
    assert parse(event) is None


def test_an_edit_that_adds_the_mention_is_the_same_occasion_as_the_message_itself() -> None:
    request = parse(edit("how?", "<@UBOT> how?"))
    assert request is not None
    assert (request.occasion, request.message_ts) == ("T1/C1/10.1", "10.1")


@pytest.mark.parametrize("text", ["stop", "Stop!", "<@UBOT> stop."])
def test_stop_in_a_thread_does_not_wait_in_its_line(text: str) -> None:
    stop, question = parse(message(text, thread_ts="9.1")), parse(message(thread_ts="9.1", ts="11.1"))
    assert stop is not None
    assert question is not None
    assert stop.kind is Kind.STOP
    assert stop.conversation == question.conversation
    assert stop.queue != question.queue


def test_more_than_stop_is_a_question() -> None:
    request = parse(message("stop the build?", thread_ts="9.1"))
    assert request is not None
    assert request.kind is Kind.QUESTION


@pytest.mark.parametrize(
    "event",
    [
        {"subtype": "message_deleted", "deleted_ts": "10.1", "previous_message": message()},
        {"subtype": "message_changed", "message": {"subtype": "tombstone", "ts": "10.1", "user": "USLACKBOT"}},
    ],
)
def test_a_deleted_message_is_withdrawn_whether_or_not_it_has_replies(event: dict[str, Any]) -> None:
    request = parse({"type": "message", "channel": "C1", "hidden": True, "ts": "11.1"} | event)
    assert request is not None
    assert (request.kind, request.subject) == (Kind.WITHDRAW, "T1/C1/10.1")
    assert not request.addressed


def test_thanks_in_a_thread_are_no_follow_up() -> None:
    assert parse(message("thanks!", thread_ts="9.1")) is None
    assert parse(message("<@UBOT> thanks!", thread_ts="9.1")) is not None
