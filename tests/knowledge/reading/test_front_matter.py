from __future__ import annotations

import pytest

from knowledge.reading.front_matter import read_front_matter


def test_fields_are_the_text_that_was_written() -> None:
    matter = read_front_matter("---\ntitle: 2024\nversion: 1.10\ndraft: No\ndate: 2024-01-05\n---\nWords.\n")

    assert [matter.text(key) for key in ("title", "version", "draft", "date")] == ["2024", "1.10", "No", "2024-01-05"]
    assert matter.warnings == ()


def test_content_begins_below_the_closing_line() -> None:
    text = "---\ntitle: A\n...  \nWords.\n"

    assert text[read_front_matter(text).end :] == "Words.\n"


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("tags: policy", ("policy",)),
        ("tags: hr, policy ,  hr", ("hr", "policy")),
        ("tags: [hr, policy]", ("hr", "policy")),
        ("tags:\n  - hr\n  - people/leave", ("hr", "people/leave")),
        ("tags: [[hr], {area: policy}]", ("hr", "policy")),
        ("tags:", ()),
        ("tags: ~", ()),
        ("tags: [2024, true]", ("2024", "true")),
        ("Tags: Upper", ("Upper",)),
    ],
)
def test_tags_come_in_any_shape(written: str, tags: tuple[str, ...]) -> None:
    assert read_front_matter(f"---\n{written}\n---\n").words("tags", "tag") == tags


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("author: Ann Lee", "Ann Lee"),
        ("author: Lee, Ann", "Lee, Ann"),
        ("author: [Ann, Bo]", "Ann, Bo"),
        ("author:\n  name: Ann\n  twitter: ann", "Ann"),
        ("author:\n- name: Ann\n- name: Bo", "Ann, Bo"),
        ("author: null", ""),
    ],
)
def test_authors_come_in_any_shape(written: str, author: str) -> None:
    assert read_front_matter(f"---\n{written}\n---\n").text("author") == author


@pytest.mark.promise("broken-front-matter-is-a-warning")
def test_of_broken_yaml_the_readable_lines_count_and_a_warning_says_so() -> None:
    matter = read_front_matter(
        "---\ntitle: Leave: the policy\nowner: {{ placeholder\ntags: [hr, policy]\n---\nWords.\n"
    )

    assert matter.text("title") == "Leave: the policy"
    assert matter.words("tags") == ("hr", "policy")
    assert matter.warnings == ("its front matter is not valid YAML; read line by line",)


@pytest.mark.parametrize(
    "text",
    [
        "---\n\n[Support](/a) |\n[Engineering](/b)\n\n---\n",
        "---\ntitle: never closed\n\nWords.\n",
        "Words first.\n---\ntitle: A\n---\n",
        "---\n- a list\n---\n",
        "---\nJust a sentence between two rules.\n---\n",
        "----\ntitle: A\n----\n",
    ],
)
def test_what_is_no_front_matter_stays_content(text: str) -> None:
    matter = read_front_matter(text)

    assert (matter.end, matter.fields) == (0, {})


@pytest.mark.parametrize(
    "bomb",
    [
        "a: " + "[" * 30_000,
        "a: " + "[" * 3_000 + "]" * 3_000,
        "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 40)) + "tags: *a39",
        "b0: &b0 {x: y}\n" + "".join(f"b{n}: &b{n} {{<<: [*b{n - 1}, *b{n - 1}]}}\n" for n in range(1, 40)),
        "tags: &loop [*loop]",
        "!!python/object/apply:os.system ['true']: x",
    ],
    ids=["unclosed", "deep", "aliases", "merges", "loop", "object"],
)
def test_hostile_yaml_costs_nothing_and_runs_nothing(bomb: str) -> None:
    matter = read_front_matter(f"---\n{bomb}\ntitle: Still read\n---\nWords.\n")

    assert len(matter.words("tags")) <= 2
    assert matter.text("title") == "Still read"


def test_front_matter_without_fields_is_still_none_of_the_content() -> None:
    assert read_front_matter("---\n---\nWords.\n").end == len("---\n---\n")
