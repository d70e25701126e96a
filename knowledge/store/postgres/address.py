"""Where a PostgreSQL database is: an address that may hold a password, and never shows it."""

from __future__ import annotations

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from knowledge.errors import IndexUnavailable

CONNECT_TIMEOUT_SECONDS = 10
APPLICATION = "footnote"


class Address:
    """A `postgresql://` address, with what libpq adds from its environment and password file.

    `defaults` are libpq's parameters where the address does not say otherwise. `str` and `repr` give user, host, port
    and database alone. Raises IndexUnavailable for what is no such address.
    """

    __slots__ = ("_conninfo", "_shown")

    def __init__(self, url: str, **defaults: int | str) -> None:
        try:
            parts = conninfo_to_dict(url)
        except ProgrammingError:
            raise IndexUnavailable(  # the driver's own words repeat the address
                "The database's address cannot be read.",
                hint="Write it as postgresql://USER@HOST:PORT/DATABASE, special characters percent-encoded.",
            ) from None
        user, host, port, database = (parts.get(name) or "" for name in ("user", "host", "port", "dbname"))
        self._shown = f"postgresql://{f'{user}@' if user else ''}{host}{f':{port}' if port else ''}/{database}"
        ours: dict[str, int | str] = {"connect_timeout": CONNECT_TIMEOUT_SECONDS, "application_name": APPLICATION}
        self._conninfo: str = make_conninfo("", **{**ours, **defaults, **parts})

    @property
    def conninfo(self) -> str:
        """What the driver is given, password included."""
        return self._conninfo

    def __str__(self) -> str:
        return self._shown

    def __repr__(self) -> str:
        return f"Address({self._shown!r})"
