"""Words for Slack: escaping, Markdown in the two dialects that Slack takes, and every fixed sentence by language."""

from bot.text.english import ENGLISH
from bot.text.escaping import clean, escape, link, plain, size
from bot.text.german import GERMAN
from bot.text.markdown import headline, inert
from bot.text.mrkdwn import mrkdwn
from bot.text.piecewise import Piecewise
from bot.text.refusals import (
    asked_too_much,
    busy_minute,
    gave_up,
    may_not_share,
    problem,
    took_too_long,
    unexpected,
)
from bot.text.remarks import answer_text, remark
from bot.text.sentences import asked, calling, forgotten, in_line, looking, resolved_by, saved, shared_by, together
from bot.text.wording import Sentence, Wording

__all__ = [
    "ENGLISH",
    "GERMAN",
    "Piecewise",
    "Sentence",
    "Wording",
    "answer_text",
    "asked",
    "asked_too_much",
    "busy_minute",
    "calling",
    "clean",
    "escape",
    "forgotten",
    "gave_up",
    "headline",
    "in_line",
    "inert",
    "link",
    "looking",
    "may_not_share",
    "mrkdwn",
    "plain",
    "problem",
    "remark",
    "resolved_by",
    "saved",
    "shared_by",
    "size",
    "together",
    "took_too_long",
    "unexpected",
]
