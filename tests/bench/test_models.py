"""What the models suite says where there is nothing to measure on."""

from __future__ import annotations

from pathlib import Path

from tests.bench.models import run
from tests.bench.options import Options


async def test_without_a_set_of_its_own_texts_it_says_what_to_name(tmp_path: Path) -> None:
    (tmp_path / "readme.md").write_text("no set", encoding="utf-8")

    for options in (Options(), Options(data=tmp_path)):
        [table] = await run(options)
        assert (table.rows, table.note) == (
            [],
            "Not measured: name a folder of labelled sets, `scripts/bench models FOLDER`.",
        )
