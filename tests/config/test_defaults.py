import re
import subprocess
import sys
import tomllib

import pytest
from pydantic import ValidationError

from config.collections import NO_FOLDER
from config.settings import SECTIONS, section_model
from config.tables import DEFAULTS

TEXT = DEFAULTS.read_text(encoding="utf-8")


def test_every_key_has_its_default_in_the_file_and_nowhere_else():
    written = {section: set(keys) for section, keys in tomllib.loads(TEXT).items()}
    known = {section: set(section_model(section).model_fields) for section in SECTIONS}
    known["collection"] = known.pop("collections") - {"name", "path"}
    known["channel"] = known.pop("channels") - {"channel"}
    assert written == known
    fields = [field for section in SECTIONS for field in section_model(section).model_fields.values()]
    assert [field for field in fields if not field.is_required()] == []


def test_every_default_has_one_comment():
    keys = [line for line in TEXT.splitlines() if re.match(r"\w+ = ", line)]
    assert [line for line in keys if "  # " not in line] == []


def test_the_defaults_are_the_documented_ones(place):
    settings = place.load()
    assert settings.collections == ()
    assert settings.slack.mode == "socket"
    assert settings.slack.api_url == "https://slack.com/api/"
    assert (settings.slack.http_host, settings.slack.http_port) == ("127.0.0.1", 3000)
    assert settings.slack.http_drain_seconds == 5
    assert (settings.embeddings.model, settings.chat.model, settings.chat.timeout_seconds) == ("local", "", 60)
    assert (settings.retrieval.limit, settings.retrieval.plan, settings.retrieval.rerank) == (8, "auto", "auto")
    assert (settings.conversation.history_turns, settings.conversation.follow_up) == (6, "engaged")
    assert settings.answers.ask_visibility == "private"
    assert (settings.digest.channel, settings.digest.schedule, settings.digest.timezone) == ("", "0 9 * * MON", "UTC")
    assert (settings.digest.threshold, settings.digest.coverage) == (0.95, 0.8)
    assert (settings.traces.enabled, settings.traces.retention_days, settings.traces.raw_text) == (False, 30, False)
    assert settings.index.database == place.folder / "data/index.db"
    assert settings.conversation.database == place.folder / "data/state.db"
    assert settings.traces.database == place.folder / "data/traces.db"
    assert settings.source == place.file


def test_a_collection_needs_only_a_name_and_a_folder(place):
    (handbook,) = place.write('[[collections]]\nname = "handbook"\npath = "notes"').load().collections
    assert handbook.path == place.folder / "notes"
    assert (handbook.include, handbook.exclude, handbook.url) == (("**/*.md",), (), "")
    assert (handbook.default, handbook.channels, handbook.users) == (True, (), ())


def test_or_a_name_and_a_git_remote(place):
    table = '[[collections]]\nname = "handbook"\n'
    (handbook,) = place.write(f'{table}git = "https://git.example/handbook.git"').load().collections
    assert (handbook.git, handbook.path) == ("https://git.example/handbook.git", NO_FOLDER)
    assert (handbook.branch, handbook.subfolder, handbook.deploy_key, handbook.token_variable) == ("", "", "", "")
    settings = place.write(f'{table}git = "../handbook.git"').load()
    assert settings.collections[0].git == str(place.folder.parent / "handbook.git")
    assert settings.git.path == place.folder / "data/git"


def test_a_channel_needs_only_its_name_and_then_behaves_like_any_other(place):
    (hr,) = place.write('[[channels]]\nchannel = "#ask-hr"').load().channels
    assert (hr.channel, hr.collections, hr.instructions, hr.follow_up) == ("ask-hr", (), "", "")
    assert (hr.answer, hr.private_answers, hr.askers, hr.escalation) == ("mentions", False, (), ())


def test_normal_use_meets_no_limit(place):
    limits = place.load().limits
    assert min(limits.person_per_minute, limits.team_per_minute, limits.queue) >= 100
    assert (limits.tokens_per_day, limits.dollars_per_day) == (0, 0)


def test_settings_cannot_be_changed(place):
    settings = place.write('[[collections]]\nname = "handbook"\npath = "notes"').load()
    for value, key in ((settings, "slack"), (settings.slack, "mode"), (settings.collections[0], "name")):
        with pytest.raises(ValidationError, match="frozen"):
            setattr(value, key, "other")


def test_the_package_itself_loads_no_pydantic():
    code = "import sys, config, config.errors; sys.exit('pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
