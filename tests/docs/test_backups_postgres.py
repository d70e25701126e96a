"""Backup and restore of PostgreSQL, by the commands of docs/operations.md."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.state.database import StateDatabase
from knowledge.store.postgres import PostgresStore
from knowledge.transfer import export_lines
from tests.docs.commands import run
from tests.knowledge.store.builders import note, readings
from tests.knowledge.store.steps import embed_pending, put_all
from tests.postgres import PostgresServer


@pytest.mark.promise("a-backup-restores-what-was-there")
async def test_a_database_is_backed_up_while_it_is_used_and_restored_whole(
    postgres: PostgresServer, tmp_path: Path
) -> None:
    url, other, copy = postgres.new_database(), postgres.new_database(), tmp_path / "index.dump"
    programs = {"PATH": f"{postgres.programs}{os.pathsep}{os.environ['PATH']}"}
    store = await PostgresStore.open(url, readings=readings)
    await put_all(store, *(note(f"{n}.md", f"text {n}") for n in range(20)))
    await embed_pending(store)
    state = await StateDatabase.open(SecretStr(url))
    await state.execute("INSERT INTO threads (conversation, since) VALUES ('T1/C1/1.1', 1)")
    kept = [line async for line in export_lines(store)]
    run("operations.md", "backup-postgres", DATABASE=url, COPY=copy, **programs)
    run("operations.md", "restore-postgres", DATABASE=other, COPY=copy, **programs)
    restored = await PostgresStore.open(other, readings=readings)
    assert [line async for line in export_lines(restored)] == kept
    assert await restored.vocabulary() == await store.vocabulary()
    await put_all(restored, note("0.md", "changed later"), note("new.md", "text 1"))
    assert await restored.waiting() == 1
    copied = await StateDatabase.open(SecretStr(other))
    assert await copied.fetch("SELECT * FROM threads") == await state.fetch("SELECT * FROM threads") != []
    await copied.close()
    await state.close()
    await store.close()
    await restored.close()
