"""The commands that a page of docs shows, to be run as they stand there."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def run(page: str, name: str, **variables: object) -> None:
    """Run the block of this page whose first line names it, with these variables."""
    blocks = re.findall(r"```sh\n# ([a-z-]+)[^\n]*\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.DOTALL)
    environment = os.environ | {key: str(value) for key, value in variables.items()}
    subprocess.run(["sh", "-ec", dict(blocks)[name]], check=True, env=environment, timeout=100)
