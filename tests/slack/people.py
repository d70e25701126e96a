"""What people do in Slack, as calls a test can make."""

from typing import Any

from tests.slack import events, interactions
from tests.slack.backend import Backend
from tests.slack.delivery import Delivery, Kind
from tests.slack.state import Channel, ChannelKind, Ephemeral, Message, User, Usergroup, View


class People:
    """Fixtures and actions. Places and persons are named by their ids, messages by channel and ts.

    Each action returns when the app has been told, not when it has answered: wait for that with
    `LocalSlack.wait_for`.
    """

    backend: Backend

    # Who and what there is

    def add_user(
        self,
        name: str,
        *,
        user_id: str | None = None,
        team_id: str | None = None,
        restricted: bool = False,
        locale: str = "en-US",
    ) -> str:
        """A person; of another company where `team_id` differs from the workspace's."""
        workspace = self.backend.workspace
        user = User(
            id=user_id or workspace.new_id("U"),
            name=name,
            team_id=team_id or workspace.identity.team_id,
            restricted=restricted,
            locale=locale,
        )
        workspace.users[user.id] = user
        return user.id

    def add_bot(self, name: str) -> str:
        """Another app's bot user."""
        workspace = self.backend.workspace
        user_id = self.add_user(name)
        workspace.users[user_id].bot_id = workspace.new_id("B")
        return user_id

    def add_channel(
        self,
        name: str,
        *,
        members: tuple[str, ...] | list[str] = (),
        kind: ChannelKind = "channel",
        bot: bool = True,
        external: bool = False,
        channel_id: str | None = None,
    ) -> str:
        """A channel with these members; `bot` says whether the app is one, `external` that it is shared."""
        workspace = self.backend.workspace
        everyone = {*members, *([workspace.identity.bot_user_id] if bot else [])}
        prefix = "G" if kind == "mpim" else "C"
        channel = Channel(
            id=channel_id or workspace.new_id(prefix), name=name, kind=kind, members=everyone, external=external
        )
        workspace.channels[channel.id] = channel
        return channel.id

    def add_usergroup(self, handle: str, users: list[str]) -> str:
        group = Usergroup(id=self.backend.workspace.new_id("S"), handle=handle, users=list(users))
        self.backend.workspace.usergroups[group.id] = group
        return group.id

    def direct_channel(self, user: str) -> str:
        """The id of the direct messages between `user` and the app."""
        return self.backend.workspace.direct_channel(user).id

    # What they say

    async def message(
        self,
        user: str,
        channel: str,
        text: str,
        thread_ts: str | None = None,
        *,
        broadcast: bool = False,
        subtype: str | None = None,
        attachments: list[dict[str, Any]] | None = None,
    ) -> str:
        """Says `text` and returns its ts. `broadcast`: a reply that is sent to the channel too."""
        author = self.backend.workspace.user(user)
        self._place(channel).members.add(user)
        said = Message(
            channel=channel,
            ts=self.backend.workspace.new_ts(),
            user=user,
            text=text,
            blocks=events.rich_text(text),
            thread_ts=thread_ts,
            bot_id=author.bot_id,
            app_id="A0OTHER" if author.bot_id else None,
            subtype=subtype,
            broadcast=broadcast,
            attachments=attachments or [],
        )
        return (await self.backend.post(said)).ts

    async def mention(
        self, user: str, channel: str, text: str, thread_ts: str | None = None, *, broadcast: bool = False
    ) -> str:
        """Says "@footnote text"; in a channel the app hears it twice, as `app_mention` and as `message`."""
        mention = f"<@{self.backend.workspace.identity.bot_user_id}> {text}"
        return await self.message(user, channel, mention, thread_ts, broadcast=broadcast)

    async def direct_message(self, user: str, text: str, thread_ts: str | None = None) -> str:
        return await self.message(user, self.direct_channel(user), text, thread_ts)

    async def edit(self, channel: str, ts: str, text: str, *, mention_event: bool = False) -> None:
        """Changes a person's message. `mention_event`: an `app_mention` comes besides `message_changed`."""
        place = self._place(channel)
        message = place.messages[ts]
        await self.backend.change(message, text=text, blocks=events.rich_text(text), edited_by=message.user)
        if mention_event:
            await self.backend.emit(events.mention_event(self.backend.workspace, place, message))

    async def delete(self, channel: str, ts: str) -> None:
        await self.backend.remove(self._place(channel).messages[ts])

    async def unfurl(self, channel: str, ts: str, url: str = "https://example.com/") -> None:
        """Slack adds a link's preview: a `message_changed` with the same text."""
        preview = {"attachments": [{"from_url": url, "title": "Example", "id": 1}]}
        await self.backend.announce_change(self._place(channel).messages[ts], preview)

    async def compose_link(self, user: str, url: str) -> Delivery:
        """Types a link that the app registered for, and has not posted it yet."""
        links = [{"url": url, "domain": url.split("/")[2]}]
        return await self.backend.emit(events.link_composed_event(self.backend.workspace, user, links))

    async def count_replies(self, channel: str, ts: str) -> None:
        """Slack counts a thread's replies: a `message_changed` with the same text."""
        place = self._place(channel)
        count = {"reply_count": len(self.backend.workspace.thread(place, ts)) - 1}
        await self.backend.announce_change(place.messages[ts], count)

    async def send_event(self, event: dict[str, Any]) -> Delivery:
        """Any event as it stands, for shapes that nothing else here makes."""
        return await self.backend.emit(event)

    # What they press, type and open

    async def slash(self, user: str, channel: str, command: str, text: str = "") -> Delivery:
        actor = self._actor(user, channel, None)
        return await self._send(
            "slash_commands", interactions.slash_payload(actor, self._place(channel), command, text)
        )

    async def press(
        self, target: Message | Ephemeral, action_id: str, user: str, *, value: str | None = None
    ) -> Delivery:
        """Presses a control of a message; `value` chooses where it offers several.

        Raises:
            LookupError: there is no such control, or the person cannot see the message.
        """
        if isinstance(target, Ephemeral) and (target.user != user or target.deleted):
            raise LookupError(f"{user} does not see this message")
        action = self._action(target.blocks, action_id, value)
        actor = self._actor(user, target.channel, target)
        return await self._send("interactive", interactions.block_actions_payload(actor, target, action))

    async def press_in_view(self, view: View, action_id: str, *, value: str | None = None) -> Delivery:
        """Presses a control of a modal or of the Home tab, as the person who has it open."""
        action = self._action(view.content["blocks"], action_id, value)
        return await self._send("interactive", interactions.view_action_payload(self._viewer(view), view, action))

    async def submit_view(self, view: View, values: dict[str, Any] | None = None) -> Delivery:
        """Submits a modal; `values` is Slack's state: block_id, action_id, value."""
        payload = interactions.view_submission_payload(self._viewer(view), view, values or {})
        return await self._send("interactive", payload)

    async def use_shortcut(self, user: str, channel: str, ts: str, callback_id: str) -> Delivery:
        """A message shortcut: what commands cannot do in threads."""
        message = self._place(channel).messages[ts]
        payload = interactions.shortcut_payload(self._actor(user, channel, None), message, callback_id)
        return await self._send("interactive", payload)

    async def open_home(self, user: str, tab: str = "home") -> Delivery:
        """Opens the app's Home tab, or its messages with `tab="messages"`."""
        workspace = self.backend.workspace
        event = events.home_opened_event(user, workspace.direct_channel(user), tab, workspace.new_ts())
        return await self.backend.emit(event)

    async def join(self, user: str, channel: str, *, inviter: str | None = None) -> None:
        """A person, or the app by its own user id, becomes a member."""
        workspace = self.backend.workspace
        place = self._place(channel)
        place.members.add(user)
        if workspace.has_bot(place):
            await self.backend.emit(events.joined_event(workspace, place, user, inviter, workspace.new_ts()))

    def stop_stream(self, ts: str) -> None:
        """A person presses the stop button of a streaming message."""
        self.backend.workspace.streams[ts].stopped_by_user = True

    async def _send(self, kind: Kind, payload: dict[str, Any]) -> Delivery:
        return await self.backend.dispatcher.deliver(Delivery(kind=kind, payload=payload))

    def _actor(self, user: str, channel: str, original: Message | Ephemeral | None) -> interactions.Actor:
        issued = self.backend.issue_response_url(channel, user, original)
        return interactions.Actor(
            workspace=self.backend.workspace,
            user=self.backend.workspace.user(user),
            trigger=self.backend.issue_trigger(user),
            response_url=self.backend.response_address(issued),
        )

    def _viewer(self, view: View) -> interactions.Actor:
        """Views come without a response URL."""
        workspace = self.backend.workspace
        trigger = self.backend.issue_trigger(view.user)
        return interactions.Actor(workspace=workspace, user=workspace.user(view.user), trigger=trigger)

    def _action(self, blocks: list[dict[str, Any]], action_id: str, value: str | None) -> dict[str, Any]:
        action = interactions.find_action(blocks, action_id, value)
        return action | {"action_ts": self.backend.workspace.new_ts()}

    def _place(self, channel: str) -> Channel:
        return self.backend.workspace.channels[channel]
