"""What kind of repetition two notes are, and the reason in words.

Similarity alone misleads: most notes that are alike are editions of one page, or siblings of one pattern. Where the
notes lie, what they are called, which words differ and how many others are alike tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from knowledge.duplicates.notes import Note, Vocabulary
from knowledge.duplicates.places import Places, compare_places
from knowledge.duplicates.values import Kind

COPY_SIMILARITY = 0.9  # of words in order
STUB_WORDS = 5  # outside headings
PLACEHOLDER_WORDS = 25
LARGE_FAMILY = 4  # copies of one text under so many names are rare, siblings are not
SMALL_FAMILY = 3  # a few words that stand under so many names, or under names built alike, are a formula
_PLACEHOLDERS = frozenset({"todo", "tbd", "tba", "wip", "placeholder", "fixme", "lorem"})
_NAMED = 3  # differing words told in a reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Likeness:
    """What is known of two notes before their families are."""

    similarity: float  # of all words in order, in [0, 1]
    identical: bool  # the words outside headings
    places: Places
    left_only: Counter[str]
    right_only: Counter[str]
    stub: bool
    brief: bool  # the same few words may be a formula
    common_name: bool  # files of this name lie in many folders

    @property
    def renamed(self) -> bool:
        """Whether the notes have different names, releases and the like apart."""
        return bool(self.places.left or self.places.right) and not self.places.same_page

    @property
    def subjects(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Words of each name that differ in the texts as well: what the notes are about.

        A folder's name says so only where both sides have theirs, and where files of one name lie in many folders:
        any other text may well mention where it lies.
        """
        left = tuple(word for word in self.left_only if word in self.places.left)
        right = tuple(word for word in self.right_only if word in self.places.right)
        named = self.places.named.intersection(left + right)
        by_folder = left and right and (self.common_name or not self.places.same_name)
        return (left, right) if named or by_folder else ((), ())


def likeness(left: Note, right: Note, vocabulary: Vocabulary, *, namesakes: int) -> Likeness:
    """Compare names and words of two notes; `namesakes` counts the notes whose file is called like the left one."""
    own, others = Counter(left.body.tolist()), Counter(right.body.tolist())
    return Likeness(
        similarity=Indel.normalized_similarity(left.words.tolist(), right.words.tolist()),
        identical=len(left.body) == len(right.body) and bool((left.body == right.body).all()),
        places=compare_places(left.ref, left.title, right.ref, right.title),
        left_only=_words(own - others, vocabulary),
        right_only=_words(others - own, vocabulary),
        brief=max(len(left.body), len(right.body)) < PLACEHOLDER_WORDS,
        common_name=namesakes >= SMALL_FAMILY,
        stub=is_stub(left, vocabulary) or is_stub(right, vocabulary),
    )


def is_stub(note: Note, vocabulary: Vocabulary) -> bool:
    """Whether the note holds hardly more than headings."""
    if len(note.body) >= PLACEHOLDER_WORDS:
        return False
    return len(note.body) < STUB_WORDS or any(
        vocabulary.word(number) in _PLACEHOLDERS for number in note.body.tolist()
    )


def judge(alike: Likeness, family_size: int) -> tuple[Kind, str]:
    """The kind of two alike notes, and why; `family_size` counts the notes that hang together with them."""
    places = alike.places
    if places.editions and (places.same_page or (places.same_name and all(places.editions))):
        return Kind.VERSION, _version_reason(places.editions)
    if alike.stub:
        return Kind.STUB, "At least one of the two holds hardly more than headings."
    if alike.renamed and (reason := _template_reason(alike, family_size)):
        return Kind.TEMPLATE, reason
    percent = _percent(alike.similarity)
    if alike.similarity >= COPY_SIMILARITY or alike.identical:
        if alike.identical:
            return Kind.COPY, "The same text stands in two places."
        return (
            Kind.COPY,
            f"The same text stands in two places, with differences ({percent} of the words are the same).",
        )
    return Kind.OVERLAP, f"Much the same content, partly in other words ({percent} of the words are the same)."


def _template_reason(alike: Likeness, family_size: int) -> str:
    """Why two notes with different names follow one pattern; empty where they do not."""
    if alike.places.editions and all(alike.places.editions):
        return "Two pages of two editions, built alike."
    if alike.identical:
        formula = family_size >= SMALL_FAMILY and (alike.brief or alike.places.siblings)
        return f"The same words in {family_size} notes with different names." if formula else ""
    if reason := _subject_reason(alike):
        return reason
    if alike.places.siblings:
        return "The same pattern in two notes of one folder whose names are built alike."
    large = family_size >= LARGE_FAMILY
    return f"The same pattern in {family_size} notes with different names." if large else ""


def _subject_reason(alike: Likeness) -> str:
    left, right = map(_listed, alike.subjects)
    if left and right:
        return f"The same pattern about two subjects: {left} in one, {right} in the other."
    return f"The same pattern about two subjects: {left or right} in one of them only." if left or right else ""


def _version_reason(editions: tuple[str, str]) -> str:
    left, right = (edition or "the page without an edition" for edition in editions)
    return f"One page in two editions: {left} and {right}."


def _words(counted: Counter[int], vocabulary: Vocabulary) -> Counter[str]:
    """The words with their counts, but for single characters of scripts whose words have several."""
    words = {vocabulary.word(number): count for number, count in counted.items()}
    return Counter({word: count for word, count in words.items() if len(word) > 1 or word.isascii()})


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"“{word}”" for word in list(words)[:_NAMED])


def _percent(share: float) -> str:
    # Downwards: 100 % is said of equal texts alone.
    return f"{int(share * 100)} %"
