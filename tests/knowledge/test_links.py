"""Addresses that people share lead back to the notes that they are of."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.collections import Collection
from knowledge.links import domain_of, located, passage
from knowledge.types import NoteRef, StoredChunk

FORGE = "https://git.example/acme/{name}/blob/main/{path}#L{line}"
COMMIT = "https://git.example/acme/handbook/blob/{commit}/docs/{path}#L{line}"
HEADINGS = "https://wiki.example/{path}#{heading}"
QUERY = "https://wiki.example/view?page={path}&line={line}"
COMMIT_NAME = "0123456789abcdef0123456789abcdef01234567"


def collection(url: str, name: str = "hand book") -> Collection:
    return Collection(name=name, root=Path("notes"), url=url, commit=lambda: COMMIT_NAME)


@pytest.mark.parametrize(
    ("template", "url", "place"),
    [
        (FORGE, "https://git.example/acme/hand%20book/blob/main/hr/leave.md#L12", ("hr/leave.md", 12, "")),
        (FORGE, "https://git.example/acme/hand%20book/blob/main/hr/leave.md", ("hr/leave.md", 0, "")),
        (FORGE, "https://git.example/acme/hand%20book/blob/main/hr/leave.md?plain=1#L3-L9", ("hr/leave.md", 3, "")),
        (
            FORGE,
            "https://git.example/acme/hand%20book/blob/main/a%20b.md#carrying-over",
            ("a b.md", 0, "carrying-over"),
        ),
        (COMMIT, "https://git.example/acme/handbook/blob/main/docs/a.md#L7", ("a.md", 7, "")),
        (HEADINGS, "https://wiki.example/hr/leave#Carrying%20over", ("hr/leave", 0, "Carrying over")),
        (
            FORGE,
            f"https://git.example/acme/hand%20book/blob/main/a.md#L{'9' * 5_000}",
            ("a.md", 0, f"L{'9' * 5_000}"),
        ),
        (QUERY, "https://wiki.example/view?page=hr/leave.md&line=4", ("hr/leave.md", 4, "")),
    ],
)
def test_an_address_leads_to_its_place(template: str, url: str, place: tuple[str, int, str]) -> None:
    found = located(collection(template), url)
    assert found
    assert (found.ref.path, found.line, found.heading) == place


@pytest.mark.parametrize(
    "url",
    [
        "https://git.example/acme/other/blob/main/a.md",
        "https://git.example.evil/acme/hand%20book/blob/main/a.md",
        "https://git.example/acme/hand%20book/blob/main/",
        "https://git.example/acme/hand%20book/blob/main/../../secret.md",
        "https://git.example/acme/hand%20book/blob/main/%2E%2E/secret.md",
        "https://git.example/acme/hand%20book/blob/main//etc/passwd",
        "https://git.example/acme/hand%20book/blob/main/a%00.md",
        "",
    ],
)
def test_other_addresses_lead_nowhere(url: str) -> None:
    assert located(collection(FORGE), url) is None


@given(
    st.sampled_from([FORGE, COMMIT, HEADINGS, QUERY]),
    st.lists(
        st.text("aä退 .#?%&+()'", min_size=1, max_size=8).filter(lambda part: part.strip(".")), min_size=1, max_size=3
    ),
    st.integers(1, 9_999),
)
def test_the_address_of_a_citation_leads_back_to_its_note(template: str, parts: list[str], line: int) -> None:
    path = "/".join(parts)
    url = collection(template).link(path, line=line, heading="Über uns?")
    assert url
    found = located(collection(template), url)
    assert found
    assert found.ref == NoteRef(collection="hand book", path=path)
    assert (found.line == line) != (template == HEADINGS)


def chunk(position: int, lines: tuple[int, int], *headings: str) -> StoredChunk:
    return StoredChunk(
        id=position, ref=NoteRef(collection="c", path="a.md"), title="A", position=position, text="", plain="",
        lines=lines, heading_path=headings, header="", updated=None,
    )  # fmt: skip


def test_the_passage_is_the_one_at_the_line_or_below_the_heading_else_the_first() -> None:
    chunks = [chunk(0, (1, 5), "A"), chunk(1, (6, 20), "A", "Carrying over, etc.")]
    place = located(collection(FORGE), "https://git.example/acme/hand%20book/blob/main/a.md#L6-L9")
    assert place
    assert passage(chunks, place) is chunks[1]
    for fragment, wanted in (("carrying-over-etc", 1), ("nothing-like-it", 0), ("L99", 0)):
        place = located(collection(FORGE), f"https://git.example/acme/hand%20book/blob/main/a.md#{fragment}")
        assert place
        assert passage(chunks, place) is chunks[wanted]


def test_the_domain_of_a_template_is_its_host() -> None:
    assert domain_of(FORGE) == "git.example"
    assert domain_of("https://{name}.example/{path}") == ""
    assert domain_of("obsidian://open?file={path}") == ""
    assert domain_of("") == ""
