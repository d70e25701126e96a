"""`footnote init`, `doctor` and the entry point itself."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from bot.cli.opening import configured
from tests.bot.cli.command import footnote


@pytest.mark.promise("init-index-ask-work-one-after-the-other")
def test_init_then_index_then_ask_answer_from_the_first_note(tmp_path: Path) -> None:
    assert footnote("init", tmp_path).code == 0
    config = tmp_path / "footnote.toml"
    assert footnote("index", "--config", config).code == 0
    answer = footnote("ask", "how do I add notes?", "--json", "--config", config).json
    (citation,) = answer["citations"]
    assert (citation["file"], citation["heading"]) == ("welcome.md", "Adding notes")


def test_init_leaves_a_settings_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "footnote.toml").write_text("# mine\n", encoding="utf-8")
    outcome = footnote("init", tmp_path)
    assert outcome.code == 2
    assert (tmp_path / "footnote.toml").read_text(encoding="utf-8") == "# mine\n"


def test_init_writes_the_manifest_that_settings_ask_for(small: Path) -> None:
    outcome = footnote("init", "--manifest", small.parent)
    assert outcome.code == 0, outcome.err
    written = yaml.safe_load((small.parent / "slack-manifest.yaml").read_text(encoding="utf-8"))
    assert written["features"]["unfurl_domains"] == ["notes.example"]
    assert footnote("init", "--manifest", small.parent).code == 2


@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
def test_doctor_has_a_line_for_each_thing_and_a_fix_for_each_problem(small: Path) -> None:
    outcome = footnote("doctor", "--json", "--config", small)
    findings = {one["name"]: one for one in outcome.json}
    assert outcome.code == 1
    assert findings["collection handbook"]["ok"]
    assert ": 2" in findings["collection handbook"]["detail"]
    assert not findings["index"]["ok"]
    assert "footnote index" in findings["index"]["fix"]
    assert findings["slack"]["ok"]
    assert "SLACK_BOT_TOKEN" in findings["slack"]["detail"]
    assert all(one["fix"] for one in outcome.json if not one["ok"])


def test_a_model_key_beside_the_settings_is_put_where_litellm_looks(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "replaced")  # so that what `configured` sets is undone after the test
    monkeypatch.delenv("OPENAI_API_KEY")
    (small.parent / ".env").write_text("OPENAI_API_KEY=sk-test-0123456789\n", encoding="utf-8")
    configured(small)
    assert os.environ["OPENAI_API_KEY"] == "sk-test-0123456789"


@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
def test_doctor_ends_with_3_where_slack_does_not_answer(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-of-nobody")
    monkeypatch.setenv("SLACK_API_URL", "http://127.0.0.1:9/api/")
    outcome = footnote("doctor", "--json", "--config", small)
    findings = {one["name"]: one for one in outcome.json}
    assert outcome.code == 3
    assert findings["slack bot token"]["detail"] == "Slack does not answer"
    assert "HTTPS_PROXY" in findings["slack bot token"]["fix"]


@pytest.mark.promise("doctor-names-each-problem-and-its-fix")
def test_doctor_reads_the_certificates_that_the_environment_names(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(small))
    findings = {one["name"]: one for one in footnote("doctor", "--json", "--config", small).json}
    assert not findings["certificates"]["ok"]
    assert "PEM" in findings["certificates"]["fix"]


@pytest.mark.promise("help-loads-no-model-and-no-slack")
def test_help_imports_neither_models_nor_database_nor_slack() -> None:
    program = (
        "import sys; from bot.cli import main; sys.argv = ['footnote', '--help']\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('litellm', 'onnxruntime', 'numpy', 'slack_sdk', 'pydantic', 'aiosqlite')"
        " if name in sys.modules], file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "footnotes" in run.stdout
    assert run.stderr.strip() == "[]"


@pytest.mark.promise("search-loads-no-chat-library")
def test_a_search_imports_no_litellm(sample: Path) -> None:
    program = (
        "import sys; from bot.cli import main\n"
        f"sys.argv = ['footnote', 'search', 'tea', '--config', {str(sample)!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print('litellm' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_an_unknown_command_is_exit_code_2() -> None:
    assert footnote("serch", "tea").code == 2
