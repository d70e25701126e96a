"""The list of promises and the marks on the tests say the same."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.promises import PROMISES

TESTS = Path(__file__).parent


def marks(path: Path) -> Iterator[str]:
    """The names in `pytest.mark.promise("...")` of one file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.promise":
            yield from (ast.literal_eval(argument) for argument in node.args)


def test_every_promise_has_a_test_and_every_mark_a_promise() -> None:
    marked = {name for path in TESTS.rglob("*.py") for name in marks(path)}
    assert marked == set(PROMISES)


def test_every_promise_is_one_sentence() -> None:
    assert [name for name, sentence in PROMISES.items() if not sentence.endswith(".") or "\n" in sentence] == []
