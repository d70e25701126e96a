"""Why an answer did not help: asked after the press, kept, and told to whoever looks after the cited notes."""

from __future__ import annotations

import json
import logging

from slack_sdk.errors import SlackApiError

from bot.blocks import complaint_messages, reason_view
from bot.blocks.reasons import Complaint
from bot.client import UNREACHABLE, failure, may_pass, slack_reason
from bot.replies.sending import post_once, say
from bot.requests import Request
from bot.services import Services
from bot.state.records import AnswerRecord
from knowledge.errors import KnowledgeError
from knowledge.types import Citation

_log = logging.getLogger(__name__)


async def ask_why(request: Request, services: Services) -> None:
    """Open the modal; the press is noted already, so where Slack does not open it nothing is lost."""
    place = json.dumps({"answer": request.subject, "channel": request.channel, "thread": request.thread_ts})
    view = reason_view(place, passed_on=services.owners.known, words=await services.languages.of(request))
    try:
        await services.client.views_open(trigger_id=request.trigger_id, view=view)
    except (SlackApiError, *UNREACHABLE) as error:
        _log.info("Nobody was asked why an answer did not help (%s).", failure(error))


async def take(request: Request, services: Services) -> None:
    """Keep the reason, and tell the owners of the cited notes once."""
    record = await services.records.answer(request.subject)
    if not (request.detail or request.text):
        await say(request, lambda words: words.noted, services)
        return
    first = await services.reasons.give(
        request.subject, request.user, reason=request.detail, comment=request.text, request_id=request.id
    )
    if record is None or first is None:
        await say(request, lambda words: words.expired, services)
        return
    told = first and await _tell_owners(request, record, services)
    await say(request, lambda words: words.passed_on if told else words.noted, services)


async def _tell_owners(request: Request, record: AnswerRecord, services: Services) -> bool:
    """Whether any was told. Who complains is in no word of it."""
    complaint = Complaint(reason=request.detail, comment=request.text, question=record.question, answer=record.answer)
    owners = dict.fromkeys([await _owner(citation, services) for citation in record.answer.citations])
    told = [
        await _tell(owner, request, complaint, services)
        for owner in owners
        if owner not in {"", request.user} and await _may_read(owner, record, services)
    ]
    return any(told)


async def _owner(citation: Citation, services: Services) -> str:
    """Who hears of that note; empty: nobody."""
    if not services.owners.known:
        return ""
    try:
        names = await services.assistant.owners(citation.ref)
    except KnowledgeError:  # a collection that is configured no longer
        return ""
    return services.owners.of(names)


async def _may_read(owner: str, record: AnswerRecord, services: Services) -> bool:
    """Whether that person may see every note that the answer cites, in a direct message."""
    viewer = await services.viewers.at(owner, "", shared=False)
    return not services.assistant.hidden((one.ref for one in record.answer.citations), viewer)


async def _tell(owner: str, request: Request, complaint: Complaint, services: Services) -> bool:
    try:
        opened = await services.client.conversations_open(users=[owner])
        await post_once(
            str(opened["channel"]["id"]),
            "",
            complaint_messages(complaint, await services.languages.of_person(owner)),
            services,
            delivery_id=f"{request.id}-owner-{owner}",
            since=request.no_reply_before,
        )
    except SlackApiError as error:
        if may_pass(error):
            raise
        _log.warning("The owner of a note could not be told (%s); look at [owners].", slack_reason(error))
        return False
    return True
