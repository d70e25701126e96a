import asyncio

import pytest

from bot.requests import Kind, Request
from bot.state.database import StateDatabase
from bot.state.inbox import Begun, Inbox
from tests.bot.conftest import MakeRequest


async def claim(inbox: Inbox, *requests: Request, owner: str = "me", lease_until: float = 100.0) -> set[str]:
    """Claim them together; the ids of those that were won."""
    each = (inbox.claim(request, owner=owner, lease_until=lease_until) for request in requests)
    return {claimed.request.id for claimed in await asyncio.gather(*each) if claimed}


async def test_only_the_first_claim_of_an_occasion_counts(inbox: Inbox, request_of: MakeRequest) -> None:
    first, second = request_of(event_id="Ev1"), request_of(event_id="Ev2")
    assert await claim(inbox, first) == {first.id}
    assert await claim(inbox, second) == set()


async def test_only_the_first_claim_of_an_event_counts(inbox: Inbox, request_of: MakeRequest) -> None:
    first, second = request_of(event_id="Ev1"), request_of("11.1", event_id="Ev1")
    assert await claim(inbox, first) == {first.id}
    assert await claim(inbox, second) == set()


async def test_claims_that_are_written_together_are_told_apart(inbox: Inbox, request_of: MakeRequest) -> None:
    one, same, other = request_of(), request_of(), request_of("11.1")
    assert await claim(inbox, one, same, other) == {one.id, other.id}


