"""Writes one HTML page of everything that people see: `scripts/pictures [FILE]`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.model_server import ModelServer
from tests.pictures.page import page
from tests.pictures.tour import WRITTEN, Tour


async def look() -> list[str]:
    """Every picture, in the order of a newcomer's day."""
    parts: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        async with Tour.open(Path(folder)) as tour:
            for part in (tour.asked, tour.searched, tour.shared, tour.digest, tour.home):
                parts += await part()
    with tempfile.TemporaryDirectory() as folder, ModelServer() as model:
        model.reply(WRITTEN, task="answer", times=None)
        async with Tour.open(Path(folder), model) as tour:
            parts += await tour.written()
    return parts


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "pictures.html")
    target.write_text(page("Footnote in Slack", asyncio.run(look())), encoding="utf-8")
    sys.stdout.write(f"Written to {target}\n")
