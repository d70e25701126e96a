"""assistant.threads.*: the status line, prompts and title of a thread."""

from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.limits import LOADING_MESSAGES, SUGGESTED_PROMPTS
from tests.slack.method import Answer, Method
from tests.slack.state import Status


async def set_status(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.joined_channel(args.required("channel_id"))
    thread_ts = args.required("thread_ts")
    if "status" not in args:
        args.required("status")
    loading = args.structure("loading_messages") or []
    if not isinstance(loading, list) or len(loading) > LOADING_MESSAGES:
        raise _refusal(f"no more than {LOADING_MESSAGES} items allowed", "/loading_messages")
    if thread_ts not in channel.messages:
        raise SlackError("invalid_thread_ts")
    status = Status(
        channel=channel.id,
        thread_ts=thread_ts,
        text=args.text("status"),
        loading_messages=loading,
        set_at=backend.clock.now(),
    )
    backend.workspace.statuses.append(status)
    backend.journal.notify()
    return {}


async def set_title(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.channel(args.required("channel_id"))
    title = {"channel": channel.id, "thread_ts": args.required("thread_ts"), "title": args.required("title")}
    backend.workspace.titles.append(title)
    backend.journal.notify()
    return {}


async def set_prompts(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.channel(args.required("channel_id"))
    prompts: Any = args.structure("prompts")
    if not isinstance(prompts, list) or not 0 < len(prompts) <= SUGGESTED_PROMPTS:
        raise _refusal(f"between 1 and {SUGGESTED_PROMPTS} items allowed", "/prompts")
    for position, prompt in enumerate(prompts):
        if not prompt.get("title") or not prompt.get("message"):
            raise _refusal("missing required field: title or message", f"/prompts/{position}")
    given = {"channel": channel.id, "thread_ts": args.text("thread_ts") or None, "prompts": prompts}
    backend.workspace.prompts.append(given | {"title": args.text("title") or None})
    backend.journal.notify()
    return {}


def _refusal(problem: str, pointer: str) -> PayloadRefused:
    return PayloadRefused("invalid_arguments", [f"[ERROR] {problem} [json-pointer:{pointer}]"])


METHODS: dict[str, Method] = {
    "assistant.threads.setStatus": set_status,
    "assistant.threads.setTitle": set_title,
    "assistant.threads.setSuggestedPrompts": set_prompts,
}
