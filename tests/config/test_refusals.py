import os

import pytest

NOTES = '[[collections]]\nname = "handbook"\npath = "notes"\n'


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
@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ('path = "notes"', "collections[table 1].name: found nothing, allowed: text"),
        ('name = ""\npath = "notes"', 'collections[table 1].name: found "", allowed: one line of text, not empty'),
        ('name = "a\\nb"\npath = "notes"', 'found "a\\\\nb", allowed: one line of text'),
        ('name = "a"', "collections[a].path: found nothing, allowed: a path as text"),
        ('name = "a"\npath = "nowhere"', 'collections[a].path: found "nowhere" (no such folder), allowed: a folder'),
        ('name = "a"\npath = "footnote.toml"', 'collections[a].path: found "footnote.toml" (not a folder)'),
        ('name = "a"\npath = ""', 'collections[a].path: found "", allowed: a folder of notes that exists'),
        ('name = "a"\npath = "notes"\npth = 1', 'collections[a].pth: found an unknown name (did you mean "path"?)'),
        (
            'name = "a"\npath = "notes"\ninclude = []',
            "collections[a].include: found [], allowed: a list with at least",
        ),
        ('name = "a"\npath = "notes"\ninclude = ["/etc/*"]', "allowed: a glob below the collection's folder"),
        ('name = "a"\npath = "notes"\ninclude = ["../*.md"]', "allowed: a glob below the collection's folder"),
        ('name = "a"\npath = "notes"\ninclude = [" "]', "allowed: a glob below the collection's folder"),
        ('name = "a"\npath = "notes"\ninclude = ["**.md"]', "allowed: a glob in which ** stands alone"),
        ('name = "a"\npath = "notes"\ninclude = ["*.{md,mdx}"]', "write two globs instead of {a,b}"),
        ('name = "a"\npath = "notes"\nexclude = ["[ab.md"]', "allowed: a glob whose [ has its ]"),
        (
            'name = "a"\npath = "notes"\nurl = "https://x/{pth}"',
            "no placeholders but {path}, {line}, {heading}, {name}, {commit}",
        ),
        ('name = "a"\npath = "notes"\nurl = "https://x/{path.parent}"', "no placeholders but {path}"),
        ('name = "a"\npath = "notes"\nurl = "https://x/{line:>9}"', "no placeholders but {path}"),
        ('name = "a"\npath = "notes"\nurl = "https://x/{}"', "no placeholders but {path}"),
        ('name = "a"\npath = "notes"\nurl = "https://x/{path"', "no placeholders but {path}"),
        ('name = "a"\npath = "notes"\nurl = "x/{path}"', "an address such as https://"),
        (
            'name = "a"\npath = "notes"\nchannels = [""]',
            'collections[a].channels: found "", allowed: one line of text',
        ),
        (
            'name = "a"\npath = "notes"\nusers = ["@ann"]',
            'collections[a].users: found "@ann", allowed: the id of a user',
        ),
    ],
)
def test_a_bad_collection_is_called_by_its_name(place, keys, line):
    found = place.write(f"[[collections]]\n{keys}").line()
    assert found.startswith("footnote.toml: collections[")
    assert line.replace("\\\\n", "\\n") in found


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ('git = "/x"\npath = "notes"', 'collections.path: found both for "a", allowed: path or git'),
        ('path = "notes"\nurl = "https://x/{commit}"', 'collections.url: found {commit} for "a", allowed: {commit}'),
        ('git = "ftp://x/y"', "collections[a].git: found another address, allowed: https://HOST/REPOSITORY"),
        ('git = "http://git.example/y"', "collections[a].git: found another address"),
        ('git = "https://token@git.example/y"', "collections[a].git: found another address"),
        ('git = "ext::sh -c x"', "collections[a].git: found another address"),
        ('git = "ssh://-oProxyCommand=x/y"', "collections[a].git: found another address"),
        ('git = "git@-oProxyCommand=x:y"', "collections[a].git: found another address"),
        ('git = "/x"\nbranch = "a b"', 'collections[a].branch: found "a b", allowed: the name of a branch'),
        ('git = "/x"\nbranch = "--x"', 'collections[a].branch: found "--x"'),
        ('git = "/x"\nsubfolder = "../y"', 'collections[a].subfolder: found "../y", allowed: a folder of the'),
        ('git = "/x"\nsubfolder = "/y"', 'collections[a].subfolder: found "/y"'),
        ('git = "/x"\ndeploy_key = "key"', 'collections[a].deploy_key: found "key" (no such file)'),
        ('git = "/x"\ndeploy_key = "open"', 'collections[a].deploy_key: found "open" (others may read it)'),
        ('git = "/x"\ntoken_variable = "hush-17"', "collections[a].token_variable: found another text"),
        ('git = "/x"\ntoken_variable = "SLACK_BOT_TOKEN"', "collections[a].token_variable: found another text"),
    ],
)
def test_a_remote_is_called_by_the_name_of_its_collection(place, keys, line):
    (place.folder / "open").write_text("key")
    (place.folder / "open").chmod(0o644)
    assert line in place.write(f'[[collections]]\nname = "a"\n{keys}').line()