async def test_commands_have_no_event_id_and_do_not_shut_each_other_out(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    one, other = request_of(event_id=""), request_of("11.1", event_id="")
    assert await claim(inbox, one, other) == {one.id, other.id}


async def test_a_follow_up_counts_only_in_a_thread_engaged_before_it_was_said(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    mention = request_of("10.2", thread_ts="9.0", engages=True)
    before = request_of("10.1", thread_ts="9.0", needs_engagement=True)
    after = request_of("10.3", thread_ts="9.0", needs_engagement=True)
    elsewhere = request_of("10.4", thread_ts="8.0", needs_engagement=True)
    assert await claim(inbox, before, mention, after, elsewhere) == {mention.id, after.id}


async def test_what_is_taken_over_is_whole(inbox: Inbox, request_of: MakeRequest) -> None:
    request = request_of(text="<!channel> ünï\u200bcode", response_url="https://example.com/r", event_id="Ev1")
    await claim(inbox, request, lease_until=100.0)
    (taken,) = await inbox.take_over("other", now=101.0, lease_until=200.0)
    assert taken.request == request
    assert taken.attempts == 2


async def test_a_request_that_this_version_cannot_read_is_left_and_the_others_are_taken_over(
    inbox: Inbox, database: StateDatabase, request_of: MakeRequest
) -> None:
    readable, strange = request_of(), request_of("11.1")
    await claim(inbox, readable, strange)
    await database.execute(
        "UPDATE requests SET payload = replace(payload, '\"question\"', '\"of tomorrow\"') WHERE id = ?",
        (strange.id,),
    )
    taken = await inbox.take_over("other", now=101.0, lease_until=200.0)
    assert [one.request for one in taken] == [readable]


async def test_a_check_leaves_no_trace(inbox: Inbox, database: StateDatabase) -> None:
    await inbox.check()
    await inbox.check()
    assert await database.fetch("SELECT * FROM deliveries") == []


async def test_nothing_is_taken_over_while_its_lease_lasts(inbox: Inbox, request_of: MakeRequest) -> None:
    request = request_of()
    await claim(inbox, request, lease_until=100.0)
    assert await inbox.take_over("other", now=99.0, lease_until=200.0) == []
    await inbox.extend("me", [request.id], 150.0)
    assert await inbox.take_over("other", now=149.0, lease_until=200.0) == []
    assert await inbox.owns("me", request.id)


async def test_a_lease_is_extended_only_for_what_is_still_worked_on(inbox: Inbox, request_of: MakeRequest) -> None:
    kept, dropped = request_of(), request_of("11.1")
    await claim(inbox, kept, dropped, lease_until=100.0)
    await inbox.extend("me", [kept.id], 150.0)
    (taken,) = await inbox.take_over("me", now=101.0, lease_until=200.0)
    assert taken.request == dropped


async def test_after_a_take_over_the_first_owner_owns_it_no_more(inbox: Inbox, request_of: MakeRequest) -> None:
    request = request_of()
    await claim(inbox, request, lease_until=100.0)
    await inbox.take_over("other", now=101.0, lease_until=200.0)
    assert not await inbox.owns("me", request.id)
    assert await inbox.owns("other", request.id)


async def test_what_was_put_back_waits_and_counts_as_no_death(inbox: Inbox, request_of: MakeRequest) -> None:
    request = request_of()
    await claim(inbox, request)
    await inbox.put_back(request.id, until=50.0)
    assert await inbox.take_over("other", now=49.0, lease_until=200.0) == []
    (taken,) = await inbox.take_over("other", now=51.0, lease_until=200.0)
    assert taken.attempts == 1


async def test_a_finished_request_is_not_worked_on_again_and_its_text_is_gone(
    inbox: Inbox, database: StateDatabase, request_of: MakeRequest
) -> None:
    request = request_of()
    await claim(inbox, request)
    await inbox.finish(request.id, "delivered")
    assert await inbox.take_over("other", now=1e12, lease_until=2e12) == []
    assert [tuple(row) for row in await database.fetch("SELECT state, payload FROM requests")] == [("delivered", "")]
    assert await claim(inbox, request_of()) == set()


async def test_what_a_request_leads_is_nobody_elses_and_ends_with_it(
    inbox: Inbox, database: StateDatabase, request_of: MakeRequest
) -> None:
    leader, later, earlier, foreign = (request_of(ts) for ts in ("10.1", "10.3", "10.2", "10.4"))
    await claim(inbox, leader, later, earlier)
    await claim(inbox, foreign, owner="other")
    led = await inbox.lead(leader.id, [later.id, earlier.id, foreign.id], owner="me")
    assert led == (earlier, later)
    assert not await inbox.owns("me", later.id)
    taken = await inbox.take_over("new", now=101.0, lease_until=200.0)
    assert [one.request for one in taken] == [leader, foreign]
    assert await inbox.led(leader.id) == (earlier, later)
    await inbox.finish(leader.id, "delivered")
    open_ones = await database.fetch("SELECT id FROM requests WHERE state = 'claimed'")
    assert [row[0] for row in open_ones] == [foreign.id]


async def test_what_was_led_by_a_request_that_is_gone_goes_its_own_way(
    inbox: Inbox, database: StateDatabase, request_of: MakeRequest
) -> None:
    leader, other = request_of("10.1"), request_of("10.2")
    await claim(inbox, leader, other)
    await inbox.lead(leader.id, [other.id], owner="me")
    await database.execute("UPDATE requests SET state = 'failed', payload = '' WHERE id = ?", (leader.id,))
    (taken,) = await inbox.take_over("new", now=101.0, lease_until=200.0)
    assert taken.request == other
    assert await inbox.owns("new", other.id)


async def test_a_request_that_was_withdrawn_leads_nothing(inbox: Inbox, request_of: MakeRequest) -> None:
    leader, other = request_of("10.1"), request_of("10.2")
    await claim(inbox, leader, other)
    assert await inbox.withdraw(leader.occasion)
    assert await inbox.lead(leader.id, [other.id], owner="me") == ()
    assert await inbox.owns("me", other.id)


async def test_a_delivery_is_new_then_unknown_then_done_with_its_timestamp(inbox: Inbox) -> None:
    assert await inbox.delivery("d1") == "none"
    assert await inbox.begin_delivery("d1", now=1.0) == Begun(state="new")
    assert await inbox.begin_delivery("d1", now=2.0) == Begun(state="unknown")
    await inbox.finish_delivery("d1", ts="12.3", now=3.0)
    assert await inbox.begin_delivery("d1", now=4.0) == Begun(state="done", ts="12.3")
    assert await inbox.delivery("d1") == "done"


async def test_pruning_forgets_only_what_is_old_and_finished(
    inbox: Inbox, database: StateDatabase, request_of: MakeRequest
) -> None:
    old, fresh = request_of("10.1", created_at=10.0), request_of("11.1", created_at=90.0)
    still_open = request_of("12.1", created_at=10.0)
    await claim(inbox, old, fresh, still_open)
    for request in (old, fresh):
        await inbox.finish(request.id, "delivered")
    await inbox.prune(50.0)
    kept = {row[0] for row in await database.fetch("SELECT id FROM requests")}
    assert kept == {fresh.id, still_open.id}


async def test_the_parts_of_a_delivery_are_known_in_order_by_what_became_of_them(inbox: Inbox) -> None:
    for name in ("a", "a-part-0", "a-part-1", "a-part-2", "ab-part-0", "a-question"):
        await inbox.begin_delivery(name, now=1.0)
    await inbox.finish_delivery("a-part-0", ts="10.1", now=2.0)
    await inbox.finish_delivery("a-part-1", ts="", now=2.0)
    await inbox.finish_delivery("a-question", ts="9.1", now=2.0)
    assert await inbox.parts("a") == ["10.1", "", None]
    assert await inbox.parts("b") == []
    assert await inbox.posted("a-question") == "9.1"
    assert await inbox.posted("nothing") == ""


@pytest.mark.promise("a-thread-keeps-the-settings-it-began-with")
@pytest.mark.parametrize("only_mentions", [True, False])
async def test_a_thread_stays_what_its_first_mention_made_it(
    inbox: Inbox, request_of: MakeRequest, only_mentions: bool
) -> None:
    first = request_of("10.1", engages=True, only_mentions=only_mentions)
    again = request_of("10.2", thread_ts="10.1", engages=True, only_mentions=not only_mentions)
    follow_up = request_of("10.3", thread_ts="10.1", needs_engagement=True)
    for request in (first, again):
        await inbox.claim(request, owner="me", lease_until=0)
    won = await inbox.claim(follow_up, owner="me", lease_until=0)
    assert bool(won) is not only_mentions


@pytest.mark.promise("a-muted-thread-is-quiet-until-unmuted")
async def test_a_muted_thread_takes_only_what_was_said_before_or_to_the_bot(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    def said(ts: str, *, kind: Kind = Kind.QUESTION, mention: bool = False) -> Request:
        return request_of(ts, kind=kind, thread_ts="10.1", needs_engagement=not mention, engages=mention)

    mute, unmute = said("10.3", kind=Kind.MUTE), said("10.6", kind=Kind.UNMUTE, mention=True)
    before, after, mention, later = said("10.2"), said("10.4"), said("10.5", mention=True), said("10.7")
    overtaken = said("10.51")
    assert await claim(inbox, request_of("10.1", engages=True), mute) > {mute.id}
    assert await claim(inbox, after, before, mention) == {before.id, mention.id}
    assert await claim(inbox, unmute, later, overtaken) == {unmute.id, later.id}
    assert await claim(inbox, said("10.31", kind=Kind.MUTE, mention=True)) != set()
    last = said("10.8")
    assert await claim(inbox, last) == {last.id}


async def test_where_the_bot_takes_no_part_nobody_mutes_it_without_a_mention(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    mute = request_of("10.2", kind=Kind.MUTE, thread_ts="10.1", needs_engagement=True)
    mention = request_of("10.3", thread_ts="10.1", engages=True)
    follow_up = request_of("10.4", thread_ts="10.1", needs_engagement=True)
    assert await claim(inbox, mute, mention, follow_up) == {mention.id, follow_up.id}


async def test_a_lease_from_before_the_clock_was_put_back_counts_as_run_out(
    inbox: Inbox, request_of: MakeRequest
) -> None:
    await inbox.claim(request_of(), owner="dead", lease_until=4_000.0)
    (taken,) = await inbox.take_over("other", now=100.0, lease_until=115.0)
    assert taken.attempts == 2
    assert await inbox.take_over("third", now=101.0, lease_until=116.0) == []
