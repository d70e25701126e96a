import pytest


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
@pytest.mark.parametrize(
    ("toml", "line"),
    [
        ('[slack]\nmode = "sockets"', 'slack.mode: found "sockets", allowed: "socket" or "http"'),
        ('[slack]\nhttp_port = "3000"', 'slack.http_port: found "3000", allowed: a whole number from 1 to 65535'),
        ("[slack]\nhttp_port = 65536", "slack.http_port: found 65536, allowed: a whole number from 1 to 65535"),
        ("[slack]\nhttp_port = true", "slack.http_port: found true, allowed: a whole number from 1 to 65535"),
        ("[chat]\nmodel = 4", "chat.model: found 4, allowed: text"),
        ("[chat]\ntimeout_seconds = 0", "chat.timeout_seconds: found 0, allowed: a number above 0 up to 3600"),
        ("[traces]\nenabled = 1", "traces.enabled: found 1, allowed: true or false"),
        ("[retrieval]\nlimit = 0", "retrieval.limit: found 0, allowed: a whole number from 1 to 100"),
        (
            "[index]\ndatabase = 3",
            "index.database: found 3, allowed: the path of a database file, or postgresql://USER@HOST/DATABASE",
        ),
        ('[index]\ndatabase = ""', 'index.database: found "", allowed: the path of a database file'),
        ('[index]\nexclude_status = "draft"', 'found "draft", allowed: a list of texts, such as ["one", "two"]'),
        ("[slack]\nbot = {}", "slack.bot: found an unknown name, allowed: admins, api_url, ask_command,"),
        (
            "[retrieval]\nlimmit = 3",
            'retrieval.limmit: found an unknown name (did you mean "limit"?), allowed: ',
        ),
        ("[retreival]", 'retreival: found an unknown name (did you mean "retrieval"?), allowed: answers, channels,'),
        ('mode = "http"', "mode: found an unknown name"),
        ('source = "x"', "source: found an unknown name"),
        ("slack = 3", "slack: found 3, allowed: a table"),
        ("[collections]\na = 1", 'collections: found {"a": 1}, allowed: a list of [[collections]] tables'),
        ('[slack]\nask_command = "ask"', 'slack.ask_command: found "ask", allowed: a slash command'),
        (
            '[slack]\nask_command = "/search"',
            'slack.ask_command: found "/search" as ask_command and as search_command',
        ),
        ('[slack]\napi_url = "slack.com/api"', "allowed: an http:// or https:// address"),
        ('[chat]\napi_base = "http://x:99999"', "allowed: an http:// or https:// address"),
        ("[index]\nchunk_tokens = 500", "index.chunk_tokens: found chunk_tokens 500 above chunk_max_tokens 450"),
        ("[index]\nchunk_tokens = 31", "index.chunk_tokens: found 31, allowed: a whole number from 32 to 8192"),
        (
            '[retrieval]\nrerank = "model"',
            'retrieval.rerank: found "model", but chat.model is empty, allowed: a chat',
        ),
        ("[answers]\nmax_question_chars = 4001", "found 4001, allowed: a whole number from 1 to 4000"),
        (
            '[slack]\ninbox_collection = "inbox"',
            'slack.inbox_collection: found "inbox", allowed: one of the [[collections]] with a path: there are none',
        ),
        ("[limits]\nqueue = 0", "limits.queue: found 0, allowed: a whole number from 1 to 100000"),
        (
            "[limits]\ndollars_per_day = -1.0",
            "limits.dollars_per_day: found -1.0, allowed: a number from 0 to 1000000",
        ),
        ("[digest]\nthreshold = 1.5", "digest.threshold: found 1.5, allowed: a number above 0 up to 1"),
        ("[digest]\nthreshold = nan", "digest.threshold: found NaN, allowed: a number above 0 up to 1"),
        ('[digest]\nschedule = "hourly"', 'digest.schedule: found "hourly", allowed: five cron fields'),
        ('[digest]\ntimezone = "Mars/Base"', 'digest.timezone: found "Mars/Base", allowed: a time zone'),
        ('[digest]\ntimezone = "../etc"', 'digest.timezone: found "../etc", allowed: a time zone'),
        ('[digest]\ntimezone = ""', 'digest.timezone: found "", allowed: a time zone'),
        ('[traces]\ndatabase = "data/index.db"', "traces.database: found"),
        ('[index]\ndatabase = "data/traces.db"', "index.database: found"),
    ],
)
def test_a_bad_key_is_named_with_what_was_found_and_what_is_allowed(place, toml, line):
    found = place.write(toml).line()
    assert found.startswith("footnote.toml: ")
    assert line in found


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
def test_bad_toml_is_named_by_its_line(place):
    line = place.write('[slack]\nmode = "http"\nhttp_port = \n').line()
    assert line.startswith("footnote.toml: not valid TOML: ")
    assert "line 3" in line


