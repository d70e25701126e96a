"""A server that cannot hold the index says so in one sentence with the way out, and never its password."""

from __future__ import annotations

import asyncio

import pytest
from psycopg import OperationalError, errors
from psycopg_pool import PoolTimeout

from knowledge.errors import (
    IndexBusy,
    IndexDamaged,
    IndexFull,
    IndexMissing,
    IndexTooNew,
    IndexUnavailable,
    IndexUnreachable,
    KnowledgeError,
)
from knowledge.store.postgres import PostgresStore
from knowledge.store.postgres.address import Address
from knowledge.store.postgres.failures import explain
from tests.knowledge.store.builders import everywhere, note, readings
from tests.postgres import PostgresServer

pytestmark = pytest.mark.promise("a-server-that-cannot-hold-the-index-says-what-to-do")
PASSWORD = "hush"


async def refused(url: str, *, read_only: bool = False) -> KnowledgeError:
    """The error of opening an index there."""
    with pytest.raises(IndexUnavailable) as caught:
        await PostgresStore.open(url, readings=readings, read_only=read_only)
    assert PASSWORD not in f"{caught.value}{caught.value.hint}{caught.value!r}"
    return caught.value


async def test_nobody_listens(postgres: PostgresServer) -> None:
    error = await refused(f"postgresql://ann:{PASSWORD}@127.0.0.1:1/notes")
    assert isinstance(error, IndexUnreachable)
    assert str(error) == "The server of postgresql://ann@127.0.0.1:1/notes cannot be reached."


async def test_a_servers_stricter_default_fails_none_of_those_that_start_together(
    postgres: PostgresServer, url: str
) -> None:
    (name,) = postgres.execute("SELECT current_database()", url)[0]
    postgres.execute(f"ALTER DATABASE {name} SET default_transaction_isolation = 'repeatable read'")
    for opened in await asyncio.gather(*(PostgresStore.open(url, readings=readings) for _ in range(4))):
        assert not (await opened.status()).collections
        await opened.close()


async def test_there_is_no_such_database(postgres: PostgresServer) -> None:
    error = await refused(postgres.url("nowhere"))
    assert "no such database" in str(error)
    assert "createdb" in error.hint


async def test_the_address_is_none() -> None:
    error = await refused(f"postgresql://ann:{PASSWORD}@db/notes?colour=red")
    assert "postgresql://USER@HOST:PORT/DATABASE" in error.hint


