"""What the server or the driver says, as errors of the state."""

from __future__ import annotations

from psycopg import Error, errors

from bot.errors import StateBusy, StateUnavailable, StateUnreachable, StateUnsure
from knowledge.errors import IndexBusy, IndexUnreachable
from knowledge.remarks import Remark
from knowledge.store.postgres.address import Address
from knowledge.store.postgres.failures import Kept, said

STATE = Kept(
    what=Remark("state"),
    schema="footnote_state",
    settings="conversation",
    renew=Remark(
        "Restore it from a backup, or drop the schema footnote_state: every conversation is forgotten then."
    ),
)

# The server has waited for this bot for so long that others come first; nothing was written.
_ENDED = (errors.IdleInTransactionSessionTimeout, errors.TransactionTimeout)


def explain(error: Error, address: Address, *, unsure: bool = False) -> StateUnavailable:
    """The error of ours in place of the driver's, which becomes its cause.

    `unsure`: what was to be written may be written.
    """
    meaning = said(error)
    kind = StateUnavailable
    if unsure:
        kind = StateUnsure
    elif issubclass(meaning.kind, IndexUnreachable) or isinstance(error, _ENDED):
        kind = StateUnreachable
    elif issubclass(meaning.kind, IndexBusy):
        kind = StateBusy
    sentence, hint = meaning.of(address, STATE)
    explained = kind(sentence, hint=hint)
    explained.__cause__ = error
    return explained