def test_a_file_that_is_no_text_is_refused(place):
    place.file.write_bytes(b"[chat]\nmodel = '\xff\xfe'")
    assert (
        place.line() == "footnote.toml: the file: found something unreadable, allowed: UTF-8 text that you may read"
    )
    place.write()
    (place.folder / ".env").write_bytes(b"OPENAI_API_KEY=\xff")
    assert place.line() == ".env: the file: found something unreadable, allowed: UTF-8 text that you may read"


@pytest.mark.promise("every-bad-variable-is-one-clear-line")
@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("FOOTNOTE_SLACK__HTTP_PORT", "80a", 'found "80a", allowed: a whole number from 1 to 65535'),
        ("FOOTNOTE_SLACK__HTTP_PORT", "", 'found "", allowed: a whole number from 1 to 65535'),
        ("FOOTNOTE_SLACK__HTTP_PORT", "70000", "found 70000, allowed: a whole number from 1 to 65535"),
        ("FOOTNOTE_TRACES__ENABLED", "maybe", 'found "maybe", allowed: true or false'),
        (
            "FOOTNOTE_INDEX__EXCLUDE_STATUS",
            "draft",
            'found "draft", allowed: a list of texts, such as ["one", "two"]',
        ),
        ("FOOTNOTE_CHAT__MODLE", "x", 'found an unknown name (did you mean "FOOTNOTE_CHAT__MODEL"?), allowed: '),
        ("FOOTNOTE_CHAT_MODEL", "x", 'found an unknown name (did you mean "FOOTNOTE_CHAT__MODEL"?), allowed: '),
        ("FOOTNOTE_COLLECTIONS", "[]", "allowed: [[collections]] tables in footnote.toml only"),
        ("FOOTNOTE_COLLECTIONS__0__NAME", "x", "allowed: [[collections]] tables in footnote.toml only"),
        ("FOOTNOTE_CHANNELS", "[]", "allowed: [[channels]] tables in footnote.toml only"),
        ("FOOTNOTE_SOURCE", "x", "found an unknown name"),
        ("SLACK_API_URL", "slack.com", 'found "slack.com", allowed: an http:// or https:// address'),
    ],
)
def test_a_bad_variable_is_named_with_its_place(place, name, text, line):
    assert place.line({name: text}).startswith(f"environment: {name}: ")
    assert line in place.line({name: text})
    place.write(dotenv=f"{name}='{text}'")
    assert place.line().startswith(f".env: {name}: ")
    assert line in place.line()


def test_variables_that_a_cluster_sets_for_a_service_of_this_name_are_left_alone(place):
    environ = {
        "FOOTNOTE_SERVICE_HOST": "10.0.0.1",
        "FOOTNOTE_SERVICE_PORT_HTTP": "3000",
        "FOOTNOTE_PORT": "tcp://10.0.0.1:3000",
        "FOOTNOTE_PORT_3000_TCP_ADDR": "10.0.0.1",
    }
    assert place.load(environ) == place.load()
    assert "FOOTNOTE_PORT" in place.line({"FOOTNOTE_PORT": "3000"})


def test_a_flag_is_checked_like_any_other_value(place):
    assert place.line(slack__mode="carrier pigeon") == (
        'command line: slack.mode: found "carrier pigeon", allowed: "socket" or "http"'
    )


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
def test_all_errors_of_all_places_are_listed_at_once(place):
    place.write('[slack]\nmode = "x"\nmodee = "y"\n[chat]\nmodel = 1', dotenv="FOOTNOTE_CHAT__MODLE=z")
    lines = place.lines({"FOOTNOTE_RETRIEVAL__LIMIT": "many"})
    assert sorted(line.split(": ")[1] for line in lines) == [
        "FOOTNOTE_CHAT__MODLE",
        "FOOTNOTE_RETRIEVAL__LIMIT",
        "chat.model",
        "slack.mode",
        "slack.modee",
    ]


def test_an_error_is_one_line_whatever_the_key_holds(place):
    line = place.write('"a\\nb\\u001b[31m" = 1').line()
    assert line.isprintable()
    assert len(place.write(f'[slack]\nmode = "{"x" * 5000}"').line()) < 200