@pytest.mark.parametrize(
    "address",
    [
        "https://git.example/acme/handbook.git",
        "http://127.0.0.1:8080/handbook",
        "ssh://git@git.example:2222/handbook.git",
        "git@git.example:acme/handbook.git",
        "git.example:handbook",
        "/srv/git/hand book.git",
        "file:///srv/git/handbook.git",
    ],
)
def test_remotes_come_in_many_shapes(place, address):
    assert place.write(f'[[collections]]\nname = "a"\ngit = "{address}"').load().collections[0].git == address


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("", "channels[table 1].channel: found nothing, allowed: text"),
        ('channel = "#"', 'channels[#].channel: found "#", allowed: one line of text'),
        (
            'channel = "hr"\ncollections = ["hr"]',
            'channels.collections: found "hr" as one of the collections of "hr"',
        ),
        ('channel = "hr"\ncollections = ["hr"]', "allowed: names of [[collections]]: handbook"),
        (
            'channel = "hr"\nanswer = "always"',
            'channels[hr].answer: found "always", allowed: "mentions" or "questions"',
        ),
        ('channel = "hr"\nfollow_up = "never"', 'found "never", allowed: "" or "engaged" or "mention"'),
        ('channel = "hr"\nprivate_answers = "yes"', 'found "yes", allowed: true or false'),
        ('channel = "hr"\naskers = ["@ann"]', 'channels[hr].askers: found "@ann", allowed: the id of a user'),
        ('channel = "hr"\nescalation = "S1"', 'found "S1", allowed: a list of texts'),
        ('channel = "hr"\nescalation = ["here"]', 'channels[hr].escalation: found "here", allowed: the id of a user'),
        (f'channel = "hr"\ninstructions = "{"x" * 2_001}"', "found 2,001 characters, allowed: text of at most 2,000"),
        ('channel = "hr"\ninstructions = "\\u001b"', "allowed: text without control characters"),
        (
            'channel = "hr"\nescalate = []',
            'channels[hr].escalate: found an unknown name (did you mean "escalation"?)',
        ),
        ('channel = "hr"\n[[channels]]\nchannel = "#hr"', 'channels: found "hr" 2 times, allowed: each channel once'),
    ],
)
def test_a_bad_channel_is_called_by_its_name(place, keys, line):
    found = place.write(f"{NOTES}\n[[channels]]\n{keys}").line()
    assert found.startswith("footnote.toml: channels")
    assert line in found


@pytest.mark.promise("every-bad-setting-is-one-clear-line")
def test_clones_in_the_folder_of_another_collection_are_refused(place):
    remote = '[[collections]]\nname = "far"\ngit = "/srv/far.git"\n'
    around = '[[collections]]\nname = "all"\npath = "."\n'
    line = place.write(around + remote).line()
    assert 'data/git" in the folder of "all", allowed: a folder outside of all collections' in line
    place.write(f'{around}{remote}[git]\npath = "../clones"').load()
    place.write(around).load()


def test_two_collections_of_one_name_are_refused(place):
    line = place.write(NOTES + NOTES.replace("handbook", "Handbook")).line()
    assert line == (
        'footnote.toml: collections: found "handbook" 2 times, '
        "allowed: each name once (upper and lower case count as the same)"
    )


def test_a_folder_that_may_not_be_read_is_refused(place, monkeypatch):
    # The tests may run as root, who may read everything.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert 'found "notes" (no permission to read it)' in place.write(NOTES).line()


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