async def test_the_extension_is_missing_and_may_not_be_created(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE ROLE reader LOGIN")
    error = await refused(url.replace("postgres@", "reader@"))
    assert "pgvector" in str(error)
    assert "CREATE EXTENSION vector" in error.hint


async def test_the_user_may_create_nothing(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE EXTENSION vector", url)
    postgres.execute("CREATE ROLE guest LOGIN")
    error = await refused(url.replace("postgres@", "guest@"))
    assert isinstance(error, IndexFull)
    assert "CREATE SCHEMA footnote AUTHORIZATION" in error.hint


async def test_a_user_without_rights_indexes_into_the_schema_that_an_administrator_made(
    postgres: PostgresServer, url: str
) -> None:
    postgres.execute("CREATE EXTENSION vector", url)
    postgres.execute("CREATE ROLE writer LOGIN")
    postgres.execute("CREATE SCHEMA footnote AUTHORIZATION writer", url)
    store = await PostgresStore.open(url.replace("postgres@", "writer@"), readings=readings)
    await store.put(*note("a.md", "one"))
    assert len(await store.notes(everywhere())) == 1
    await store.close()


async def test_pgvector_is_too_old(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE EXTENSION vector", url)
    postgres.execute("UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'", url)
    error = await refused(url)
    assert "pgvector 0.7.4" in str(error)
    assert "ALTER EXTENSION vector UPDATE" in error.hint


async def test_the_database_can_only_be_read(postgres: PostgresServer, url: str) -> None:
    postgres.execute("CREATE EXTENSION vector", url)
    postgres.execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', "
                     "current_database()); END $$", url)  # fmt: skip
    error = await refused(url)
    assert isinstance(error, IndexFull)
    assert "primary" in error.hint


async def test_the_text_is_not_kept_as_utf_8(postgres: PostgresServer) -> None:
    other = postgres.new_database("ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    assert "--encoding=UTF8" in (await refused(other)).hint


async def test_nothing_is_indexed_yet(url: str) -> None:
    error = await refused(url, read_only=True)
    assert isinstance(error, IndexMissing)
    assert "footnote index" in error.hint


async def test_a_newer_schema_is_left_alone(postgres: PostgresServer, store: PostgresStore, url: str) -> None:
    postgres.execute("INSERT INTO footnote.migrations (number, name) VALUES (99, 'later')", url)
    assert isinstance(await refused(url), IndexTooNew)


async def test_the_row_about_the_index_is_gone(postgres: PostgresServer, store: PostgresStore, url: str) -> None:
    postgres.execute("DELETE FROM footnote.summary", url)
    with pytest.raises(IndexDamaged, match="the row about itself") as caught:
        await store.status()
    assert "backup" in caught.value.hint


async def test_two_bots_that_start_at_once_make_one_schema(url: str) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(url, readings=readings) for _ in range(4)))
    await stores[0].put(*note("a.md", "one"))
    assert [len(await store.notes(everywhere())) for store in stores] == [1, 1, 1, 1]
    for store in stores:
        await store.close()


async def test_one_indexes_at_a_time(store: PostgresStore, url: str) -> None:
    other = await PostgresStore.open(url, readings=readings)
    async with store.exclusive():
        with pytest.raises(IndexBusy, match="is indexing into"):
            async with other.exclusive():
                pass
    async with other.exclusive():
        pass
    await other.close()


async def test_a_search_outlives_a_lost_connection(postgres: PostgresServer, store: PostgresStore, url: str) -> None:
    await store.put(*note("a.md", "plan"))
    await asyncio.gather(*(store.status() for _ in range(8)))
    ended = postgres.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'footnote' "
        "AND datname = current_database()",
        url,
    )
    assert ended
    assert len((await store.term_candidates(["plan"], everywhere(), 10)).ids) == 1
    await store.put(*note("b.md", "plan"))
    assert len(await store.notes(everywhere())) == 2


ADDRESS = Address(f"postgresql://ann:{PASSWORD}@db:5433/notes?sslmode=require")


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (OperationalError('password authentication failed for user "ann"'), IndexUnavailable, "user or password"),
        (OperationalError('FATAL: no pg_hba.conf entry for host "1.2.3.4"'), IndexUnavailable, "user or password"),
        (OperationalError('FATAL: role "ann" does not exist'), IndexUnavailable, "user or password"),
        (OperationalError('FATAL: database "passwords" does not exist'), IndexUnavailable, "no such database"),
        (OperationalError("FATAL: sorry, too many clients already"), IndexBusy, "no connection left"),
        (OperationalError("SSL error: certificate verify failed"), IndexUnreachable, "No secure connection"),
        (OperationalError("server closed the connection unexpectedly"), IndexUnreachable, "was lost"),
        (OperationalError("could not translate host name"), IndexUnreachable, "cannot be reached"),
        (errors.AdminShutdown(), IndexUnreachable, "was lost"),
        (errors.CannotConnectNow(), IndexUnreachable, "starting or stopping"),
        (errors.QueryCanceled(), IndexBusy, "in time"),
        (errors.DiskFull(), IndexFull, "no space left"),
        (errors.DeadlockDetected(), IndexBusy, "held by another process"),
        (errors.UndefinedTable(), IndexUnavailable, "lacks a table"),
        (PoolTimeout(), IndexBusy, "no connection left"),
        (errors.DivisionByZero(), IndexUnavailable, "could not do its work"),
    ],
)
def test_what_the_driver_says_becomes_a_sentence(error: Exception, kind: type[Exception], words: str) -> None:
    explained = explain(error, ADDRESS)
    assert type(explained) is kind
    assert words in str(explained)
    assert "postgresql://ann@db:5433/notes" in str(explained)
    assert explained.hint
    assert PASSWORD not in f"{explained}{explained.hint}{ADDRESS!r}"
