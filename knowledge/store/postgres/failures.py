"""What the server or the driver says, in words that name the database and the way out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import Error, OperationalError, errors
from psycopg_pool import PoolTimeout

from knowledge.errors import IndexBusy, IndexFull, IndexUnavailable, IndexUnreachable
from knowledge.store.postgres.address import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """An error of ours; `{}` in its sentence stands for the database."""

    sentence: str
    hint: str
    kind: type[IndexUnavailable] = IndexUnavailable

    def of(self, address: Address) -> IndexUnavailable:
        return self.kind(self.sentence.format(address), hint=self.hint)


_REACH = "Check that the server runs and can be reached from here, then try again."
_WRONG_PASSWORD = _Said(
    sentence="The server refuses the user or password of {}.",
    hint="Set the password in FOOTNOTE_INDEX__DATABASE, PGPASSWORD or a password file, and check the user.",
)
_NO_DATABASE = _Said(
    sentence="The server of {} has no such database.",
    hint="Create it (`createdb NAME`), or name another one in index.database.",
)
_NO_PERMISSION = _Said(
    sentence="The user of {} may not do what the index needs.",
    hint="Give it the schema: CREATE SCHEMA footnote AUTHORIZATION its_name; or connect as the owner.",
    kind=IndexFull,
)
_READ_ONLY = _Said(
    sentence="The database {} can only be read.",
    hint="Name the primary server, or add target_session_attrs=read-write to the address.",
    kind=IndexFull,
)
_FULL = _Said(
    sentence="There is no space left in the database {}.", hint="Free some, then run it again.", kind=IndexFull
)
_SLOW = _Said(
    sentence="The database {} did not finish a statement in time.",
    hint="Try again, or raise index.statement_timeout_seconds.",
    kind=IndexBusy,
)
_CROWDED = _Said(
    sentence="The server of {} has no connection left.",
    hint="Lower index.connections here or elsewhere, or raise max_connections there.",
    kind=IndexBusy,
)
_LOCKED = _Said(
    sentence="The database {} is held by another process.", hint="Try again when it has finished.", kind=IndexBusy
)
_STARTING = _Said(sentence="The server of {} is starting or stopping.", hint=_REACH, kind=IndexUnreachable)
_LOST = _Said(sentence="The connection to {} was lost.", hint=_REACH, kind=IndexUnreachable)
_UNREACHABLE = _Said(sentence="The server of {} cannot be reached.", hint=_REACH, kind=IndexUnreachable)
_INSECURE = _Said(
    sentence="No secure connection to {} came about.",
    hint="Check sslmode, sslrootcert and the server's certificate.",
    kind=IndexUnreachable,
)
_OTHER_TABLES = _Said(
    sentence="The index in {} lacks a table or column.",
    hint="Restore it from a backup, or drop the schema footnote and run `footnote index`.",
)
_UNFORESEEN = _Said(sentence="The database {} could not do its work.", hint="Run `footnote doctor`.")

# The first that fits counts.
_BY_KIND: Sequence[tuple[type[Error] | tuple[type[Error], ...], _Said]] = (
    ((errors.InvalidPassword, errors.InvalidAuthorizationSpecification), _WRONG_PASSWORD),
    (errors.InvalidCatalogName, _NO_DATABASE),
    (errors.InsufficientPrivilege, _NO_PERMISSION),
    (errors.ReadOnlySqlTransaction, _READ_ONLY),
    ((errors.DiskFull, errors.OutOfMemory, errors.ConfigurationLimitExceeded), _FULL),
    (errors.QueryCanceled, _SLOW),
    ((errors.TooManyConnections, PoolTimeout), _CROWDED),
    ((errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure), _LOCKED),
    (errors.CannotConnectNow, _STARTING),
    ((errors.AdminShutdown, errors.CrashShutdown), _LOST),
    ((errors.UndefinedTable, errors.UndefinedColumn), _OTHER_TABLES),
)
# A server that nobody reached, or one that went away, is an OperationalError; the driver tells them apart in words.
_BY_WORDS: Sequence[tuple[str, _Said]] = (
    (r'database ".*" does not exist', _NO_DATABASE),
    (r'password|authentication|no pg_hba\.conf entry|role ".*" does not exist', _WRONG_PASSWORD),
    (r"too many|remaining connection slots", _CROWDED),
    (r"ssl|certificate", _INSECURE),
    (r"closed the connection|connection is lost|consuming input failed", _LOST),
)


def explain(error: Error, address: Address) -> IndexUnavailable:
    """Return the error to raise instead of the driver's, which stays its cause."""
    return _said(error).of(address)


def is_lost(error: Error) -> bool:
    """Whether the connection is gone, so that the same work may succeed on another one."""
    if isinstance(error, errors.AdminShutdown | errors.CrashShutdown | errors.IdleInTransactionSessionTimeout):
        return True
    return isinstance(error, OperationalError) and error.sqlstate is None and not isinstance(error, PoolTimeout)


def _said(error: Error) -> _Said:
    for kinds, said in _BY_KIND:
        if isinstance(error, kinds):
            return said
    if not isinstance(error, OperationalError):
        return _UNFORESEEN
    words = str(error).casefold()
    return next((said for pattern, said in _BY_WORDS if re.search(pattern, words)), _UNREACHABLE)
