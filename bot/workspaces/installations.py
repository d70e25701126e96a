"""The installations on disk: slack_sdk's own tables, in a file of ours or in any database that SQLAlchemy reaches."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr
from slack_sdk.oauth.installation_store.models.bot import Bot
from slack_sdk.oauth.installation_store.models.installation import Installation
from slack_sdk.oauth.installation_store.sqlalchemy import (
    AsyncSQLAlchemyInstallationStore,
    SQLAlchemyInstallationStore,
)
from slack_sdk.oauth.state_store.sqlalchemy import AsyncSQLAlchemyOAuthStateStore
from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.errors import InstallationsUnavailable, PackagesMissing
from bot.logs import hushed

STATE_SECONDS = 600  # between the beginning of an installation and its end
# How a bot makes tables while no other does, by SQLAlchemy's name of the database.
_ALONE = {
    "postgresql": "SELECT pg_advisory_xact_lock(hashtext('footnote'), hashtext('installations'))",
    "sqlite": "BEGIN IMMEDIATE",
}


class Installations:
    """Bots by workspace, and installations that have begun. Methods raise InstallationsUnavailable."""

    def __init__(self, engine: AsyncEngine, *, client_id: str) -> None:
        self._engine = engine
        self.store = AsyncSQLAlchemyInstallationStore(client_id, engine, logger=_quiet())
        self.states = AsyncSQLAlchemyOAuthStateStore(STATE_SECONDS, engine, logger=_quiet())

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Path | SecretStr, *, client_id: str) -> AsyncIterator[Installations]:
        """Open them, after making the tables where they are missing. Raises PackagesMissing too."""
        engine = _engine(database)
        try:
            installations = cls(engine, client_id=client_id)
            await installations._create_tables()
            yield installations
        finally:
            await engine.dispose()

    async def _create_tables(self) -> None:
        """Make what is missing; several bots may start at the same moment."""
        async with _told(), self._engine.begin() as connection:
            if alone := _ALONE.get(self._engine.dialect.name):
                await connection.exec_driver_sql(alone)
            for table in (self.store.bots, self.states.oauth_states):
                await connection.run_sync(table.metadata.create_all)

    async def bots(self, teams: Collection[str]) -> list[Bot]:
        """The latest bot of each of these workspaces in which there is one."""
        table = self.store.bots
        mine = (
            (table.c.client_id == self.store.client_id) & table.c.team_id.in_(teams) & table.c.bot_token.is_not(None)
        )
        async with _told(), self._engine.connect() as connection:
            found = await connection.execute(table.select().where(mine).order_by(table.c.installed_at, table.c.id))
            rows = found.mappings().all()
        return list({row["team_id"]: SQLAlchemyInstallationStore.build_bot_entity(row) for row in rows}.values())

    async def save(self, installation: Installation) -> None:
        """Keep a new one, in place of the workspace's earlier ones."""
        async with _told():
            await self.store.async_save(installation)

    async def renew(self, bot: Bot) -> None:
        """Keep another token of a bot that is kept already."""
        async with _told():
            await self.store.async_save_bot(bot)

    async def forget(self, team: str) -> None:
        """Delete every token of a workspace."""
        async with _told(), self._engine.begin() as connection:
            for table in (self.store.bots, self.store.installations):
                mine = (table.c.client_id == self.store.client_id) & (table.c.team_id == team)
                await connection.execute(table.delete().where(mine))

    async def forget_unfinished(self) -> None:
        """Delete what began so long ago that it cannot end any more."""
        table = self.states.oauth_states
        now = datetime.now(UTC).replace(tzinfo=None)  # as slack_sdk writes it
        async with _told(), self._engine.begin() as connection:
            await connection.execute(table.delete().where(table.c.expire_at < now))


def _engine(database: Path | SecretStr) -> AsyncEngine:
    if isinstance(database, Path):
        _create_for_owner(database)
        return create_async_engine(URL.create("sqlite+aiosqlite", database=str(database)))
    try:
        url = make_url(database.get_secret_value())
        plain = url.drivername in {"postgresql", "postgres"}
        return create_async_engine(url.set(drivername="postgresql+psycopg") if plain else url, pool_pre_ping=True)
    except (ImportError, SQLAlchemyError) as error:
        raise PackagesMissing(
            f"The database of oauth.database cannot be opened ({type(error).__name__}).",
            hint="Install the driver that its address names, which must be an asynchronous one; "
            "for postgresql:// run `pip install 'footnote-bot[postgres]'`.",
        ) from None


def _create_for_owner(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise InstallationsUnavailable(
            f"The database of installations {path} cannot be made ({error.strerror}).",
            hint="Look at the folder's permissions, or set another oauth.database.",
        ) from error


@asynccontextmanager
async def _told() -> AsyncIterator[None]:
    """What SQLAlchemy raises may hold a token: it is told by its name alone."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise InstallationsUnavailable(
            f"The database of installations cannot be used ({type(error).__name__}).",
            hint="Look at oauth.database: the file and its disk, or the server.",
        ) from None


def _quiet() -> logging.Logger:
    # The stores log what they look for below this level.
    return hushed(f"{__name__}.sdk")
