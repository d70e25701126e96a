"""What the server or the driver says, in words that name the database and the way out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from psycopg import Error, OperationalError, errors
from psycopg_pool import PoolTimeout

from knowledge.errors import IndexBusy, IndexFull, IndexUnavailable, IndexUnreachable
from knowledge.store.postgres.address import Address

_REACH = "Check that the server runs and can be reached from here, then try again."


def explain(error: Error, address: Address) -> IndexUnavailable:
    """Return the error to raise instead of the driver's, which stays its cause."""
    for kinds, explained in _KINDS:
        if isinstance(error, kinds):
            return explained(address)
    if isinstance(error, OperationalError):
        return _unreachable(error, address)
    return IndexUnavailable(f"The database {address} could not do its work.", hint="Run `footnote doctor`.")


def is_lost(error: Error) -> bool:
    """Whether the connection is gone, so that the same work may succeed on another one."""
    if isinstance(error, errors.AdminShutdown | errors.CrashShutdown | errors.IdleInTransactionSessionTimeout):
        return True
    return isinstance(error, OperationalError) and error.sqlstate is None and not isinstance(error, PoolTimeout)


def _wrong_password(address: Address) -> IndexUnavailable:
    return IndexUnavailable(
        f"The server refuses the user or password of {address}.",
        hint="Set the password in FOOTNOTE_INDEX__DATABASE, PGPASSWORD or a password file, and check the user.",
    )


def _no_database(address: Address) -> IndexUnavailable:
    return IndexUnavailable(
        f"The server of {address} has no such database.",
        hint="Create it (`createdb NAME`), or name another one in index.database.",
    )


def _no_permission(address: Address) -> IndexFull:
    return IndexFull(
        f"The user of {address} may not do what the index needs.",
        hint="Give it the schema: CREATE SCHEMA footnote AUTHORIZATION its_name; or connect as the owner.",
    )


def _read_only(address: Address) -> IndexFull:
    return IndexFull(
        f"The database {address} can only be read.",
        hint="Name the primary server, or add target_session_attrs=read-write to the address.",
    )


def _full(address: Address) -> IndexFull:
    return IndexFull(f"There is no space left in the database {address}.", hint="Free some, then run it again.")


def _slow(address: Address) -> IndexBusy:
    return IndexBusy(
        f"The database {address} did not finish a statement in time.",
        hint="Try again, or raise index.statement_timeout_seconds.",
    )


def _crowded(address: Address) -> IndexBusy:
    return IndexBusy(
        f"The server of {address} has no connection left.",
        hint="Lower index.connections here or elsewhere, or raise max_connections there.",
    )


def _locked(address: Address) -> IndexBusy:
    return IndexBusy(f"The database {address} is held by another process.", hint="Try again when it has finished.")


def _starting(address: Address) -> IndexUnavailable:
    return IndexUnreachable(f"The server of {address} is starting or stopping.", hint=_REACH)


def _lost(address: Address) -> IndexUnavailable:
    return IndexUnreachable(f"The connection to {address} was lost.", hint=_REACH)


def _other_tables(address: Address) -> IndexUnavailable:
    return IndexUnavailable(
        f"The index in {address} lacks a table or column.",
        hint="Restore it from a backup, or drop the schema footnote and run `footnote index`.",
    )


def _unreachable(error: Error, address: Address) -> IndexUnavailable:
    """A server that nobody reached, or one that went away; the driver tells them apart in words alone."""
    words = str(error).casefold()
    if "password" in words or "authentication" in words or "no pg_hba.conf entry" in words:
        return _wrong_password(address)
    if 'database "' in words and "does not exist" in words:
        return _no_database(address)
    if "too many" in words or "remaining connection slots" in words:
        return _crowded(address)
    if "ssl" in words or "certificate" in words:
        return IndexUnreachable(
            f"No secure connection to {address} came about.",
            hint="Check sslmode, sslrootcert and the server's certificate.",
        )
    if "closed the connection" in words or "connection is lost" in words or "consuming input failed" in words:
        return _lost(address)
    return IndexUnreachable(f"The server of {address} cannot be reached.", hint=_REACH)


# The first kind that fits; OperationalError, the parent of several, is looked at by its words after them.
_KINDS: Sequence[tuple[type[Error] | tuple[type[Error], ...], Callable[[Address], IndexUnavailable]]] = (
    ((errors.InvalidPassword, errors.InvalidAuthorizationSpecification), _wrong_password),
    (errors.InvalidCatalogName, _no_database),
    (errors.InsufficientPrivilege, _no_permission),
    (errors.ReadOnlySqlTransaction, _read_only),
    ((errors.DiskFull, errors.OutOfMemory, errors.ConfigurationLimitExceeded), _full),
    (errors.QueryCanceled, _slow),
    ((errors.TooManyConnections, PoolTimeout), _crowded),
    ((errors.LockNotAvailable, errors.DeadlockDetected, errors.SerializationFailure), _locked),
    (errors.CannotConnectNow, _starting),
    ((errors.AdminShutdown, errors.CrashShutdown), _lost),
    ((errors.UndefinedTable, errors.UndefinedColumn), _other_tables),
)
