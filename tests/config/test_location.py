from pathlib import Path

import pytest

from config.errors import SettingsError
from config.location import cache_folder, find_config


def written(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


@pytest.mark.promise("settings-are-found-in-order")
def test_the_first_place_that_has_a_file_wins(tmp_path):
    home, cwd = tmp_path / "home", tmp_path / "work"
    environ = {"HOME": str(home)}
    found = [written(home / ".config/footnote/footnote.toml")]
    assert find_config(None, environ=environ, cwd=cwd) == found[-1]

    environ["XDG_CONFIG_HOME"] = str(tmp_path / "xdg")
    found.append(written(tmp_path / "xdg/footnote/footnote.toml"))
    assert find_config(None, environ=environ, cwd=cwd) == found[-1]

    found.append(written(cwd / "footnote.toml"))
    assert find_config(None, environ=environ, cwd=cwd) == found[-1]

    environ["FOOTNOTE_CONFIG"] = "../named.toml"
    found.append(written(tmp_path / "named.toml"))
    assert find_config(None, environ=environ, cwd=cwd) == found[-1]

    found.append(written(cwd / "flag.toml"))
    assert find_config(Path("flag.toml"), environ=environ, cwd=cwd) == found[-1]


@pytest.mark.promise("settings-are-found-in-order")
def test_no_file_anywhere_names_every_place_and_the_way_out(tmp_path):
    with pytest.raises(SettingsError) as caught:
        find_config(None, environ={"HOME": "/home/ann"}, cwd=tmp_path)
    (line,) = caught.value.lines
    places = ("--config", "$FOOTNOTE_CONFIG", f"{tmp_path}/footnote.toml", "/home/ann/.config/footnote/footnote.toml")
    assert [place for place in places if place not in line] == []
    assert "`footnote init`" in line


def test_nothing_stands_in_for_a_file_that_was_asked_for(tmp_path):
    written(tmp_path / "footnote.toml")
    with pytest.raises(SettingsError, match=r"^--config: .*/other\.toml: found no such file"):
        find_config(Path("other.toml"), environ={}, cwd=tmp_path)
    with pytest.raises(SettingsError, match=r"^\$FOOTNOTE_CONFIG: .*/other\.toml: found no such file"):
        find_config(None, environ={"FOOTNOTE_CONFIG": "other.toml"}, cwd=tmp_path)


def test_a_folder_is_no_configuration_file(tmp_path):
    with pytest.raises(SettingsError, match="found a folder"):
        find_config(tmp_path, environ={}, cwd=tmp_path)


def test_an_empty_variable_counts_as_not_set(tmp_path):
    file = written(tmp_path / "footnote.toml")
    environ = {"FOOTNOTE_CONFIG": "", "XDG_CONFIG_HOME": "", "HOME": "/home/ann"}
    assert find_config(None, environ=environ, cwd=tmp_path) == file


def test_paths_count_from_where_a_linked_file_lies(tmp_path):
    written(tmp_path / "store/footnote.toml")
    link = tmp_path / "footnote.toml"
    link.symlink_to(tmp_path / "store/footnote.toml")
    assert find_config(None, environ={}, cwd=tmp_path) == link


def test_caches_lie_where_the_user_keeps_them():
    environ = {"HOME": "/home/ann"}
    assert cache_folder("demo", environ=environ) == Path("/home/ann/.cache/footnote/demo")
    assert cache_folder("demo", environ={**environ, "XDG_CACHE_HOME": "caches"}) == Path(
        "/home/ann/.cache/footnote/demo"
    )
    assert cache_folder("demo", environ={**environ, "XDG_CACHE_HOME": "/var/ann"}) == Path("/var/ann/footnote/demo")
