"""What the server or the driver says, in words that name the database and the way out.

The same words serve whatever is kept on a server: `Kept` says what that is and how its settings are called.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import Error, OperationalError, errors
from psycopg_pool import PoolTimeout

from knowledge.errors import IndexBusy, IndexFull, IndexUnavailable, IndexUnreachable
from knowledge.remarks import Remark
from knowledge.store.postgres.address import Address


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept in a schema of the database. `settings`: the section that names it; `renew`: its way back."""

    what: Remark
    schema: str
    settings: str
    renew: Remark

    @property
    def variable(self) -> str:
        """The variable that holds the address."""
        return f"FOOTNOTE_{self.settings.upper()}__DATABASE"


INDEX = Kept(
    what=Remark("index"),
    schema="footnote",
    settings="index",
    renew=Remark("Restore it from a backup, or drop the schema footnote and run `footnote index`."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence and a hint; `{database}` in them stands for the address, other names for what is kept there."""

    sentence: str
    hint: str
    kind: type[IndexUnavailable] = IndexUnavailable

    def of(self, address: Address, kept: Kept = INDEX) -> tuple[Remark, Remark]:
        """Both, about this database."""
        values = {
            "database": address,
            "what": kept.what,
            "schema": kept.schema,
            "settings": kept.settings,
            "variable": kept.variable,
            "renew": kept.renew,
        }
        return Remark(self.sentence, **values), Remark(self.hint, **values)


_REACH = Remark("Check that the server runs and can be reached from here, then try again.")
_WRONG_PASSWORD = Said(
    sentence="The server refuses the user or password of {database}.",
    hint="Set the password in {variable}, PGPASSWORD or a password file, and check the user.",
)
_NO_DATABASE = Said(
    sentence="The server of {database} has no such database.",
    hint="Create it (`createdb NAME`), or name another one in {settings}.database.",
)
_NO_PERMISSION = Said(
    sentence="The user of {database} may not do what the {what} needs.",
    hint="Give it the schema: CREATE SCHEMA {schema} AUTHORIZATION its_name; or connect as the owner.",
    kind=IndexFull,
)
_READ_ONLY = Said(
    sentence="The database {database} can only be read.",
    hint="Name the primary server, or add target_session_attrs=read-write to the address.",
    kind=IndexFull,
)
_FULL = Said(
    sentence="There is no space left in the database {database}.",
    hint="Free some, then run it again.",
    kind=IndexFull,
)
_SLOW = Said(
    sentence="The database {database} did not finish a statement in time.",
    hint="Try again, or raise {settings}.statement_timeout_seconds.",
    kind=IndexBusy,
)
_CROWDED = Said(
    sentence="The server of {database} has no connection left.",
    hint="Lower {settings}.connections here or elsewhere, or raise max_connections there.",
    kind=IndexBusy,
)
_LOCKED = Said(
    sentence="The database {database} is held by another process.",
    hint="Try again when it has finished.",
    kind=IndexBusy,
)
_STARTING = Said(sentence="The server of {database} is starting or stopping.", hint=_REACH, kind=IndexUnreachable)
_LOST = Said(sentence="The connection to {database} was lost.", hint=_REACH, kind=IndexUnreachable)
_UNREACHABLE = Said(sentence="The server of {database} cannot be reached.", hint=_REACH, kind=IndexUnreachable)
_INSECURE = Said(
    sentence="No secure connection to {database} came about.",
    hint="Check sslmode, sslrootcert and the server's certificate.",
    kind=IndexUnreachable,
)
_OTHER_TABLES = Said(sentence="The {what} in {database} lacks a table or column.", hint="{renew}")
_UNFORESEEN = Said(sentence="The database {database} could not do its work.", hint="Run `footnote doctor`.")

# The first that fits counts.
_BY_KIND: Sequence[tuple[type[Error] | tuple[type[Error], ...], Said]] = (
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
_BY_WORDS: Sequence[tuple[str, Said]] = (
    (r'database ".*" does not exist', _NO_DATABASE),
    (r'password|authentication|no pg_hba\.conf entry|role ".*" does not exist', _WRONG_PASSWORD),
    (r"too many|remaining connection slots", _CROWDED),
    (r"ssl|certificate", _INSECURE),
    (r"closed the connection|connection is lost|consuming input failed", _LOST),
)


def explain(error: Error, address: Address) -> IndexUnavailable:
    """Return the error to raise instead of the driver's, which stays its cause."""
    meaning = said(error)
    sentence, hint = meaning.of(address)
    return meaning.kind(sentence, hint=hint)


def is_lost(error: Error) -> bool:
    """Whether the connection is gone, so that the same work may succeed on another one."""
    if isinstance(error, errors.AdminShutdown | errors.CrashShutdown | errors.IdleInTransactionSessionTimeout):
        return True
    return isinstance(error, OperationalError) and error.sqlstate is None and not isinstance(error, PoolTimeout)


def said(error: Error) -> Said:
    """Return what the driver's error means."""
    for kinds, said in _BY_KIND:
        if isinstance(error, kinds):
            return said
    if not isinstance(error, OperationalError):
        return _UNFORESEEN
    words = str(error).casefold()
    return next((said for pattern, said in _BY_WORDS if re.search(pattern, words)), _UNREACHABLE)
