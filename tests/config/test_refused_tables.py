import os

import pytest

NOTES = '[[collections]]\nname = "handbook"\npath = "notes"\n'


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
