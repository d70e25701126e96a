"""chat.startStream, appendStream, stopStream: one message that grows, for about five minutes."""

from typing import Any

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.events import message_body
from tests.slack.limits import STREAM_SECONDS, check_markdown, check_message_blocks, check_metadata
from tests.slack.method import Answer, Method
from tests.slack.state import Channel, Stream

_CHUNKS = {"markdown_text", "task_update", "plan_update", "blocks"}


def streaming(backend: Backend, ts: str) -> bool:
    """Whether the message still takes text."""
    stream = backend.workspace.streams.get(ts)
    if stream is None or stream.stopped or stream.stopped_by_user:
        return False
    return not _too_old(backend, stream)


async def start(backend: Backend, args: Arguments) -> Answer:
    workspace = backend.workspace
    channel = workspace.joined_channel(args.required("channel"))
    _check_recipient(backend, args, channel)
    thread_ts = args.text("thread_ts") or None
    if thread_ts is not None:
        workspace.thread(channel, thread_ts)
    elif channel.kind == "im":
        raise PayloadRefused("channel_type_not_supported")
    mode, text = _read_text(args)
    message = backend.bot_message(channel, thread_ts=thread_ts, text=text, arguments=args.values)
    stream = Stream(
        message=message, mode=mode, started=backend.clock.now(), recipient_user=args.text("recipient_user_id") or None
    )
    stream.parts += [text] if text else []
    workspace.streams[message.ts] = stream
    await backend.post(message)
    return {"channel": channel.id, "ts": message.ts}


async def append(backend: Backend, args: Arguments) -> Answer:
    stream = _growing(backend, args)
    mode, text = _read_text(args)
    if mode == "undecided":
        raise PayloadRefused("markdown_text_or_chunks_required")
    _grow(stream, mode, text)
    backend.journal.notify()
    return {"channel": stream.message.channel, "ts": stream.message.ts}


async def stop(backend: Backend, args: Arguments) -> Answer:
    stream = _growing(backend, args)
    blocks = check_message_blocks(args.structure("blocks", malformed="invalid_blocks_format"))
    metadata = check_metadata(args.structure("metadata", malformed="invalid_metadata_format"))
    mode, text = _read_text(args)
    if mode != "undecided":
        _grow(stream, mode, text)
    stream.stopped = True
    named = backend.workspace.name_blocks(blocks)
    message = await backend.change(stream.message, blocks=named, metadata=metadata or stream.message.metadata)
    return {"channel": message.channel, "ts": message.ts, "message": message_body(message)}


def _too_old(backend: Backend, stream: Stream) -> bool:
    return backend.clock.now() - stream.started >= STREAM_SECONDS


def _check_recipient(backend: Backend, args: Arguments, channel: Channel) -> None:
    user, team = args.text("recipient_user_id"), args.text("recipient_team_id")
    if channel.kind != "im" and not team:
        raise PayloadRefused("missing_recipient_team_id")
    if channel.kind != "im" and not user:
        raise PayloadRefused("missing_recipient_user_id")
    if user:
        recipient = backend.workspace.user(user)
        if team and recipient.team_id != team:
            raise SlackError("team_not_found")


def _growing(backend: Backend, args: Arguments) -> Stream:
    channel = backend.workspace.channel(args.required("channel"))
    ts = args.required("ts")
    backend.workspace.own_message(channel, ts, "message_not_owned_by_app")
    stream = backend.workspace.streams.get(ts)
    if stream is not None and stream.stopped_by_user:
        raise SlackError("stopped_by_user")
    if stream is None or not streaming(backend, ts):
        raise SlackError("message_not_in_streaming_state")
    return stream


def _read_text(args: Arguments) -> tuple[Any, str]:
    """(mode, Markdown) of one call; the mode is "undecided" where it carries neither text nor chunks."""
    chunks = args.structure("chunks", malformed="invalid_chunks") or []
    markdown = check_markdown(args.text("markdown_text"))
    if markdown and chunks:
        raise PayloadRefused("cannot_provide_both_markdown_text_and_chunks")
    if chunks:
        return "chunks", check_markdown("".join(_chunk_text(chunk) for chunk in chunks))
    return ("markdown_text", markdown) if markdown else ("undecided", "")


def _chunk_text(chunk: Any) -> str:
    if not isinstance(chunk, dict) or chunk.get("type") not in _CHUNKS:
        raise PayloadRefused("invalid_chunks")
    if chunk["type"] == "blocks":
        check_message_blocks(chunk.get("blocks"))
    if chunk["type"] != "markdown_text":
        return ""
    if not chunk.get("text"):
        raise PayloadRefused("invalid_chunks")
    return str(chunk["text"])


def _grow(stream: Stream, mode: Any, text: str) -> None:
    if stream.mode not in (mode, "undecided"):
        raise PayloadRefused("streaming_mode_mismatch")
    stream.mode = mode
    stream.parts.append(text)
    stream.message.text = stream.text


METHODS: dict[str, Method] = {
    "chat.startStream": start,
    "chat.appendStream": append,
    "chat.stopStream": stop,
}
