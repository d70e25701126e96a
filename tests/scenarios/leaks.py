"""Everything that a bot sent, with who could read it: what must not be in it is looked for in all of it."""

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass

from tests.slack import LocalSlack

_AS_EPHEMERAL = {"response_url", "chat.postEphemeral", "views.open", "views.publish", "views.update"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """`user`: the only one who could read it, empty: everybody in `channel`."""

    text: str
    user: str = ""
    channel: str = ""


def everything_sent(slack: LocalSlack) -> list[Sent]:
    """Calls as they were made, also those that were changed later, and what one person alone saw."""
    workspace = slack.backend.workspace
    direct = {channel.id: channel for channel in workspace.channels.values() if channel.kind == "im"}

    def to(channel: str, text: str) -> Sent:
        if channel in direct:
            (person,) = direct[channel].members - {workspace.identity.bot_user_id}
            return Sent(text=text, user=person)
        return Sent(text=text, channel=channel)

    calls = [
        to(_channel(one.arguments), json.dumps(one.arguments))
        for one in slack.calls()
        if one.method not in _AS_EPHEMERAL
    ]
    whispers = [
        Sent(text=json.dumps(asdict(one)), user=one.user, channel=one.channel) for one in workspace.ephemerals
    ]
    homes = [view for views in workspace.homes.values() for view in views]
    views = [Sent(text=json.dumps(one.content), user=one.user) for one in (*homes, *workspace.views.values())]
    return [*calls, *whispers, *views]


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """Words of one collection, and where they may be read."""

    words: tuple[str, ...]
    channels: Collection[str] = ()  # by everybody in them, and privately there
    people: Collection[str] = ()  # privately, anywhere

    def may_be_read(self, sent: Sent) -> bool:
        if sent.user and self.people:
            return sent.user in self.people
        return sent.channel in self.channels


def leaks(sent: list[Sent], secrets: Mapping[str, Secret]) -> Iterator[tuple[str, Sent]]:
    """Where a secret reached somebody who may not read it."""
    for name, secret in secrets.items():
        for one in sent:
            if any(word in one.text.lower() for word in secret.words) and not secret.may_be_read(one):
                yield name, one


def _channel(arguments: Mapping[str, object]) -> str:
    return str(arguments.get("channel") or arguments.get("channel_id") or "")
