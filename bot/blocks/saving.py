"""The modal in which a thread becomes a note: shown first, changed at will, then saved."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from bot.blocks.message import Block, asking, context, plain_object, section
from bot.text import ENGLISH, Wording, plain, size
from bot.threads import Draft

CALLBACK = "save_thread"
TITLE, FILE, TEXT = "title", "file", "text"  # block and action ids; the texts are `text-0`, `text-1` ...
TITLE_LIMIT, FILE_LIMIT = 150, 100
PART_LIMIT = 2_900  # Slack's inputs take 3,000
MOST_PARTS = 10
PARTICIPANTS = 40


def waiting_view(words: Wording = ENGLISH) -> Block:
    """Opened at once, since Slack opens a modal for three seconds only."""
    return {**_frame(words), "blocks": [section(words.reading_thread)]}


def sentence_view(sentence: str, words: Wording = ENGLISH) -> Block:
    """One sentence in place of a draft."""
    return {**_frame(words), "blocks": [section(sentence)]}


def draft_view(draft: Draft, collection: str, place: Mapping[str, str], words: Wording = ENGLISH) -> Block:
    """The draft in inputs. `place` comes back with it."""
    parts = parts_of(draft.text)
    shown = replace(draft, participants=draft.participants[:PARTICIPANTS])
    kept = {"place": place, "begun": draft.begun.isoformat(), "source": draft.source, "people": shown.participants}
    return {
        **_frame(words),
        "private_metadata": json.dumps(kept, ensure_ascii=False),
        "submit": plain_object(words.save),
        "close": plain_object(words.cancel),
        "blocks": [
            section(words.who_will_read.format(collection=plain(collection, 100))),
            _input(words.title, TITLE, draft.title, limit=TITLE_LIMIT),
            _input(words.file_name, FILE, draft.file, limit=FILE_LIMIT),
            *_texts(parts[:MOST_PARTS], words),
            *map(context, _remarks(shown, words, cut=len(parts) > MOST_PARTS)),
        ],
    }


def edited(view: Mapping[str, Any]) -> tuple[Draft, str, Mapping[str, str]]:
    """What was sent off: the draft as it was changed, its file name, and the place that the modal came from."""
    kept = json.loads(view["private_metadata"])
    values: Mapping[str, Any] = (view.get("state") or {}).get("values") or {}
    numbers = sorted(int(name.removeprefix(f"{TEXT}-")) for name in values if name.startswith(f"{TEXT}-"))
    draft = Draft(
        title=" ".join(_value(values, TITLE).split()),
        text="\n".join(_value(values, f"{TEXT}-{number}") for number in numbers),
        begun=date.fromisoformat(kept["begun"]),
        source=kept["source"],
        participants=tuple(kept["people"]),
    )
    return draft, _value(values, FILE), kept["place"]


def parts_of(text: str) -> list[str]:
    """The text in pieces that an input takes, torn between lines; joined by line ends they are the text again.

    Only a line longer than an input is torn inside.
    """
    parts: list[str] = []
    for line in (piece for whole in text.split("\n") for piece in _pieces(whole)):
        joined = f"{parts[-1]}\n{line}" if parts else line
        if parts and size(joined) <= PART_LIMIT:
            parts[-1] = joined
        else:
            parts.append(line)
    return parts


def _pieces(line: str) -> Iterator[str]:
    # Half of the limit in characters is never more than the limit in UTF-16 units.
    step = PART_LIMIT if size(line) == len(line) else PART_LIMIT // 2
    yield from (line[start : start + step] for start in range(0, max(1, len(line)), step))


def _frame(words: Wording) -> Block:
    return {
        "type": "modal",
        "callback_id": CALLBACK,
        "title": plain_object(words.save_title),
        "close": plain_object(words.close),
    }


def _texts(parts: Sequence[str], words: Wording) -> Iterator[Block]:
    for number, part in enumerate(parts):
        label = words.text if len(parts) == 1 else words.text_part.format(number=number + 1, parts=len(parts))
        yield _input(label, f"{TEXT}-{number}", part, limit=3_000, multiline=True, optional=number > 0)


def _remarks(draft: Draft, words: Wording, *, cut: bool) -> Iterator[str]:
    people, link = plain(", ".join(draft.participants), 1_000), plain(draft.source, 1_000)
    form = words.goes_with_link if link else words.goes_with_it
    yield form.format(date=draft.begun.isoformat(), people=people, link=link)
    if draft.partial:
        yield words.read_in_part
    if cut:
        yield words.too_long_to_save


def _input(
    label: str, name: str, value: str, *, limit: int, multiline: bool = False, optional: bool = False
) -> Block:
    element: Block = {"type": "plain_text_input", "multiline": multiline, "max_length": limit}
    return asking(label, name, element | ({"initial_value": value} if value else {}), optional=optional)


def _value(values: Mapping[str, Any], name: str) -> str:
    return str(values.get(name, {}).get(name, {}).get("value") or "")
