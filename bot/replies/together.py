"""Messages that came in one conversation while its last answer was on its way are answered together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.replies.placing import may_ask
from bot.requests import Kind, Request
from bot.services import Services
from bot.state.inbox import Taken

MOST_TOGETHER = 10


async def with_others(taken: Taken, services: Services) -> Taken:
    """The request with those that its answer takes up too, on disk before anybody is asked.

    Those of an earlier run stay with it. New ones join only what is asked for the first time: an answer that is kept,
    or a sentence in its place, knows nothing of them. Raises StateUnavailable.
    """
    request = taken.request
    if request.kind is not Kind.QUESTION or not request.message_ts:
        return taken
    if taken.attempts > 1 or taken.refusal or await services.records.answer(request.id) is not None:
        others = await services.inbox.led(request.id)
    else:
        joining = await _joining(request, taken.behind, services)
        others = await services.inbox.lead(request.id, [one.id for one in joining], owner=services.owner)
    return replace(taken, request=replace(request, others=others))


async def _joining(request: Request, behind: Sequence[Taken], services: Services) -> list[Request]:
    """The next ones in order, up to the first that has to wait for its own turn."""
    if not behind or not await may_ask(request, services):
        return []
    joined = request
    for one in behind[: MOST_TOGETHER - 1]:
        more = replace(joined, others=(*joined.others, one.request))
        if one.attempts > 1 or not await _fits(one.request, more, services):
            break
        joined = more
    return list(joined.others)


async def _fits(one: Request, together: Request, services: Services) -> bool:
    """Whether the reply may be read by whoever asked this too, and all of it is one question without filters.

    What several people read is made of what everybody there may see; a private reply is for one person.
    """
    same_readers = together.shared or one.user == together.user
    if one.kind is not Kind.QUESTION or not same_readers or not await may_ask(one, services):
        return False
    return services.assistant.is_plain(together.question, await services.viewers.of(together))
