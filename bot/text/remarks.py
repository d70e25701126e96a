"""What the library says, in the words of whoever reads it: nothing here is escaped yet."""

from __future__ import annotations

from datetime import date

from bot.text.english import ENGLISH
from bot.text.wording import Wording
from knowledge.answering.stream import UNBACKED
from knowledge.remarks import Remark


def remark(sentence: str, words: Wording = ENGLISH) -> str:
    """The sentence in these words, as far as they have a form for it and for the remarks in it; else as it is."""
    if not isinstance(sentence, Remark):
        return sentence
    form = words.remarks.get(sentence.template)
    if form is None:
        inner = {name: _said(value, words) for name, value in sentence.values.items()}
        return str(Remark(sentence.template, **inner))
    values = {name: _shown(value, words) for name, value in sentence.values.items()}
    return form.format(**values) if values else form


def answer_text(text: str, words: Wording = ENGLISH) -> str:
    """An answer's Markdown, or a piece of it as it comes: the notes and the model stay as they are."""
    return remark(text, words).replace(UNBACKED, remark(UNBACKED, words))


def _said(value: object, words: Wording) -> object:
    return remark(value, words) if isinstance(value, Remark) else value


def _shown(value: object, words: Wording) -> str:
    """A value as people of that language write it."""
    match value:
        case int():
            return words.number(value)
        case float():
            return f"{value:g}".replace(".", words.decimal)
        case date():
            return words.day(value)
    return str(_said(value, words))
