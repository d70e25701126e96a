"""Every error that the bot itself raises on purpose.

    BotError
     ├─ StateUnavailable    the state database cannot be opened, read or written
     │   ├─ StateBusy           another process holds it just now
     │   ├─ StateUnreachable    its server does not answer, and nothing was changed
     │   └─ StateUnsure         its server has not said whether something was changed
     ├─ StateNotCarried     another state database does not hold the same in the end
     ├─ StateTooNew         it was written by a newer version of this program
     ├─ PortUnavailable     the address for health checks and events cannot be listened on
     ├─ SlackRefused        Slack does not accept a token
     ├─ SlackUnreachable    nobody answers at Slack's address
     ├─ SecretMissing       a token or signing secret that this mode needs is not set
     ├─ ChannelMissing      a channel that the settings name is not there, or none is named
     ├─ PackagesMissing     what the settings ask for needs packages that are not installed
     └─ InstallationsUnavailable  the database of installations cannot be used

As in `knowledge.errors`, the message is one sentence for people and `hint` the next step; neither holds a secret.
"""

from __future__ import annotations


class BotError(Exception):
    """Something keeps the bot from running. `exit_code` is the command line's."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class StateUnavailable(BotError):
    """The state database cannot be used."""


class StateBusy(StateUnavailable):
    """Another process holds the state database just now."""


class StateUnreachable(StateUnavailable):
    """The server of the state database does not answer. What was to be written is not."""

    exit_code = 3


class StateUnsure(StateUnavailable):
    """The server of the state database has not said whether what was to be written is kept."""

    exit_code = 3


class StateNotCarried(BotError):
    """Another state database does not hold the same in the end."""


class StateTooNew(BotError):
    """The state database was written by a newer version of Footnote."""


class PortUnavailable(BotError):
    """The address cannot be listened on."""


class SlackRefused(BotError):
    """Slack does not accept a token."""

    exit_code = 2


class SecretMissing(BotError):
    """A secret that this mode needs is not set."""

    exit_code = 2


class SlackUnreachable(BotError):
    """Slack does not answer."""

    exit_code = 3


class ChannelMissing(BotError):
    """A channel that is needed is not named, or not there."""

    exit_code = 2


class PackagesMissing(BotError):
    """What the settings ask for needs packages that are not installed."""

    exit_code = 2


class InstallationsUnavailable(BotError):
    """The database of installations cannot be used."""
