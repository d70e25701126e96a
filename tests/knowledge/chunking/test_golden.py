"""What each kind of file becomes, from its bytes to its chunks."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.chunking import ChunkingOptions, chunk
from knowledge.collections import Collection
from knowledge.reading import read, scan
from tests.knowledge.chunking.documents import WordTokenizer

GOLDEN = Path(__file__).parent / "golden"
OPTIONS = ChunkingOptions(target_tokens=40, max_tokens=60)


@pytest.mark.promise("each-kind-of-file-has-its-reader")
@pytest.mark.parametrize(
    ("name", "title", "expected"),
    [
        (
            "policy.md",
            "Leave policy",
            [
                ((5, 5), ("Leave policy",), "Everyone reads this once a year."),
                ((9, 9), ("Leave policy", "Leave"), "You get 25 days a year, see the calendar."),
                (
                    (13, 19),
                    ("Leave policy", "Leave", "How to ask"),
                    (
                        "1. Open the leave_request form.\n2. Ask Jane:\n"
                        "   # not a heading\n   leave ask --from 2024-05-01"
                    ),
                ),
                (
                    (23, 30),
                    ("Leave policy", "Leave", "Carrying over"),
                    "Days | Until\n5 | March\n10 | never\nExceptions",
                ),
            ],
        ),
        (
            "page.mdx",
            "Install",
            [((1, 9), (), "import Tabs from '@theme/Tabs';\nInstall\nRun the installer on {os}.")],
        ),
        (
            "log.txt",
            "Log",
            [
                (
                    (1, 4),
                    (),
                    "09:00 # on call: Ann\n09:10 deploy_service.py failed with ERR_1042\n10:00 fixed",
                )
            ],
        ),
    ],
)
def test_each_kind_of_file_becomes_its_chunks(
    name: str, title: str, expected: list[tuple[tuple[int, int], tuple[str, ...], str]]
) -> None:
    (source,) = scan(Collection(name="golden", root=GOLDEN, include=(name,))).files
    document = read(source)

    assert document.title == title
    chunks = chunk(document, WordTokenizer(), OPTIONS)
    assert [(each.lines, each.heading_path, each.plain) for each in chunks] == expected
