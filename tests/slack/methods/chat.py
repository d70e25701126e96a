"""chat.*: posting, changing and removing messages."""

from tests.slack.arguments import Arguments
from tests.slack.backend import Backend
from tests.slack.content import read_content
from tests.slack.errors import PayloadRefused, SlackError
from tests.slack.events import message_body
from tests.slack.limits import UPDATE_TEXT_CHARACTERS, check_message_blocks
from tests.slack.method import Answer, Method
from tests.slack.methods.streams import streaming
from tests.slack.state import Channel, Ephemeral


def _target(backend: Backend, args: Arguments) -> Channel:
    """The channel to post to; a person's id stands for the direct messages with them."""
    target = args.required("channel")
    if target in backend.workspace.users:
        return backend.workspace.direct_channel(target)
    return backend.workspace.joined_channel(target)


def _thread(backend: Backend, args: Arguments, channel: Channel) -> str | None:
    thread_ts = args.text("thread_ts") or None
    if thread_ts is not None:
        backend.workspace.thread(channel, thread_ts)
    return thread_ts


async def post_message(backend: Backend, args: Arguments) -> Answer:
    channel = _target(backend, args)
    content = read_content(backend.workspace, args)
    message = backend.bot_message(
        channel,
        thread_ts=_thread(backend, args, channel),
        broadcast=args.flag("reply_broadcast"),
        arguments=args.values,
        **content.fields(),
    )
    await backend.post(message)
    return {"channel": channel.id, "ts": message.ts, "message": message_body(message)}


async def update(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.channel(args.required("channel"))
    message = backend.workspace.own_message(channel, args.required("ts"), "cant_update_message")
    if streaming(backend, message.ts):
        raise PayloadRefused("streaming_state_conflict")
    if len(args.text("text") or args.text("markdown_text")) > UPDATE_TEXT_CHARACTERS:
        raise PayloadRefused("msg_too_long")
    content = read_content(backend.workspace, args, empty_is_fine="metadata" in args)
    # What a call leaves out stays as it was.
    given = {
        name: value
        for name, value in content.fields().items()
        if name in args or (name == "text" and "markdown_text" in args)
    }
    await backend.change(message, **given)
    return {"channel": channel.id, "ts": message.ts, "text": message.text, "message": message_body(message)}


async def post_ephemeral(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.joined_channel(args.required("channel"))
    user = args.required("user")
    if user not in channel.members:
        raise SlackError("user_not_in_channel")
    content = read_content(backend.workspace, args)
    ephemeral = Ephemeral(
        channel=channel.id,
        user=user,
        ts=backend.workspace.new_ts(),
        text=content.text,
        blocks=content.blocks,
        thread_ts=_thread(backend, args, channel),
        via="chat.postEphemeral",
    )
    return {"message_ts": backend.whisper(ephemeral).ts}


async def delete(backend: Backend, args: Arguments) -> Answer:
    channel = backend.workspace.channel(args.required("channel"))
    message = backend.workspace.own_message(channel, args.required("ts"), "cant_delete_message")
    await backend.remove(message)
    return {"channel": channel.id, "ts": message.ts}


async def get_permalink(backend: Backend, args: Arguments) -> Answer:
    workspace = backend.workspace
    channel = workspace.channel(args.required("channel"))
    message = workspace.message(channel, args.required("message_ts"))
    link = f"https://{workspace.identity.team_domain}.slack.com/archives/{channel.id}/p{message.ts.replace('.', '')}"
    if message.thread_ts:
        link += f"?thread_ts={message.thread_ts}&cid={channel.id}"
    return {"channel": channel.id, "permalink": link}


async def unfurl(backend: Backend, args: Arguments) -> Answer:
    """Previews of links that somebody else posted, each by the address as it stands in the message."""
    channel = backend.workspace.channel(args.required("channel"))
    message = backend.workspace.message(channel, args.required("ts"))
    unfurls = args.structure("unfurls")
    if not isinstance(unfurls, dict) or not unfurls:
        raise PayloadRefused("missing_unfurls")
    if message.bot_id == backend.workspace.identity.bot_id:
        raise PayloadRefused("cannot_unfurl_message")
    announced = {link["url"] for link in backend.links_in(message)}
    for url, preview in unfurls.items():
        if not isinstance(preview, dict) or not preview.get("blocks"):
            raise PayloadRefused("invalid_blocks_format")
        check_message_blocks(preview["blocks"])
        if url not in announced:
            raise PayloadRefused("cannot_unfurl_url")
    backend.workspace.unfurls.append({"channel": channel.id, "ts": message.ts, "unfurls": unfurls})
    backend.journal.notify()
    attachments = [
        {"from_url": url, "id": number} | preview for number, (url, preview) in enumerate(unfurls.items(), 1)
    ]
    await backend.announce_change(message, {"attachments": attachments})
    return {}


METHODS: dict[str, Method] = {
    "chat.postMessage": post_message,
    "chat.update": update,
    "chat.postEphemeral": post_ephemeral,
    "chat.delete": delete,
    "chat.getPermalink": get_permalink,
    "chat.unfurl": unfurl,
}
