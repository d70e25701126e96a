"""Words for Slack: escaping, Markdown in the two dialects that Slack takes, and every fixed sentence."""

from bot.text.escaping import clean, escape, link, plain, size
from bot.text.markdown import headline, inert
from bot.text.mrkdwn import mrkdwn
from bot.text.sentences import (
    asked,
    expired,
    gave_up,
    looking,
    may_not_share,
    not_in_channel,
    not_written_down,
    nothing_found,
    problem,
    shared,
    shared_by,
    stopping,
    thanks,
    too_late,
    took_too_long,
    unexpected,
    working,
)

__all__ = [
    "asked",
    "clean",
    "escape",
    "expired",
    "gave_up",
    "headline",
    "inert",
    "link",
    "looking",
    "may_not_share",
    "mrkdwn",
    "not_in_channel",
    "not_written_down",
    "nothing_found",
    "plain",
    "problem",
    "shared",
    "shared_by",
    "size",
    "stopping",
    "thanks",
    "too_late",
    "took_too_long",
    "unexpected",
    "working",
]
