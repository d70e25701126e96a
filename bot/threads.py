"""A thread as the text of a note: who said what and when, in Markdown, with names in place of ids."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import yaml

from bot.listeners.reading import REFERENCE
from bot.text import clean
from knowledge.writing import file_name

TITLE_CHARS = 80
NOBODY_KNOWN = "somebody"
_PERSON = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
_BOLD = re.compile(r"(?<![\w*])\*(\S(?:[^*\n]*\S)?)\*(?![\w*])")
_STRUCK = re.compile(r"(?<![\w~])~(\S(?:[^~\n]*\S)?)~(?![\w~])")
_ADDRESS = re.compile(r"(?:https?|mailto):\S+")
_MARKUP = re.compile(r"[*_~`#>\[\]]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A note that is not written yet. `text` is its Markdown without front matter."""

    title: str
    text: str
    begun: date
    source: str  # the permalink of the thread; empty: Slack did not tell
    participants: tuple[str, ...]  # display names
    partial: bool = False  # not all of the thread could be read

    @property
    def file(self) -> str:
        """A name that sorts by date."""
        return file_name(f"{self.begun.isoformat()}-{self.title}")


def people_in(messages: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The ids of those who speak and of those who are named."""
    for message in messages:
        if message.get("user"):
            yield str(message["user"])
        yield from _PERSON.findall(_said(message))


def drafted(
    messages: Sequence[Mapping[str, Any]], names: Mapping[str, str], *, source: str, partial: bool = False
) -> Draft:
    """The draft of a thread, its messages oldest first; those without a word are left out."""
    spoken = [(message, text) for message in messages if (text := as_markdown(_said(message), names))]
    speakers = tuple(dict.fromkeys(_speaker(message, names) for message, _ in spoken))
    parts = (
        f"**{_speaker(message, names)}**, {_moment(message):%Y-%m-%d %H:%M} UTC:\n\n{text}"
        for message, text in spoken
    )
    begun = _moment(messages[0]).date()
    return Draft(
        title=_title(spoken[0][1]) or f"Thread of {begun}" if spoken else "",
        text="\n\n".join(parts),
        begun=begun,
        source=source,
        participants=speakers,
        partial=partial,
    )


def note_of(draft: Draft) -> str:
    """The whole file: front matter, then the text."""
    matter: dict[str, object] = {"title": draft.title, "date": draft.begun}
    matter |= {"source": draft.source} if draft.source else {}
    matter["participants"] = list(draft.participants)
    head = yaml.safe_dump(matter, allow_unicode=True, sort_keys=False, width=1_000)
    return f"---\n{head}---\n\n{draft.text.strip()}\n"


def as_markdown(said: str, names: Mapping[str, str]) -> str:
    """What somebody wrote, its references as names, and its links and bold type as Markdown's."""
    words = REFERENCE.sub(lambda found: _reference(found, names), said)
    # Every second part is code, which stays as it is.
    parts = [part if number % 2 else _emphasised(part) for number, part in enumerate(_CODE.split(words))]
    return clean(html.unescape("".join(parts))).strip()


def _emphasised(words: str) -> str:
    """Slack has one sign where Markdown has two."""
    return _STRUCK.sub(r"~~\1~~", _BOLD.sub(r"**\1**", words))


def _reference(found: re.Match[str], names: Mapping[str, str]) -> str:
    sign, target, label = found[1], found[2], found[3] or ""
    match sign:
        case "@":
            return f"@{names.get(target) or label or NOBODY_KNOWN}"
        case "#":
            return f"#{label or 'a channel'}"
        case "!":
            return label or f"@{target.partition('^')[0]}"
    plain = _MARKUP.sub("", label)
    return f"[{plain}]({target})" if plain and plain != target else target


def _said(message: Mapping[str, Any]) -> str:
    """The words of a message; of an answer of ours all of them, where `text` is its first line."""
    blocks: Sequence[Mapping[str, Any]] = message.get("blocks") or ()
    answer = [
        html.escape(str(block.get("text") or ""), quote=False) for block in blocks if block.get("type") == "markdown"
    ]
    return "\n\n".join(answer) or str(message.get("text") or "")


def _speaker(message: Mapping[str, Any], names: Mapping[str, str]) -> str:
    profile: Mapping[str, Any] = message.get("bot_profile") or {}
    user = str(message.get("user") or "")
    given = names.get(user) or message.get("username") or profile.get("name") or (NOBODY_KNOWN if user else "a bot")
    return " ".join(_MARKUP.sub("", clean(str(given))).split()) or NOBODY_KNOWN


def _moment(message: Mapping[str, Any]) -> datetime:
    return datetime.fromtimestamp(float(message["ts"]), tz=UTC)


def _title(text: str) -> str:
    """The first line as plain words, without addresses."""
    line = " ".join(_MARKUP.sub("", _ADDRESS.sub("", text.partition("\n")[0])).split())
    return line if len(line) <= TITLE_CHARS else line[:TITLE_CHARS].rpartition(" ")[0] or line[:TITLE_CHARS]
