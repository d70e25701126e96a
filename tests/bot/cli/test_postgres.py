"""The commands over an index in PostgreSQL: the same answers as over the file, and no password anywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.cli.command import footnote
from tests.bot.cli.test_forget import remember
from tests.postgres import PostgresServer

QUESTION = "how many vacation days do I get?"
SAME = (
    ("search", QUESTION, "--json", "--full"),
    ("search", "tag:policy expenses", "--json"),
    ("search", '"parental leave" -contractors', "--json"),
    ("ask", QUESTION, "--json"),
    ("duplicates", "--format", "json"),
)


@pytest.fixture(autouse=True)
def same_at_any_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is done without when it takes too long."""
    monkeypatch.setenv("FOOTNOTE_RETRIEVAL__RERANK", "off")


def without_trace(value: object) -> object:
    """The answer without the number of its question."""
    return {**value, "trace_id": None} if isinstance(value, dict) and "trace_id" in value else value


@pytest.mark.promise("the-index-may-stand-in-postgresql")
def test_every_command_says_what_it_says_over_the_file(
    sample: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = [footnote(*command, "--config", sample) for command in SAME]
    url = postgres.new_database()
    monkeypatch.setenv("FOOTNOTE_INDEX__DATABASE", url.replace("postgres@", "postgres:hush@"))
    missing = footnote("search", "tea", "--config", sample)
    assert (missing.code, "footnote index" in missing.err) == (1, True)
    assert footnote("index", "--config", sample).code == 0
    again = footnote("index", "--json", "--config", sample).json["collections"][0]
    assert (again["read"], again["created"]) == (0, 0)
    found = [footnote(*command, "--config", sample) for command in SAME]
    assert [without_trace(each.json) for each in found] == [without_trace(each.json) for each in expected]
    status = footnote("status", "--json", "--config", sample).json["collections"][0]
    assert status["chunks"] == status["embedded"] > 0
    said = footnote("doctor", "--config", sample)
    assert "hush" not in "".join(each.out + each.err for each in (*found, missing, said))


@pytest.mark.promise("an-index-moves-between-databases-whole")
def test_an_index_goes_into_postgresql_and_back_and_answers_as_before(
    sample: Path, postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, back = postgres.new_database(), tmp_path / "back.db"
    there = footnote("migrate", sample.parent / "data" / "index.db", url, "--json").json
    again = footnote("migrate", url, back, "--json").json
    assert (there["written"], there["sha256"]) == (there["notes"], again["sha256"])
    exports, answers = [], []
    for place in (sample.parent / "data" / "index.db", url, back):
        monkeypatch.setenv("FOOTNOTE_INDEX__DATABASE", str(place))
        exports.append(footnote("export", "--config", sample).out)
        answers.append(without_trace(footnote("ask", QUESTION, "--json", "--config", sample).json))
    assert exports[0].count("\n") == there["notes"]
    assert exports[0] == exports[1] == exports[2]
    assert answers[0] == answers[1] == answers[2]


def test_a_password_is_not_taken_from_the_command_line(tmp_path: Path) -> None:
    outcome = footnote("migrate", tmp_path / "index.db", "postgresql://ann:hush@db/notes")
    assert outcome.code == 2
    assert "PGPASSWORD" in outcome.err
    assert "hush" not in outcome.err


def test_a_server_that_is_not_there_is_one_sentence_and_exit_code_3(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOOTNOTE_INDEX__DATABASE", "postgresql://ann:hush@127.0.0.1:1/notes")
    outcome = footnote("search", "tea", "--config", sample)
    assert (outcome.code, outcome.out) == (3, "")
    assert "postgresql://ann@127.0.0.1:1/notes cannot be reached" in outcome.err
    assert "hush" not in outcome.err


def test_without_its_packages_one_sentence_names_the_extra(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "knowledge.store.postgres", None)
    monkeypatch.setenv("FOOTNOTE_INDEX__DATABASE", "postgresql://db/notes")
    outcome = footnote("search", "tea", "--config", sample)
    assert outcome.code == 1
    assert "footnote-bot[postgres]" in outcome.err
    assert len(outcome.err.strip().splitlines()) == 1


@pytest.mark.promise("a-newcomer-needs-no-postgresql")
def test_an_index_in_a_file_loads_nothing_of_postgresql(sample: Path) -> None:
    code = (
        "import sys\nfrom bot.cli import main\n"
        f"sys.argv = ['footnote', 'search', 'tea', '--config', {str(sample)!r}]\n"
        "main()\n"
        "sys.exit(bool({'psycopg', 'psycopg_pool', 'pgvector'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=100)
    assert done.returncode == 0, done.stderr


@pytest.mark.promise("a-state-moves-between-databases-whole")
@pytest.mark.promise("people-can-delete-their-data")
def test_a_state_goes_into_postgresql_where_a_person_can_be_forgotten(
    small: Path, postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, state = postgres.new_database(), remember(small, "U1")
    nothing = footnote("migrate", "--state", small.parent / "none.db", url)
    assert (nothing.code, nothing.err) == (1, "The first state database does not exist.\n")
    there = footnote("migrate", "--state", state, url, "--json").json
    assert {name: count for name, count in there["rows"].items() if count} == {"answers": 1, "feedback": 1}
    monkeypatch.setenv("FOOTNOTE_CONVERSATION__DATABASE", url.replace("postgres@", "postgres:hush@"))
    said = footnote("doctor", "--config", small)
    assert "state: postgresql://postgres@" in said.err
    assert "hush" not in said.err
    removed = footnote("forget", "U1", "--json", "--config", small).json["removed"]
    assert (removed["searches"], removed["feedback"]) == (1, 1)
    assert "nothing was kept" in footnote("forget", "U1", "--config", small).err
