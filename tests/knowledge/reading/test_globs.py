from __future__ import annotations

import unicodedata

import pytest

from knowledge.reading.globs import PathFilter


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("**/*.md", "top.md", True),
        ("**/*.md", "a/b/deep.md", True),
        ("**/*.md", "a/b/deep.mdx", False),
        ("*.md", "top.md", True),
        ("*.md", "a/deep.md", False),
        ("hr/**", "hr/leave/policy.md", True),
        ("hr/", "hr/leave/policy.md", True),
        ("hr/**", "hrx/policy.md", False),
        ("./hr/*.md", "hr/policy.md", True),
        ("a/**/z.md", "a/z.md", True),
        ("a/**/z.md", "a/b/c/z.md", True),
        ("note?.md", "note1.md", True),
        ("note?.md", "note.md", False),
        ("a?b.md", "a/b.md", False),
        ("note[0-9].md", "note7.md", True),
        ("note[!0-9].md", "note7.md", False),
        ("note[!x].md", "note/.md", False),
        ("a[]].md", "a].md", True),
        ("plain(1)+.md", "plain(1)+.md", True),
        ("[unclosed.md", "[unclosed.md", True),
    ],
)
def test_a_glob_matches_as_in_a_shell(pattern: str, path: str, matches: bool) -> None:
    assert PathFilter.of([pattern], []).matches(path) is matches


def test_exclude_wins_over_include() -> None:
    filter_ = PathFilter.of(["**/*.md"], ["drafts/**", "**/secret.md"])

    assert [filter_.matches(path) for path in ("a.md", "drafts/a.md", "a/secret.md")] == [True, False, False]


def test_an_excluded_folder_excludes_everything_in_it() -> None:
    filter_ = PathFilter.of(["**/*.md"], ["**/node_modules"])

    assert not filter_.matches("a/node_modules/b/readme.md")
    assert filter_.leaves_out("a/node_modules")
    assert not filter_.leaves_out("a")


def test_a_pattern_typed_on_one_system_fits_a_name_from_another() -> None:
    filter_ = PathFilter.of([unicodedata.normalize("NFC", "Büro/*.md")], [])

    assert filter_.matches(unicodedata.normalize("NFD", "Büro/note.md"))


def test_no_include_matches_nothing() -> None:
    assert not PathFilter.of([], []).matches("a.md")
