"""The address of a database server, which may hold a password: told from a file's path, and shown without it."""

from __future__ import annotations

from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


def is_server_address(value: object) -> bool:
    """Whether this is the address of a PostgreSQL server, not the path of a file."""
    return isinstance(value, str) and value.lower().startswith(SCHEMES)


def without_password(address: str) -> str:
    """The address with user, host, port and database alone."""
    parts = urlsplit(address)
    user, at, host = parts.netloc.rpartition("@")
    return f"{parts.scheme}://{user.partition(':')[0]}{at}{host}{parts.path}"
