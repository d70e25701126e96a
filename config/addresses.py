"""The address of a database server, which may hold a password: told from a file's path, and shown without it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")
_WITH_DRIVER = re.compile(r"[a-z][a-z0-9]*\+[a-z0-9_]+://", re.IGNORECASE)


def is_server_address(value: object) -> bool:
    """Whether this is the address of a PostgreSQL server, not the path of a file."""
    return isinstance(value, str) and value.lower().startswith(SCHEMES)


def is_database_address(value: object) -> bool:
    """Whether this is the address of some database, as SQLAlchemy writes it with a driver, or PostgreSQL's."""
    return is_server_address(value) or (isinstance(value, str) and _WITH_DRIVER.match(value) is not None)


def without_password(address: str) -> str:
    """The address with user, host, port and database alone."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"
