import pytest

from config.errors import SettingsError

BOT, APP, KEY = "xoxb-17-hush-hush", "xapp-1-hush-hush", "sk-proj-hush-hush-hush-hush"


@pytest.mark.promise("secrets-come-only-from-environment-or-dotenv")
def test_secrets_come_from_the_environment_or_the_dotenv(place):
    place.write(dotenv=f"SLACK_APP_TOKEN={APP}\nSLACK_BOT_TOKEN=xoxb-other\n")
    secrets = place.load({"SLACK_BOT_TOKEN": f"{BOT}\n", "SLACK_APP_TOKEN": ""}).secrets
    assert secrets.bot_token.get_secret_value() == BOT
    assert secrets.app_token.get_secret_value() == APP
    assert secrets.signing_secret is None


@pytest.mark.promise("a-secret-never-shows")
def test_a_secret_shows_in_no_representation_of_the_settings(place):
    settings = place.load({"SLACK_BOT_TOKEN": BOT, "SLACK_APP_TOKEN": APP, "SLACK_SIGNING_SECRET": "hush"})
    texts = (repr(settings), str(settings), repr(settings.secrets), settings.model_dump_json())
    assert [text for text in texts if "hush" in text] == []


@pytest.mark.promise("secrets-come-only-from-environment-or-dotenv")
@pytest.mark.parametrize(
    ("toml", "key", "belongs"),
    [
        (f'[slack]\nbot_token = "{BOT}"', "slack.bot_token", "SLACK_BOT_TOKEN"),
        (f'[slack]\nmode = "{APP}"', "slack.mode", "SLACK_APP_TOKEN"),
        ('[slack]\nsigning_secret = "hush"', "slack.signing_secret", "SLACK_SIGNING_SECRET"),
        ('SLACK_BOT_TOKEN = "hush"', "SLACK_BOT_TOKEN", "SLACK_BOT_TOKEN"),
        ('[secrets]\nbot = "hush"', "secrets", "LiteLLM"),
        ('[chat]\napi_key = "hush"', "chat.api_key", "LiteLLM"),
        ('OPENAI_API_KEY = "hush"', "OPENAI_API_KEY", "LiteLLM"),
        (f'[chat]\nmodel = "{KEY}"', "chat.model", "LiteLLM"),
        (f'[chat]\n[chat.headers]\nx = ["{KEY}"]', "chat.headers.x", "LiteLLM"),
        ('[chat]\napi_base = "https://ann:hush@models.example"', "chat.api_base", "LiteLLM"),
        ('[index]\ndatabase = "postgresql://ann:hush@db/notes"', "index.database", "FOOTNOTE_INDEX__DATABASE"),
        ('[index]\ndatabase = "postgresql://db/notes?password=hush"', "index.database", "PGPASSWORD"),
        (
            '[conversation]\ndatabase = "postgresql://ann:hush@db/state"',
            "conversation.database",
            "FOOTNOTE_CONVERSATION__DATABASE",
        ),
    ],
)
def test_a_secret_in_the_file_is_refused_without_being_repeated(place, toml, key, belongs):
    lines = place.write(toml).lines()
    (line,) = [line for line in lines if "a secret is not allowed" in line]
    assert line.startswith(f"{place.file}: {key}: ")
    assert belongs in line.partition("set it as ")[2]
    assert "hush" not in "".join(lines)


def test_a_secret_in_a_collection_is_found_too(place):
    place.write(f'[[collections]]\nname = "a"\npath = "notes"\nurl = "https://x/{BOT}/{{path}}"')
    assert "a secret is not allowed" in place.lines()[0]
    assert "hush" not in "".join(place.lines())


def test_words_that_only_resemble_a_secret_are_settings(place):
    (place.folder / "sk-notes").mkdir()
    place.write('[[collections]]\nname = "task-force-and-desk-planning"\npath = "sk-notes"')
    assert place.load().collections[0].path == place.folder / "sk-notes"


@pytest.mark.promise("a-secret-never-shows")
@pytest.mark.parametrize(
    "environ",
    [
        {"FOOTNOTE_CHAT__API_BASE": "https://ann:hush@models.example"},
        {"FOOTNOTE_CHAT__API_BASE": KEY},
        {"FOOTNOTE_CHAT__API_KEY": "hush"},
        {"FOOTNOTE_SLACK__BOT_TOKEN": BOT},
        {"FOOTNOTE_SECRETS__BOT_TOKEN": BOT},
        {"FOOTNOTE_CHAT__MODLE": "hush"},
        {"SLACK_BOT_TOKEN": APP},
        {"SLACK_APP_TOKEN": BOT},
    ],
)
def test_no_error_repeats_a_secret(place, environ):
    with pytest.raises(SettingsError) as caught:
        place.load(environ)
    assert caught.value.lines[0].startswith(f"environment: {next(iter(environ))}: ")
    assert "hush" not in str(caught.value)


@pytest.mark.promise("a-secret-never-shows")
def test_no_error_carries_a_chained_one_that_knows_the_values(place):
    with pytest.raises(SettingsError) as caught:
        place.load({"SLACK_BOT_TOKEN": APP})
    assert (caught.value.__cause__, caught.value.__context__) == (None, None)


@pytest.mark.promise("a-secret-never-shows")
def test_a_broken_line_of_the_dotenv_is_named_by_its_number(place):
    place.write(dotenv=f"OPENAI_API_KEY={KEY}\nSLACK_BOT_TOKEN: {BOT}\nSLACK_APP_TOKEN\n")
    assert place.lines() == (
        f"{place.folder}/.env: line 2: found no variable, allowed: NAME=value",
        f"{place.folder}/.env: line 3: found no variable, allowed: NAME=value",
    )


@pytest.mark.parametrize(
    ("name", "where"),
    [("FOOTNOTE_SLACK__BOT_TOKEN", "SLACK_BOT_TOKEN"), ("FOOTNOTE_OPENAI_API_KEY", "OPENAI_API_KEY")],
)
def test_a_secret_under_a_name_of_ours_is_told_its_own(place, name, where):
    assert where in place.line({name: "hush"}).partition("no name for a secret")[2]
