"""Questions: who asks, what was said before, where may be looked. All frozen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from knowledge.errors import QueryError
from knowledge.filters import Filter

MAX_QUERY_CHARS = 4_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Who asks and who will read the reply: decides which collections may be searched.

    `shared` replies can be read by several people, so only collections open to everyone count. `channels` holds the
    id and the name of the channel that the reply goes to; it is empty in a direct message. Ids and names are of
    `workspace`, which is empty where only one is served. The operator sees all.
    """

    user: str = ""
    groups: frozenset[str] = frozenset()
    channels: frozenset[str] = frozenset()
    shared: bool = False
    workspace: str = ""
    operator: bool = False


OPERATOR = Viewer(operator=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One earlier message of a conversation."""

    role: Literal["person", "assistant"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedWord:
    """A word of earlier turns that a follow-up leaves out. `weight` is in (0, 1]: a word of the question has 1."""

    word: str
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question. `text` is what to look for; filters, viewer and history stand beside it, never inside it."""

    text: str
    viewer: Viewer = OPERATOR
    collections: tuple[str, ...] = ()  # empty: the default collections
    filter: Filter | None = None
    history: tuple[Turn, ...] = ()  # oldest first
    notices: tuple[str, ...] = ()  # what the parser wants said ("unknown filter ...")
    carried: tuple[CarriedWord, ...] = ()  # strongest first; filled in from the history, never by a parser
    fallback: str = ""  # why a follow-up is understood in a simpler way; empty: nothing failed
    instructions: str = ""  # of the operator, never of whoever asks: more for the chat model that answers

    def __post_init__(self) -> None:
        """Refuse what no retriever can use."""
        text = self.text.strip()
        if not text and self.filter is None:
            raise QueryError("The question is empty.", hint="Write a few words to look for.")
        if len(text) > MAX_QUERY_CHARS:
            raise QueryError(
                "The question has {length:,} characters; at most {most:,} can be used.",
                hint="Ask it in fewer words.",
                length=len(text),
                most=MAX_QUERY_CHARS,
            )
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise QueryError("The question is not valid text.", hint="Type it again.")
        object.__setattr__(self, "text", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expansion:
    """Other ways to look for what a question asks, each distinct from it and from the others.

    `fallback` says in words why there are none; empty: they came, or none were needed.
    """

    rewrite: str = ""  # the same intent in other words, for the vectors
    keywords: tuple[str, ...] = ()  # short ones that probably stand in the notes
    parts: tuple[str, ...] = ()  # the questions that one of several parts is made of
    fallback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A word that the index does not hold, and the terms in it that are spelt nearly so."""

    word: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a question was read before it was searched: for `--debug`."""

    kind: Literal["words", "names"] = "words"  # names: for the most part identifiers, error codes, paths, addresses
    language: str = ""  # its Snowball name; empty: not sure
    vectors: float = 1.0  # what the vectors count, beside 1 for words in a language that their model knows
    spellings: tuple[Spelling, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Where a search may look: collections the viewer may see, narrowed by the query's filter. Empty: nowhere."""

    collections: tuple[str, ...]
    filter: Filter | None = None
