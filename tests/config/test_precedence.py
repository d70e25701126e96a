from operator import attrgetter

import pytest

from config.environment import load_model_keys


@pytest.mark.promise("a-flag-beats-environment-dotenv-file-and-defaults")
def test_a_flag_beats_the_environment_that_the_dotenv_that_the_file_that_the_defaults(place):
    name = "FOOTNOTE_RETRIEVAL__LIMIT"
    assert place.load().retrieval.limit == 8
    assert place.write("[retrieval]\nlimit = 2").load().retrieval.limit == 2
    assert place.write("[retrieval]\nlimit = 2", dotenv=f"{name}=3").load().retrieval.limit == 3
    assert place.load({name: "4"}).retrieval.limit == 4
    assert place.load({name: "4"}, retrieval__limit=5).retrieval.limit == 5


@pytest.mark.promise("a-flag-beats-environment-dotenv-file-and-defaults")
def test_each_place_changes_only_the_keys_it_names(place):
    place.write('[slack]\nmode = "http"\nhttp_port = 80', dotenv="FOOTNOTE_SLACK__HTTP_PORT=81")
    slack = place.load({"FOOTNOTE_SLACK__HTTP_HOST": "0.0.0.0"}).slack
    assert (slack.mode, slack.http_port, slack.http_host, slack.workers) == ("http", 81, "0.0.0.0", 100)


def test_the_short_name_of_the_api_address_beats_the_long_one(place):
    both = {"SLACK_API_URL": "http://localhost:1/api", "FOOTNOTE_SLACK__API_URL": "http://localhost:2/api/"}
    assert place.load(both).slack.api_url == "http://localhost:1/api/"
    assert place.load({**both, "SLACK_API_URL": ""}).slack.api_url == "http://localhost:2/api/"


@pytest.mark.parametrize(
    ("name", "text", "key", "value"),
    [
        ("FOOTNOTE_SLACK__HTTP_PORT", "3001", "slack.http_port", 3001),
        ("footnote_slack__http_port", "3001", "slack.http_port", 3001),
        ("FOOTNOTE_CHAT__TIMEOUT_SECONDS", "2.5", "chat.timeout_seconds", 2.5),
        ("FOOTNOTE_TRACES__ENABLED", "true", "traces.enabled", True),
        ("FOOTNOTE_CHAT__MODEL", "", "chat.model", ""),
        ("FOOTNOTE_CHAT__MODEL", "3000", "chat.model", "3000"),
        ("FOOTNOTE_INDEX__EXCLUDE_STATUS", '["draft", "seed"]', "index.exclude_status", ("draft", "seed")),
    ],
)
def test_the_environment_gives_text_and_the_settings_have_values(place, name, text, key, value):
    place.write('[chat]\nmodel = "gpt-x"')
    assert attrgetter(key)(place.load({name: text})) == value


@pytest.mark.promise("relative-paths-count-from-the-settings-file")
def test_relative_paths_count_from_the_file_wherever_they_were_set(place):
    place.write('[index]\ndatabase = "../a.db"', dotenv="FOOTNOTE_TRACES__DATABASE=c.db")
    settings = place.load({"FOOTNOTE_CONVERSATION__DATABASE": "x/b.db", "FOOTNOTE_EMBEDDINGS__MODEL": "local:m"})
    assert settings.index.database == place.folder.parent / "a.db"
    assert settings.conversation.database == place.folder / "x/b.db"
    assert settings.traces.database == place.folder / "c.db"
    assert settings.embeddings.model == f"local:{place.folder}/m"


def test_a_byte_order_mark_is_no_obstacle(place):
    place.write("\ufeff[retrieval]\nlimit = 2", dotenv="\ufeffFOOTNOTE_CHAT__MODEL=x")
    settings = place.load()
    assert (settings.retrieval.limit, settings.chat.model) == (2, "x")


@pytest.mark.promise("model-keys-in-dotenv-reach-the-model-library")
def test_model_keys_of_the_dotenv_are_handed_on_without_overriding(place):
    place.write(dotenv="OPENAI_API_KEY=sk-1\nAZURE_API_KEY=az-1\nSLACK_BOT_TOKEN=xoxb-1\nFOOTNOTE_CHAT__MODEL=m\n")
    assert place.load().chat.model == "m"
    assert load_model_keys(place.file, {"AZURE_API_KEY": "az-2"}) == {"OPENAI_API_KEY": "sk-1"}
    assert load_model_keys(place.file, {"OPENAI_API_KEY": ""})["OPENAI_API_KEY"] == "sk-1"


def test_a_dotenv_is_taken_as_written(place):
    place.write(dotenv="export OPENAI_API_KEY='a$HOME#b' # mine\n")
    assert load_model_keys(place.file, {}) == {"OPENAI_API_KEY": "a$HOME#b"}


def test_no_dotenv_means_no_model_keys(place):
    assert load_model_keys(place.file, {}) == {}
