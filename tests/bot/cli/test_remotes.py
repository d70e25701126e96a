"""Collections whose notes come from a git remote, on the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.bot.cli.command import footnote
from tests.knowledge.remotes.repositories import Upstream

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
URL = "https://git.example/blob/{commit}/docs/{path}#L{line}"


@pytest.fixture
def upstream(tmp_path: Path) -> Upstream:
    made = Upstream.new(tmp_path / "upstream")
    made.write("docs/tea.md", "# Tea\n\nTea is brewed at 80 degrees.\n")
    made.write("other.md", "# Other\n")
    made.commit()
    return made


@pytest.fixture
def config(upstream: Upstream, tmp_path: Path) -> Path:
    file = tmp_path / "footnote.toml"
    file.write_text(
        f'[[collections]]\nname = "handbook"\ngit = "upstream"\nsubfolder = "docs"\nurl = "{URL}"\n', encoding="utf-8"
    )
    return file


@pytest.mark.promise("notes-come-from-a-git-remote")
def test_index_brings_the_notes_and_citations_link_to_their_commit(upstream: Upstream, config: Path) -> None:
    before = footnote("doctor", "--json", "--config", config).json
    (unread,) = [one for one in before if one["name"] == "collection handbook"]
    assert "footnote index" in unread["fix"]
    assert footnote("index", "--config", config).code == 0
    first = upstream.git("rev-parse", "HEAD")
    (hit,) = footnote("search", "tea", "--json", "--config", config).json
    assert hit["url"] == f"https://git.example/blob/{first}/docs/tea.md#L3"
    upstream.write("docs/tea.md", "# Tea\n\nTea is brewed at 90 degrees.\n")
    second = upstream.commit()
    report = footnote("index", "--json", "--config", config)
    assert (report.code, report.json["collections"][0]["read"]) == (0, 1)
    answer = footnote("ask", "at how many degrees is tea brewed?", "--json", "--config", config).json
    assert "90 degrees" in answer["answer"]
    assert second in answer["citations"][0]["url"]


@pytest.mark.promise("a-broken-remote-keeps-the-last-good-notes")
def test_status_and_doctor_say_what_is_wrong_with_a_remote_and_how_to_mend_it(
    upstream: Upstream, config: Path
) -> None:
    footnote("index", "--config", config)
    commit = upstream.git("rev-parse", "HEAD")
    upstream.folder.rename(upstream.folder.with_name("away"))
    failed = footnote("index", "--config", config)
    assert failed.code == 1
    sentence = "There is no repository at the remote of handbook, or it may not be read."
    assert f"problem  {sentence}" in failed.err
    (part,) = footnote("status", "--json", "--config", config).json["collections"]
    assert (part["documents"], part["changed"]) == (1, 0)
    assert (part["git"]["commit"], part["git"]["problem"]) == (commit, sentence)
    assert "Look at `git` of collection handbook" in part["git"]["fix"]
    shown = footnote("status", "--config", config).err
    assert f"git: handbook at {commit[:10]}, asked at 20" in shown
    assert f"problem  {sentence}" in shown
    (finding,) = [
        one for one in footnote("doctor", "--json", "--config", config).json if one["name"] == "git handbook"
    ]
    assert (finding["ok"], finding["detail"]) == (False, sentence)
