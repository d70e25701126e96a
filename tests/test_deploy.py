"""The files in docs/deploy name only what exists: settings, figures, files of the repository."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.metrics import MetricWrapperBase
from pydantic import SecretStr

from bot.metrics import Metrics
from config.loading import load_settings
from config.settings import Settings

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "docs" / "deploy"
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_count", "_sum")}


def settings_by(variables: dict[str, str], folder: Path) -> Settings:
    """The settings of a file that names one folder of notes, under these variables. An unknown one raises."""
    (folder / "notes").mkdir()
    config = folder / "footnote.toml"
    config.write_text('[[collections]]\nname = "notes"\npath = "notes"\n')
    assert variables["FOOTNOTE_CONFIG"].endswith("/footnote.toml")
    return load_settings(config=config, environ=variables)


def instructions(name: str) -> Iterator[str]:
    """What follows each of the Dockerfile's instructions of that name, continued lines joined."""
    lines = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    for line in lines:
        instruction, _, rest = line.partition(" ")
        if instruction == name:
            yield rest.strip()


def figures() -> dict[str, set[str]]:
    """Every name that /metrics can have, with its labels."""
    known: dict[str, set[str]] = {}
    for metric in vars(Metrics()).values():
        if isinstance(metric, MetricWrapperBase):
            for suffix in SUFFIXES[metric._type]:
                known[f"{metric._name}{suffix}"] = {*metric._labelnames, *(["le"] if suffix == "_bucket" else [])}
    return known


def expressions() -> list[str]:
    board: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text())
    return [target["expr"] for panel in board["panels"] for target in panel["targets"]]


@pytest.mark.promise("deployment-files-name-what-exists")
@pytest.mark.parametrize("expression", expressions())
def test_each_expression_of_the_dashboard_asks_for_a_figure_and_labels_that_exist(expression: str) -> None:
    known = figures()
    (name,) = re.findall(r"footnote_\w+", expression)
    asked = {label.strip() for labels in re.findall(r"by \(([^)]*)\)", expression) for label in labels.split(",")}
    asked |= set(re.findall(r"[{,](\w+)=", expression))
    assert asked <= known[name]
    assert expression.count("(") == expression.count(")")


@pytest.mark.promise("deployment-files-name-what-exists")
def test_the_image_is_installed_by_hashes_and_runs_as_nobody_special(tmp_path: Path) -> None:
    variables = dict(pair.split("=", 1) for rest in instructions("ENV") for pair in shlex.split(rest))
    settings = settings_by({k: v for k, v in variables.items() if k.startswith("FOOTNOTE_")}, tmp_path)
    databases = (settings.index.database, settings.conversation.database, settings.traces.database)
    (user,) = instructions("USER")
    (health,) = instructions("HEALTHCHECK")
    assert {path.parent for path in databases} == {Path("/data")}
    assert settings.log.lines == "json"
    assert f":{settings.slack.http_port}/readyz" in health
    assert user not in {"0", "root"}
    assert any("--require-hashes" in rest for rest in instructions("RUN"))
    for rest in instructions("COPY"):
        named = rest.replace("${LOCK}", dict(pair.split("=") for pair in instructions("ARG"))["LOCK"])
        sources = [] if rest.startswith("--from") else shlex.split(named)[:-1]
        assert all((ROOT / source).exists() for source in sources)


@pytest.mark.promise("deployment-files-name-what-exists")
def test_the_compose_file_builds_that_image_and_gives_it_time_to_stop() -> None:
    tree = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    service = tree["services"]["footnote"]
    context = (DEPLOY / service["build"]["context"]).resolve()
    named = set(re.findall(r"\$\{(\w+)", str(tree)))
    assert (context, context / service["build"]["dockerfile"]) == (ROOT, DEPLOY / "Dockerfile")
    assert named == {"SETTINGS_FOLDER"}  # nothing that the bot would take for a misspelt setting
    assert "environment" not in service  # all of it stands in the Dockerfile, or in the .env
    assert int(service["stop_grace_period"].removesuffix("s")) > 30
    assert service["read_only"]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])


@pytest.mark.promise("deployment-files-name-what-exists")
def test_the_compose_file_of_two_bots_names_settings_that_exist_and_packages_of_postgresql(tmp_path: Path) -> None:
    tree = yaml.safe_load((DEPLOY / "compose-postgres.yaml").read_text())
    service, database = tree["services"]["footnote"], tree["services"]["database"]
    ours = {name: value for name, value in service["environment"].items() if name.startswith("FOOTNOTE_")}
    settings = settings_by({"FOOTNOTE_CONFIG": "/config/footnote.toml", **ours}, tmp_path)
    for place in (settings.index.database, settings.conversation.database):
        assert isinstance(place, SecretStr)
        assert "@database/" in place.get_secret_value()
    packages = (ROOT / service["build"]["args"]["LOCK"]).read_text()
    assert all(f"\n{name}==" in packages for name in ("psycopg", "psycopg-pool", "pgvector"))
    assert set(re.findall(r"\$\{(\w+)", str(tree))) == {"SETTINGS_FOLDER", "POSTGRES_PASSWORD"}
    assert service["deploy"]["replicas"] == 2
    assert service["depends_on"]["database"] == {"condition": "service_healthy"}
    assert "ports" not in database  # nobody outside reaches it
    assert int(service["stop_grace_period"].removesuffix("s")) > 30


@pytest.mark.promise("deployment-files-name-what-exists")
def test_the_locks_agree_on_every_version() -> None:
    locks = [ROOT / "requirements.lock", ROOT / "requirements-dev.lock", DEPLOY / "postgres.lock"]
    pinned = re.compile(r"^[a-z][\w.-]*==\S+", re.MULTILINE)
    plain, every, postgres = (set(pinned.findall(lock.read_text())) for lock in locks)
    assert plain <= postgres <= every


@pytest.mark.promise("deployment-files-name-what-exists")
def test_the_unit_names_settings_that_exist_and_does_not_restart_what_a_restart_cannot_mend(tmp_path: Path) -> None:
    lines = (DEPLOY / "footnote.service").read_text().splitlines()
    pairs = [tuple(line.split("=", 1)) for line in lines if "=" in line and not line.startswith("#")]
    variables = dict(value.split("=", 1) for key, value in pairs if key == "Environment")
    unit = {key: value for key, value in pairs if key != "Environment"}
    settings = settings_by(variables, tmp_path)
    state = Path("/var/lib") / unit["StateDirectory"]
    assert {settings.index.database.parent, settings.conversation.database.parent} == {state}
    assert (unit["KillSignal"], unit["RestartPreventExitStatus"]) == ("SIGTERM", "2")
    assert int(unit["TimeoutStopSec"]) > 30


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_finds_no_fault_with_the_unit(tmp_path: Path) -> None:
    text = (DEPLOY / "footnote.service").read_text().replace("/opt/footnote/bin/footnote", sys.executable)
    unit = tmp_path / "footnote.service"
    unit.write_text(text)
    found = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout + found.stderr) == (0, "")
